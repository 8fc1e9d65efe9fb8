import { isOwnPage, receive } from '../../platform/messages.ts';
import { startRanker } from '../../platform/ranker-client.ts';
import type { Offscreen } from '../../protocol/offscreen.ts';
import type { TabVideo } from '../../protocol/tab-video.ts';
import { createTabWatch } from './tab-watch.ts';

/*
 * Hosts the ranker's worker, off every page's thread, and watches the tab that is recorded. Made on
 * demand and holding nothing that is needed later: the service worker can have neither workers nor
 * streams, and panels come and go.
 */
const requests = new Map<string, AbortController>();
const ranker = startRanker({
  signal: new AbortController().signal,
  modelBase: chrome.runtime.getURL('models/tiny/'),
  createWorker: () =>
    new Worker(new URL('../ranker-worker/ranker-worker.ts', import.meta.url), { type: 'module' }),
});

receive<Offscreen & TabVideo>(
  'offscreen',
  {
    'ranker.rank': async ({ requestId, query, candidates, k }) => {
      const controller = new AbortController();
      requests.set(requestId, controller);
      try {
        return await ranker.rank(query, candidates, k, controller.signal);
      } finally {
        requests.delete(requestId);
      }
    },
    'ranker.status': () => ranker.status(),
    'ranker.cancel': ({ requestId }) => {
      requests.get(requestId)?.abort(new Error('cancelled'));
      return true;
    },
    ...createTabWatch(),
  },
  (_type, sender) => isOwnPage(sender),
);
