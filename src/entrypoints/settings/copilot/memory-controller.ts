import { create } from 'zustand';
import { listRemembered, readPast } from '../../../app/copilot/memory.ts';
import type { MemorySettings } from '../../../core/navigator/memory/memory-settings.ts';
import type { Past } from '../../../core/navigator/memory/past.ts';
import { validateSites } from '../../../core/navigator/sites.ts';
import { changeMemory, readMemory } from '../../../platform/settings/stored-settings.ts';
import { clearRememberedRounds, deleteRememberedRounds } from '../../../platform/store/journal.ts';
import { act } from '../act.ts';

export interface PastRow {
  id: string;
  /** A conversation that was not recorded; forgetting deletes it. */
  isConversation: boolean;
  /** The first request. */
  request: string;
  sites: readonly string[];
  /** Epoch ms. */
  startedAt: number;
  /** What a model would be shown; null until requested. */
  preview: Past | null;
}

export interface MemoryModel {
  /** Null until they are read. */
  settings: MemorySettings | null;
  /** How the sites that were entered last fared. */
  sites: { problem: string | null; saved: boolean };
  /** Newest first; null until read. */
  pasts: readonly PastRow[] | null;
  problem: string | null;
}

/** What the copilot remembers. */
export const useMemory = create<MemoryModel>(() => ({
  settings: null,
  sites: { problem: null, saved: false },
  pasts: null,
  problem: null,
}));

export function loadMemory(): void {
  act(useMemory, readMemory().then(accept));
}

async function accept(settings: MemorySettings): Promise<void> {
  useMemory.setState({ settings, problem: null });
  const listed = settings.on ? await listRemembered(settings) : [];
  // A later change shows its own list.
  if (useMemory.getState().settings !== settings) return;
  const previews = new Map(useMemory.getState().pasts?.map((row) => [row.id, row.preview]));
  const pasts = listed.map(({ id, requests, sites, startedAt, isConversation }) => ({
    ...{ id, startedAt, isConversation, sites, request: requests[0]?.text ?? '' },
    preview: previews.get(id) ?? null,
  }));
  useMemory.setState({ pasts });
}

/** Shows a change at once and stores it between `first` and `then`; the stored settings replace it. */
function change(
  by: (before: MemorySettings) => MemorySettings,
  first: () => Promise<void> = () => Promise.resolve(),
  then: () => void = () => undefined,
): void {
  useMemory.setState(({ settings }) => ({
    settings: settings && by(settings),
    sites: { problem: null, saved: false },
  }));
  act(
    useMemory,
    first()
      .then(() => changeMemory(by))
      .then((stored) => {
        then();
        return accept(stored);
      }),
  );
}

async function show(id: string): Promise<void> {
  const { settings } = useMemory.getState();
  if (!settings) return;
  const preview = await readPast(id, settings, null);
  useMemory.setState(({ pasts }) => ({
    pasts: pasts && pasts.map((row) => (row.id === id ? { ...row, preview } : row)),
  }));
}

export const memoryEvents = {
  onChoose: (choice: Partial<Pick<MemorySettings, 'on' | 'count' | 'anySite'>>): void =>
    change((before) => ({ ...before, ...choice })),
  /** Sites as entered, one pattern per line. */
  onSaveSites(text: string): void {
    const validated = validateSites(text);
    if (!validated.ok) {
      useMemory.setState({ sites: { problem: validated.reason, saved: false } });
      return;
    }
    change(
      (before) => ({ ...before, without: validated.patterns }),
      undefined,
      () => useMemory.setState({ sites: { problem: null, saved: true } }),
    );
  },
  /** Reads what a model would be shown. */
  onShow: (id: string): void => act(useMemory, show(id)),
  onForget(id: string): void {
    const { pasts } = useMemory.getState();
    // A conversation is stored nowhere else, so forgetting deletes it.
    if (pasts?.some((row) => row.id === id && row.isConversation)) {
      change(
        (before) => before,
        () => deleteRememberedRounds([id]),
      );
    } else change((before) => ({ ...before, forgotten: [...new Set([...before.forgotten, id])] }));
  },
  onForgetAll: (): void =>
    change((before) => ({ ...before, forgottenUntil: Date.now() }), clearRememberedRounds),
  onRestoreForgotten: (): void =>
    change((before) => ({ ...before, forgotten: [], forgottenUntil: 0 })),
};

export type MemoryEvents = typeof memoryEvents;
