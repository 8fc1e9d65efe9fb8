import { listRemembered, readPast } from '../../../app/copilot/memory.ts';
import type { MemorySettings } from '../../../core/navigator/memory/memory-settings.ts';
import { validateSites } from '../../../core/navigator/sites.ts';
import { message } from '../../../messages/message.ts';
import { changeMemory, readMemory } from '../../../platform/settings/memory.ts';
import { clearRememberedRounds, deleteRememberedRounds } from '../../../platform/store/journal.ts';
import type { MemoryEvents, MemoryModel, PastRow } from '../settings-model.ts';

/** Controls what the copilot remembers. */
export function createMemoryController(onShow: (memory: MemoryModel) => void) {
  let settings: MemorySettings | null = null;
  let pasts: readonly PastRow[] | null = null;
  let sites: Pick<MemoryModel['excludedSites'], 'problem' | 'saved'> = {
    problem: null,
    saved: false,
  };
  let problem: string | null = null;

  function show(): void {
    if (!settings) return;
    const { on, count, anySite, without, forgotten, forgottenUntil } = settings;
    const hasForgotten = forgotten.length > 0 || forgottenUntil > 0;
    onShow({
      ...{ on, count, anySite, pasts, hasForgotten, problem },
      excludedSites: { stored: without, ...sites },
    });
  }

  async function accept(now: MemorySettings): Promise<void> {
    settings = now;
    problem = null;
    show();
    const listed = now.on ? await listRemembered(now) : [];
    // A later change shows its own list.
    if (settings !== now) return;
    const previews = new Map(pasts?.map((row) => [row.id, row.preview]));
    pasts = listed.map(({ id, requests, sites: hosts, startedAt, isConversation }) => ({
      ...{ id, startedAt, isConversation, sites: hosts, request: requests[0]?.text ?? '' },
      preview: previews.get(id) ?? null,
    }));
    show();
  }

  function explain(error: unknown): void {
    problem = message('settingsFailed', String(error));
    show();
  }

  /** Runs `first` before storing the change. */
  function change(
    by: (before: MemorySettings) => MemorySettings,
    first: () => Promise<void> = () => Promise.resolve(),
  ): void {
    sites = { problem: null, saved: false };
    // Shows the change at once; the stored settings replace it.
    if (settings) settings = by(settings);
    show();
    first()
      .then(() => changeMemory(by))
      .then(accept)
      .catch(explain);
  }

  const events: MemoryEvents = {
    onChoose: (choice) => change((before) => ({ ...before, ...choice })),
    onSaveSites(text) {
      const validated = validateSites(text);
      if (!validated.ok) {
        sites = { problem: validated.reason, saved: false };
        show();
        return;
      }
      change((before) => ({ ...before, without: validated.patterns }));
      sites = { problem: null, saved: true };
    },
    onShow(id) {
      if (!settings) return;
      readPast(id, settings, null).then((past) => {
        pasts = pasts?.map((row) => (row.id === id ? { ...row, preview: past } : row)) ?? null;
        show();
      }, explain);
    },
    onForget(id) {
      // A conversation is stored nowhere else, so forgetting deletes it.
      if (pasts?.some((row) => row.id === id && row.isConversation))
        change(
          (before) => before,
          () => deleteRememberedRounds([id]),
        );
      else change((before) => ({ ...before, forgotten: [...new Set([...before.forgotten, id])] }));
    },
    onForgetAll: () =>
      change((before) => ({ ...before, forgottenUntil: Date.now() }), clearRememberedRounds),
    onRestoreForgotten: () => change((before) => ({ ...before, forgotten: [], forgottenUntil: 0 })),
  };

  return {
    events,
    load(): void {
      readMemory().then(accept).catch(explain);
    },
  };
}
