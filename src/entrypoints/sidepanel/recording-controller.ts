import { connectStore, order } from '../../app/connection.ts';
import { lintStored, readName } from '../../app/library/demonstrations.ts';
import { trackExports } from '../../app/library/export.ts';
import { createJob } from '../../app/page-work.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { message } from '../../messages/message.ts';
import { listenToNews } from '../../platform/news.ts';
import {
  readRecordingOptions,
  writeRecordingOptions,
} from '../../platform/settings/stored-settings.ts';
import { validateMaskSelectors } from '../../platform/settings/validate-mask-selectors.ts';
import { getDemonstration } from '../../platform/store/read.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { News } from '../../protocol/news.ts';
import { makeNotice } from '../../ui/conversation/entry.ts';
import { toEntryFinding } from '../../ui/conversation/turn-entry.ts';
import { UNSAVED } from './panel-model.ts';
import type { Finished, PanelState, PanelStore } from './panel-state.ts';
import { explainFailure, showBanner } from './panel-state.ts';
import { openTurnFeed } from './turn-feed.ts';

/** The recorder's half of the panel: commands it, and shows what the store holds. */
export function openRecordingController(store: PanelStore, signal: AbortSignal) {
  const feed = openTurnFeed(store, signal);
  const { showFinished, ...finishedEvents } = openFinishedController(store);

  async function refresh(): Promise<void> {
    const before = store.getState().demonstration;
    await feed.refresh();
    if (before && !store.getState().demonstration) await showFinished(before.id);
  }

  /** Waits for a command of the user and shows its failure. */
  async function run(work: Promise<Outcome>, change: Partial<PanelState> = {}): Promise<void> {
    store.setState(change);
    try {
      const outcome = await work;
      if (!outcome.ok) showBanner(store, outcome.message);
    } catch (error) {
      const { happened, next } = explainFailure(error);
      showBanner(store, happened, next);
    } finally {
      store.setState({ busy: null });
      await refresh();
    }
  }

  listenToNews((news) => {
    if (news.type === 'warning') warn(store, news);
    else if (news.type === 'recording.changed') void refresh();
    else if (news.type !== 'demonstrations.changed') {
      void refresh().then(() => feed.update(news.turnId));
    }
  }, signal);
  void refresh();

  return {
    ...finishedEvents,
    ...openOptionsController(store),
    onRecord(): void {
      const { tab, options, masksEntered } = store.getState();
      if (masksEntered?.problem) {
        store.setState({ optionsOpen: true });
        showBanner(store, message('panelMasksInvalid'), masksEntered.problem);
        return;
      }
      const cleared = { finished: null, banner: null, optionsOpen: false, masksEntered: null };
      void run(order('recording.start', { tabId: tab?.tabId ?? null, options }), {
        ...cleared,
        busy: 'starting',
      });
    },
    onPause: () => void run(order('recording.pause', null)),
    onResume: () => void run(order('recording.resume', null)),
    onStop: () => void run(order('recording.stop', null), { busy: 'stopping', optionsOpen: false }),
    onUndo: () => void run(order('recording.undo', null)),
    onRedo: () => void run(order('recording.redo', null)),
    onDiscard(): void {
      const id = store.getState().finished?.demonstration.id;
      if (id === undefined) return;
      finishedEvents.onCancelExport();
      const cleared = { finished: null, stored: new Map(), asides: [], undone: [] };
      void run(order('demonstration.delete', { id }), cleared);
    },
  };
}

/** Shows a warning in the list, where its action would be; without a recording, above the list. */
function warn(store: PanelStore, { about, message: happened, turnId }: News & { type: 'warning' }) {
  if (!store.getState().demonstration) {
    showBanner(store, happened);
    return;
  }
  const id = (about === 'turn' ? UNSAVED : 'warning ') + (turnId ?? crypto.randomUUID());
  const notice = makeNotice({ id, at: Date.now() }, { tone: 'error', happened });
  store.setState(({ asides }) => ({
    asides: [...asides.filter((entry) => entry.id !== id), notice],
  }));
}

/** The options of the next recording, saved as soon as they are chosen. */
function openOptionsController(store: PanelStore) {
  function onOptions(options: RecordingOptions): void {
    store.setState({ options });
    writeRecordingOptions(options).catch((error: unknown) =>
      showBanner(store, message('panelOptionsNotSaved', String(error))),
    );
  }
  void readRecordingOptions().then((options) => store.setState({ options }));
  return {
    onOptions,
    onToggleOptions: () => store.setState(({ optionsOpen }) => ({ optionsOpen: !optionsOpen })),
    /** `text` holds one CSS selector per line, as entered. */
    onMasks(text: string): void {
      const validated = validateMaskSelectors(text);
      store.setState({ masksEntered: { text, problem: validated.ok ? null : validated.reason } });
      if (validated.ok) onOptions({ ...store.getState().options, masks: validated.selectors });
    },
  };
}

/** The card of the demonstration that was stopped last, with its findings and its export. */
function openFinishedController(store: PanelStore) {
  const job = createJob();
  let isExporting = false;

  async function showFinished(id: string): Promise<void> {
    const demonstration = await getDemonstration(await connectStore(), id);
    if (!demonstration) return;
    const name = await readName(demonstration).catch(() => demonstration.title);
    store.setState({
      finished: { demonstration, name, findings: null, exporting: { state: 'none' } },
    });
    // Null when it was deleted meanwhile, or can't be read: Studio says why.
    const found = await lintStored(id).catch(() => null);
    if (!found) return;
    change(id, {
      findings: found.map((finding) => ({ ...toEntryFinding(finding), turnId: finding.turnId })),
    });
  }

  function change(id: string, part: Partial<Finished>): void {
    store.setState(({ finished }) =>
      finished?.demonstration.id === id ? { finished: { ...finished, ...part } } : {},
    );
  }

  async function exportFinished(): Promise<void> {
    const id = store.getState().finished?.demonstration.id;
    if (id === undefined || isExporting) return;
    isExporting = true;
    const show = (exporting: Finished['exporting']): void => change(id, { exporting });
    show(await trackExports(id, ['archive', 'weblinx'], show, job.start()));
    isExporting = false;
  }

  /** Names the demonstration by its task; an empty text is what was asked. */
  async function nameTask(text: string): Promise<void> {
    const id = store.getState().finished?.demonstration.id;
    if (id === undefined) return;
    const form = { description: text.trim() };
    const outcome = await order('demonstration.describe', { id, form });
    if (!outcome.ok) showBanner(store, outcome.message);
    const demonstration = await getDemonstration(await connectStore(), id);
    if (demonstration) change(id, { demonstration, name: await readName(demonstration) });
  }

  return {
    showFinished,
    onNameTask: (text: string) => void nameTask(text),
    onCloseFinished: () => store.setState({ finished: null }),
    onCancelExport: job.cancel,
    onExport: () => void exportFinished(),
  };
}
