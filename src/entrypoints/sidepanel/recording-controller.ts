import { connectStore, order } from '../../app/connection.ts';
import { lintStored } from '../../app/library/demonstrations.ts';
import { exportDemonstration, saveExport } from '../../app/library/export.ts';
import { storeReader } from '../../app/library/store-reader.ts';
import type { Turn } from '../../core/demonstration/demonstration.ts';
import { createTurnLint } from '../../core/demonstration/lint/lint.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { isUndone } from '../../core/demonstration/turn-list.ts';
import { listenToNews } from '../../platform/news.ts';
import {
  readRecordingOptions,
  writeRecordingOptions,
} from '../../platform/settings/recording-options.ts';
import {
  findOpenDemonstration,
  getDemonstration,
  getTurn,
  listStoredTurns,
  measureDemonstration,
} from '../../platform/store/read.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { News } from '../../protocol/news.ts';
import type { Entry, EntryFinding } from '../../ui/conversation/entry.ts';
import { createTurnEntry, toEntryFinding } from '../../ui/conversation/turn-entry.ts';
import { LOST } from './panel-model.ts';
import type { Finished, PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';
import { validateMaskSelectors } from '../../platform/settings/validate-mask-selectors.ts';

/** What the ids of other notices begin with. */
const NOTED = 'noted ';

/** The recorder's half of the panel: orders it, and shows what the store holds. */
export function openRecordingDesk(store: PanelStore, signal: AbortSignal) {
  const feed = openTurnFeed(store, signal);
  const finished = openFinishedDesk(store, signal);
  const options = openOptionsDesk(store);

  async function refresh(): Promise<void> {
    const before = store.getState().demonstration;
    await feed.refresh();
    if (before && !store.getState().demonstration) await finished.show(before.id);
  }

  /** Runs an order of the user; what stands in the way is said, never swallowed. */
  async function run(work: Promise<Outcome>): Promise<void> {
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

  /** In the list, where the action would be, so that it is not overlooked; without a recording, above. */
  function warn({ about, message, turnId }: News & { type: 'warning' }): void {
    const { demonstration } = store.getState();
    if (!demonstration) {
      showBanner(store, message);
      return;
    }
    const id = (about === 'turn' ? LOST : NOTED) + (turnId ?? crypto.randomUUID());
    const words = { happened: message, saved: null, next: null };
    const notice = {
      kind: 'notice',
      id,
      at: Date.now(),
      tone: 'error',
      actions: [],
      ...words,
    } as const;
    store.setState(({ asides }) => ({
      asides: [...asides.filter((entry) => entry.id !== id), notice],
    }));
  }

  listenToNews((news) => {
    switch (news.type) {
      case 'recording.changed':
        void refresh();
        return;
      case 'turn.kept':
        void refresh().then(() => feed.show(news.turnId));
        return;
      case 'turn.removed':
        void feed.hideRemoved(news.turnId);
        return;
      case 'demonstrations.changed':
        return;
      case 'warning':
        warn(news);
    }
  }, signal);
  void refresh();

  return {
    options,
    start(): void {
      if (!options.areReady()) return;
      store.setState({
        busy: 'starting',
        finished: null,
        banner: null,
        optionsOpen: false,
        masksEntered: null,
      });
      const { tab, options: chosen } = store.getState();
      void run(order('recording.start', { tabId: tab?.tabId ?? null, options: chosen }));
    },
    pause: () => void run(order('recording.pause', null)),
    resume: () => void run(order('recording.resume', null)),
    stop(): void {
      store.setState({ busy: 'stopping', optionsOpen: false });
      void run(order('recording.stop', null));
    },
    undo: () => void run(order('recording.undo', null)),
    redo: () => void run(order('recording.redo', null)),
    closeFinished: finished.close,
    export: finished.export,
    cancelExport: finished.cancelExport,

    discard(): void {
      const id = store.getState().finished?.demonstration.id;
      if (id === undefined) return;
      finished.cancelExport();
      store.setState({ finished: null, kept: new Map(), asides: [], undone: [] });
      void run(order('demonstration.delete', { id }));
    },
  };
}

export type RecordingDesk = ReturnType<typeof openRecordingDesk>;

/** What the browser says of an order whose receiver it ended before there was an answer. */
const CUT_OFF = /message (?:channel|port) closed before a response/;

/** An order of the user's that did not come back, in words for them. */
export function explainFailure(error: unknown): { happened: string; next: string } {
  if (CUT_OFF.test(String(error))) {
    return {
      happened: 'Wayscribe was stopped before it could answer; what you asked for may be done.',
      next: 'The list shows what is kept: look there before you try again.',
    };
  }
  return { happened: `That did not work: ${String(error)}`, next: 'What is recorded is safe.' };
}

/** What is chosen for the next recording; kept as soon as it is chosen. */
function openOptionsDesk(store: PanelStore) {
  function choose(options: RecordingOptions): void {
    store.setState({ options });
    writeRecordingOptions(options).catch((error: unknown) =>
      showBanner(store, `The options could not be remembered: ${String(error)}`),
    );
  }

  void readRecordingOptions().then((options) => store.setState({ options }));

  return {
    choose,
    toggle: () => store.setState(({ optionsOpen }) => ({ optionsOpen: !optionsOpen })),

    enterMasks(text: string): void {
      const validated = validateMaskSelectors(text);
      store.setState({
        masksEntered: { text, problem: validated.ok ? null : validated.reason },
      });
      if (validated.ok) choose({ ...store.getState().options, masks: validated.selectors });
    },

    /** Whether a recording may begin with what is entered; if not, it is shown why. */
    areReady(): boolean {
      const problem = store.getState().masksEntered?.problem ?? null;
      if (problem === null) return true;
      store.setState({ optionsOpen: true });
      showBanner(
        store,
        'Nothing was started: the masks for this recording are not right.',
        problem,
      );
      return false;
    },
  };
}

/** The card of the demonstration that was stopped last: what was found, and its export. */
function openFinishedDesk(store: PanelStore, signal: AbortSignal) {
  let exporting: AbortController | null = null;

  async function show(id: string): Promise<void> {
    const demonstration = await getDemonstration(await connectStore(), id);
    if (!demonstration) return;
    const finished: Finished = { demonstration, findings: null, exporting: { state: 'none' } };
    store.setState({ finished });
    const found = await lintStored(id);
    change(id, {
      findings: found.map((finding) => ({ ...toEntryFinding(finding), turnId: finding.turnId })),
    });
  }

  function change(id: string, part: Partial<Finished>): void {
    store.setState(({ finished }) =>
      finished?.demonstration.id === id ? { finished: { ...finished, ...part } } : {},
    );
  }

  async function pack(id: string): Promise<void> {
    const controller = new AbortController();
    exporting = controller;
    const onProgress = (progress: { done: number; total: number }): void =>
      change(id, { exporting: { state: 'packing', ...progress } });
    onProgress({ done: 0, total: 0 });
    try {
      const stop = AbortSignal.any([signal, controller.signal]);
      const exported = await exportDemonstration(id, 'weblinx', { onProgress, signal: stop });
      if (exported.ok) {
        saveExport(exported);
        const { fileName, file } = exported;
        change(id, { exporting: { state: 'done', fileName, bytes: file.size } });
      } else {
        change(id, {
          exporting: stop.aborted
            ? { state: 'none' }
            : { state: 'failed', message: exported.message },
        });
      }
    } catch (error) {
      const message = `The export failed (${String(error)}). The demonstration is safe; try again.`;
      change(id, { exporting: { state: 'failed', message } });
    } finally {
      exporting = null;
    }
  }

  return {
    show,
    close: () => store.setState({ finished: null }),
    cancelExport: () => exporting?.abort(),
    export(): void {
      const id = store.getState().finished?.demonstration.id;
      if (id !== undefined && !exporting) void pack(id);
    },
  };
}

/** The space taken is measured at most this often. */
const MEASURE_MS = 2000;

/** Shows what the store holds of the recording: its turns, what is wrong with them, its size. */
function openTurnFeed(store: PanelStore, signal: AbortSignal) {
  /** Turns that are still to be looked through, the newest last: it is the next one. */
  const unchecked: string[] = [];
  const lint = createTurnLint(storeReader.read, storeReader.holds);
  let isChecking = false;
  let measuring: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(measuring));

  /** What the store says: also after the service worker or this panel was gone. */
  async function refresh(): Promise<void> {
    const db = await connectStore();
    const open = await findOpenDemonstration(db);
    const before = store.getState().demonstration;
    if (open && open.id !== before?.id) {
      const turns = await listStoredTurns(db, open.id);
      const shown = turns.filter((turn) => !isUndone(turn));
      store.setState({
        kept: new Map(shown.map((turn) => [turn.id, createTurnEntry(turn, [])])),
        asides: [],
        undone: turns.filter(isUndone).map(placeTurn),
        space: null,
        finished: null,
      });
      for (const { id } of shown) unchecked.push(id);
      void check();
    }
    store.setState({ demonstration: open, loading: false });
    if (open) measureSoon();
  }

  /** Shows a turn that is new, fuller, or back again. */
  async function show(turnId: string): Promise<void> {
    const turn = await getTurn(await connectStore(), turnId);
    if (!turn || turn.demonstrationId !== store.getState().demonstration?.id) return;
    if (isUndone(turn)) {
      hide(turn.id, turn);
      return;
    }
    store.setState(({ kept, asides, undone }) => ({
      kept: new Map(kept).set(turnId, createTurnEntry(turn, findingsOf(kept.get(turnId)))),
      asides: asides.filter(({ id }) => id !== LOST + turnId),
      undone: undone.filter(({ id }) => id !== turnId),
    }));
    unchecked.push(turnId);
    void check();
    measureSoon();
  }

  async function hideRemoved(turnId: string): Promise<void> {
    hide(turnId, await getTurn(await connectStore(), turnId));
  }

  function hide(turnId: string, turn: Turn | null): void {
    store.setState(({ kept, live, asides, undone }) => {
      const rest = new Map(kept);
      rest.delete(turnId);
      const others = undone.filter(({ id }) => id !== turnId);
      return {
        kept: rest,
        live: live.filter((entry) => entry.id !== turnId || wasNotDone(entry)),
        asides: asides.filter(({ id }) => id !== turnId),
        undone: turn && isUndone(turn) ? [...others, placeTurn(turn)] : others,
      };
    });
  }

  /** Looks through one turn after the other, so that a long recording is not in memory at once. */
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      const db = await connectStore();
      for (let id = unchecked.pop(); id !== undefined && !signal.aborted; id = unchecked.pop()) {
        const turn = await getTurn(db, id);
        const isPending = turn?.kind === 'browser' && turn.screenshot.status === 'pending';
        if (!turn || isPending) continue;
        setFindings(turn.id, (await lint(turn)).map(toEntryFinding));
      }
    } finally {
      isChecking = false;
    }
  }

  function setFindings(turnId: string, findings: readonly EntryFinding[]): void {
    const entry = store.getState().kept.get(turnId);
    if (entry?.kind !== 'action' || (findings.length === 0 && entry.findings.length === 0)) return;
    store.setState(({ kept }) => ({ kept: new Map(kept).set(turnId, { ...entry, findings }) }));
  }

  function measureSoon(): void {
    measuring ??= setTimeout(() => {
      measuring = undefined;
      void measure();
    }, MEASURE_MS);
  }

  async function measure(): Promise<void> {
    const id = store.getState().demonstration?.id;
    if (id === undefined || signal.aborted) return;
    const keptBytes = await measureDemonstration(await connectStore(), id);
    const { quota, usage = 0 } = await navigator.storage.estimate();
    const freeBytes = quota === undefined ? null : Math.max(0, quota - usage);
    store.setState({ space: { keptBytes, freeBytes } });
  }

  return { refresh, show, hideRemoved };
}

function placeTurn({ id, at, seq, undoneAt }: Turn) {
  return { id, at, seq, ...(undoneAt !== undefined && { undoneAt }) };
}

function findingsOf(entry: Entry | undefined): readonly EntryFinding[] {
  return entry?.kind === 'action' ? entry.findings : [];
}

/** It is no turn, but still something to read. */
function wasNotDone(entry: Entry): boolean {
  return entry.kind === 'action' && ['acting', 'refused', 'stopped'].includes(entry.state);
}
