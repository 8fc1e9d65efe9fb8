import { isOwnPage, receive } from '../../platform/messages.ts';
import { readInstalled } from '../../platform/models/model-state.ts';
import type { Ranker } from '../../platform/ranker-client.ts';
import { startRanker } from '../../platform/ranker-client.ts';
import type { InstalledModel, Models } from '../../protocol/models.ts';
import type { Learning } from '../../protocol/learning.ts';
import type { Offscreen } from '../../protocol/offscreen.ts';
import type { TabVideo } from '../../protocol/tab-video.ts';
import { createLearningDesk } from './learning.ts';
import { createModelDesk } from './models.ts';
import { takeParted } from './parted.ts';
import { createRightOfWay } from './right-of-way.ts';
import { createTabWatch } from './tab-watch.ts';

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
  return (started ??= readInstalled()
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

takeParted();
receive<Offscreen & TabVideo & Models & Learning>(
  'offscreen',
  {
    'ranker.rank': async ({ requestId, query, candidates, k }) => {
      const controller = new AbortController();
      requests.set(requestId, controller);
      try {
        const ranker = await openRanker();
        return await way.first(() => ranker.rank(query, candidates, k, controller.signal));
      } finally {
        requests.delete(requestId);
      }
    },
    'ranker.prepare': async ({ candidates }) => {
      // Nobody asked for anything yet: no reason to start the ranker.
      (await started)?.prepare(candidates);
      return true as const;
    },
    'ranker.status': async () => (await openRanker()).status(),
    'ranker.cancel': ({ requestId }) => {
      requests.get(requestId)?.abort(new Error('cancelled'));
      return true;
    },
    ...createTabWatch(),
    ...createModelDesk({ use }),
    ...createLearningDesk({ openRanker, relearn, way }),
  },
  (_type, sender) => isOwnPage(sender),
);
