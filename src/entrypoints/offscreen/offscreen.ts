import { WrittenList } from '../../core/ranking/written-list.ts';
import { readModelFact } from '../../platform/encoder/models/model-store.ts';
import type { Ranker } from '../../platform/encoder/ranker-client.ts';
import { startRanker } from '../../platform/encoder/ranker-client.ts';
import type { Handlers } from '../../platform/messages.ts';
import { isOwnPage, receive, senderTo } from '../../platform/messages.ts';
import type { BackgroundFromUnload, Kept, Left, UnloadedPage } from '../../protocol/background.ts';
import type { Learning } from '../../protocol/learning.ts';
import type {
  FromInstaller,
  InstalledModel,
  ModelJob,
  ModelOrder,
  Models,
  ToInstaller,
} from '../../protocol/models.ts';
import type { CandidateList, Offscreen } from '../../protocol/offscreen.ts';
import type { TabVideo } from '../../protocol/tab-video.ts';
import { UNLOAD_PORT } from '../../protocol/background.ts';
import { createLearningController } from './learning.ts';
import { createRightOfWay } from './right-of-way.ts';
import { createTabWatch } from './tab-watch.ts';

/** Waits before each try: the service worker may be about to start, or to stop. */
const TRY_AFTER_MS = [0, 100, 300, 1000, 3000, 5000];
/** One that is stopped while it works may leave a message without any answer. */
const ANSWER_MS = 5000;

const order = senderTo<BackgroundFromUnload>('background');

/**
 * Passes on the turns that pages could not send while the service worker was stopped. Accepts each turn once and
 * checks its form: content scripts of pages are not trusted.
 */
function takeUnsentTurns(): void {
  chrome.runtime.onConnect.addListener((port) => {
    const { sender, name } = port;
    if (name !== UNLOAD_PORT || !sender?.tab || sender.id !== chrome.runtime.id) return;
    port.onMessage.addListener((left: Left) => void handOver(left, describePage(sender)));
  });
}

async function handOver({ captured, revised }: Left, page: UnloadedPage): Promise<void> {
  for (const turn of captured) {
    await insist(() => order('unload.captured', { captured: turn, page }));
  }
  for (const turn of revised) {
    await insist(() => order('unload.revised', { revised: turn, page }));
  }
}

function describePage(sender: chrome.runtime.MessageSender): UnloadedPage {
  const { tab, frameId, documentId, documentLifecycle, url } = sender;
  return {
    ...(tab && { tab }),
    ...(frameId !== undefined && { frameId }),
    ...(documentId !== undefined && { documentId }),
    ...(documentLifecycle !== undefined && { documentLifecycle }),
    ...(url !== undefined && { url }),
  };
}

async function insist(send: () => Promise<Kept>): Promise<void> {
  for (const wait of TRY_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_MS));
    if ((await Promise.race([send().catch(() => null), late])) !== null) return;
  }
}

/** A worker that hangs after Stop is terminated. */
const STOP_MS = 3000;

/** Runs one installation at a time in a worker, and gives the installed model to the ranker. */
function createModelController(ranker: Pick<Ranker, 'use'>): Handlers<Models> {
  let job: ModelJob = { state: 'none' };
  let worker: Worker | null = null;

  function end(result: ModelJob): void {
    worker?.terminate();
    worker = null;
    job = result;
  }

  function begin(order: ModelOrder): void {
    const name = order.from === 'web' ? order.spec.name : order.name;
    job = { state: 'running', name, progress: null };
    const started = new Worker(new URL('../ranker-worker/install-worker.ts', import.meta.url), {
      type: 'module',
    });
    worker = started;
    started.addEventListener('message', ({ data }: MessageEvent<FromInstaller>) => {
      if (worker !== started) return;
      if (data.type === 'progress') {
        job = { state: 'running', name, progress: data.progress };
      } else if (data.type === 'failed') {
        end({ state: 'failed', name, reason: data.reason });
      } else {
        end({ state: 'done', name: data.model.name });
        ranker.use(data.model);
      }
    });
    started.addEventListener('error', ({ message }) => {
      if (worker !== started) return;
      const reason = `The installer broke off (${message || 'no reason given'}). The model in use stays.`;
      end({ state: 'failed', name, reason });
    });
    started.postMessage({ type: 'install', order } satisfies ToInstaller);
  }

  function cancel(): void {
    const stopping = worker;
    if (!stopping || job.state !== 'running') return;
    const { name } = job;
    stopping.postMessage({ type: 'cancel' } satisfies ToInstaller);
    setTimeout(() => {
      if (worker === stopping) end({ state: 'failed', name, reason: 'It was stopped.' });
    }, STOP_MS);
  }

  return {
    'models.install': ({ order }) => {
      if (worker) return false;
      begin(order);
      return true;
    },
    'models.job': () => job,
    'models.cancel': () => {
      cancel();
      return true;
    },
    'models.changed': async () => {
      ranker.use(await readModelFact('installed'));
      return true as const;
    },
  };
}

/*
 * Hosts the ranker's worker, the learner and the installer of models, off every page's thread, and watches the tab
 * that is recorded. Made on demand and holding nothing that is needed later: the service worker can have
 * neither workers nor streams, and panels come and go.
 */
const requests = new Map<string, AbortController>();
const way = createRightOfWay();

/** Started with the first request: a film or a download needs no ranker. */
let started: Promise<Ranker> | null = null;

function openRanker(): Promise<Ranker> {
  return (started ??= readModelFact('installed')
    // A database that cannot be read must not cost the ranking.
    .catch(() => null)
    .then((model) =>
      startRanker({
        signal: new AbortController().signal,
        model,
        createWorker: () =>
          new Worker(new URL('../ranker-worker/ranker-worker.ts', import.meta.url), {
            type: 'module',
          }),
      }),
    ));
}

/** One that is started now reads by itself which model is installed. */
function use(model: InstalledModel | null): void {
  if (started) void started.then((ranker) => ranker.use(model));
  else void openRanker();
}

/** One that is started now reads by itself what was learned. */
function relearn(): void {
  void started?.then((ranker) => ranker.relearn());
}

let held: { id: string; candidates: WrittenList } | null = null;

/** Returns null for a list that was not received, or another one since. */
function takeList({ id, json }: CandidateList): WrittenList | null {
  if (json !== null) held = { id, candidates: new WrittenList(json) };
  return held?.id === id ? held.candidates : null;
}

takeUnsentTurns();
receive<Offscreen & TabVideo & Models & Learning>(
  'offscreen',
  {
    'ranker.rank': async ({ requestId, query, list, k }) => {
      const candidates = takeList(list);
      if (!candidates) return 'unknown list';
      const controller = new AbortController();
      requests.set(requestId, controller);
      try {
        const ranker = await openRanker();
        return await way.first(() => ranker.rank(query, candidates, k, controller.signal));
      } finally {
        requests.delete(requestId);
      }
    },
    'ranker.hold': async ({ list }) => {
      const candidates = takeList(list);
      if (candidates) (await openRanker()).hold(candidates);
      return true as const;
    },
    'ranker.prepare': async ({ candidates }) => {
      // Nothing was requested yet, so the ranker need not start.
      (await started)?.prepare(candidates);
      return true as const;
    },
    'ranker.status': async () => (await openRanker()).status(),
    'ranker.cancel': ({ requestId }) => {
      requests.get(requestId)?.abort(new Error('cancelled'));
      return true;
    },
    ...createTabWatch(),
    ...createModelController({ use }),
    ...createLearningController({ openRanker, relearn, way }),
  },
  (_type, sender) => isOwnPage(sender),
);
