import { order } from '../../app/connection.ts';
import { listenToNews } from '../../platform/news.ts';
import type { Outcome } from '../../protocol/background.ts';
import type { News } from '../../protocol/news.ts';
import { explainFailure } from './explain-failure.ts';
import { openFinishedDesk } from './finished-desk.ts';
import { openOptionsDesk } from './options-desk.ts';
import { LOST } from './panel-model.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';
import { openTurnFeed } from './turn-feed.ts';

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
    const words = { happened: message, kept: null, next: null };
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
