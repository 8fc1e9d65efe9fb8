import { lintTurn } from '../../core/demonstration/lint.ts';
import { order, connectStore } from '../../app/connection.ts';
import { exportDemonstration, lintStored, saveFile } from '../../app/demonstrations.ts';
import { openImages } from '../../app/images.ts';
import { listenToNews } from '../../platform/news.ts';
import {
  findOpenDemonstration,
  getDemonstration,
  getTurn,
  listTurns,
  readContent,
} from '../../platform/store/read.ts';
import type { Turn } from '../../core/demonstration/demonstration.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { entryOfTurn, toFinding } from '../../ui/conversation/entry-of-turn.ts';
import type { Finished, PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';

/** The recorder's half of the panel: orders it, and shows what the store holds. */
export function openRecordingDesk(store: PanelStore, signal: AbortSignal) {
  const imageUrl = openImages(signal);

  async function readEntry(turn: Turn) {
    const db = await connectStore();
    const { screenshot } = turn.kind === 'browser' ? turn : { screenshot: null };
    const url = screenshot?.status === 'kept' ? await imageUrl(screenshot.image) : null;
    const pending = screenshot?.status === 'pending';
    const findings = pending ? [] : await lintTurn(turn, (hash) => readContent(db, hash));
    return entryOfTurn(turn, url, findings);
  }

  /** Reads a turn that is new or fuller; a later reading of the same turn wins. */
  async function showTurn(turnId: string): Promise<void> {
    const turn = await getTurn(await connectStore(), turnId);
    if (!turn || turn.demonstrationId !== store.getState().demonstration?.id) return;
    const entry = await readEntry(turn);
    store.setState(({ kept }) => ({ kept: new Map(kept).set(turnId, entry) }));
  }

  function hideTurn(turnId: string): void {
    store.setState(({ kept, live }) => {
      const rest = new Map(kept);
      rest.delete(turnId);
      const left = live.filter((entry) => entry.id !== turnId || wasNotDone(entry));
      return { kept: rest, live: left };
    });
  }

  /** What the store says: also after the service worker or this panel was gone. */
  async function refresh(): Promise<void> {
    const db = await connectStore();
    const open = await findOpenDemonstration(db);
    const before = store.getState().demonstration;
    if (open && open.id !== before?.id) {
      const turns = await listTurns(db, open.id);
      const entries = await Promise.all(
        turns.map(async (turn) => [turn.id, await readEntry(turn)] as const),
      );
      store.setState({ kept: new Map(entries), finished: null });
    }
    store.setState({ demonstration: open, loading: false });
    if (before && !open) await finish(before.id);
  }

  async function finish(id: string): Promise<void> {
    const demonstration = await getDemonstration(await connectStore(), id);
    if (!demonstration) return;
    const finished: Finished = { demonstration, findings: null, exporting: { state: 'none' } };
    store.setState({ finished });
    const findings = (await lintStored(id)).map(toFinding);
    changeFinished(id, { findings });
  }

  function changeFinished(id: string, change: Partial<Finished>): void {
    store.setState(({ finished }) =>
      finished?.demonstration.id === id ? { finished: { ...finished, ...change } } : {},
    );
  }

  /** Runs an order of the user; what stands in the way is said, never swallowed. */
  async function run(work: Promise<Outcome>): Promise<void> {
    try {
      const outcome = await work;
      if (!outcome.ok) showBanner(store, outcome.message);
    } catch (error) {
      showBanner(store, `That did not work: ${String(error)}`, 'What is recorded is safe.');
    } finally {
      store.setState({ busy: null });
      await refresh();
    }
  }

  listenToNews((news) => {
    switch (news.type) {
      case 'recording.changed':
        void refresh();
        return;
      case 'turn.kept':
        void refresh().then(() => showTurn(news.turnId));
        return;
      case 'turn.removed':
        hideTurn(news.turnId);
        return;
      case 'demonstrations.changed':
        return;
      case 'warning':
        showBanner(store, news.message);
    }
  }, signal);
  void refresh();

  return {
    start(): void {
      store.setState({ busy: 'starting', finished: null, banner: null });
      const tabId = store.getState().tab?.tabId ?? null;
      void run(order('recording.start', { tabId }));
    },
    pause: () => void run(order('recording.pause', null)),
    resume: () => void run(order('recording.resume', null)),
    stop(): void {
      store.setState({ busy: 'stopping' });
      void run(order('recording.stop', null));
    },
    undo: () => void run(order('recording.undo', null)),
    closeFinished: () => store.setState({ finished: null }),

    discard(): void {
      const id = store.getState().finished?.demonstration.id;
      if (id === undefined) return;
      store.setState({ finished: null, kept: new Map() });
      void run(order('demonstration.delete', { id }));
    },

    async export(): Promise<void> {
      const id = store.getState().finished?.demonstration.id;
      if (id === undefined) return;
      const onProgress = (fraction: number): void =>
        changeFinished(id, { exporting: { state: 'packing', fraction } });
      onProgress(0);
      try {
        const exported = await exportDemonstration(id, 'weblinx', onProgress, signal);
        if (!exported.ok) {
          changeFinished(id, { exporting: { state: 'failed', message: exported.message } });
          return;
        }
        saveFile(exported.zip, exported.fileName);
        const { fileName, zip } = exported;
        changeFinished(id, { exporting: { state: 'done', fileName, bytes: zip.size } });
      } catch (error) {
        const message = `The export failed (${String(error)}). The demonstration is safe; try again.`;
        changeFinished(id, { exporting: { state: 'failed', message } });
      }
    },
  };
}

/** It is no turn, but still something to read. */
function wasNotDone(entry: Entry): boolean {
  return entry.kind === 'action' && ['acting', 'refused', 'stopped'].includes(entry.state);
}

export type RecordingDesk = ReturnType<typeof openRecordingDesk>;
