import type { Edit } from '../../core/demonstration/edits/edit.ts';
import { listConflicts, mergeEdits } from '../../core/demonstration/edits/merge-edits.ts';
import { nameDemonstration } from '../../core/demonstration/name.ts';
import { binDemonstration } from '../../core/demonstration/recording-state.ts';
import { orderTurns } from '../../core/demonstration/turn-list.ts';
import { explainUnfit } from '../../core/formats/archive/review-file.ts';
import { FAULTS } from '../../core/formats/messages.ts';
import type { Database } from './database.ts';
import { getDemonstration, listTurns } from './read.ts';
import { changeDemonstration } from './write.ts';

/** `reason` is a clause (core/formats/messages.ts). */
export type MergeOutcome =
  | { kind: 'merged'; id: string; title: string; added: number; conflicts: number }
  | { kind: 'refused'; reason: string };

/** Adds the edits of another copy of a stored demonstration, all of them or none. Takes it out of the bin. */
export async function mergeReview(
  db: Database,
  { id, name }: { id: string; name: string },
  edits: readonly Edit[],
): Promise<MergeOutcome> {
  const stored = await getDemonstration(db, id);
  if (!stored) return { kind: 'refused', reason: FAULTS.notInLibrary(name) };
  const turns = orderTurns(await listTurns(db, id));
  const unfit = explainUnfit(stored, turns, edits);
  if (unfit !== null) return { kind: 'refused', reason: unfit };
  let counts = { added: 0, conflicts: 0 };
  const make = () => ({ id: crypto.randomUUID(), at: Date.now() });
  const isThere = await changeDemonstration(db, id, (now) => {
    const merged = mergeEdits(now.edits ?? [], edits, make);
    counts = { added: merged.added, conflicts: listConflicts(merged.edits).length };
    return binDemonstration({ ...now, edits: merged.edits }, null);
  });
  if (!isThere) return { kind: 'refused', reason: FAULTS.notInLibrary(name) };
  return { kind: 'merged', id, title: nameDemonstration(stored, turns), ...counts };
}
