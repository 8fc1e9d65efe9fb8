import { tellShown } from '../core/navigator/charge/tell-shown.ts';
import type { HistoryEntry } from '../core/navigator/history.ts';
import type { RoundEvent } from '../core/navigator/round-event.ts';
import { readRules } from '../platform/rule-book.ts';
import { findOpenDemonstration, listTurns } from '../platform/store/read.ts';
import { connectStore } from './connection.ts';
import type { RoundJournal } from './round-journal.ts';

/** What the instructor did by hand in the demonstration that is being recorded, each told once. */
export interface ByHand {
  /** What is done while the tab is taken over is told in its round. */
  note: (event: RoundEvent) => void;
  /** What is new, oldest first; never rejects: a round can do without. */
  read: () => Promise<HistoryEntry[]>;
}

export function openByHand(journal: Pick<RoundJournal, 'read'> | undefined): ByHand {
  const known = new Set<string>();
  return {
    note(event) {
      if (event.type === 'deed') known.add(event.deed.id);
    },
    async read() {
      try {
        const db = await connectStore();
        const open = await findOpenDemonstration(db);
        if (!open) return [];
        for (const entry of journal?.read() ?? []) if (entry.type === 'deed') known.add(entry.id);
        const { sites } = await readRules();
        const told = tellShown(await listTurns(db, open.id), known, sites);
        for (const { id } of told) known.add(id);
        return told.map(({ entry }) => entry);
      } catch {
        return [];
      }
    },
  };
}
