/**
 * The ranker's worker: holds the encoder of the user's model, if there is one, and ranks. Started and
 * restarted by platform/ranker-client; when its encoder does not load or fails it says so and goes on
 * by words alone.
 */
import type { RankResult } from '../../core/ranking/candidate.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import { loadSmallEncoder } from '../../platform/load-small.ts';
import type { FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';
import { isToRankerWorker } from '../../protocol/ranker-worker.ts';
import type { LoadedModel } from './load-model.ts';
import { loadModel } from './load-model.ts';

/** How long a first request waits for the model before words alone answer it. */
const LOADING_PATIENCE_MS = 3000;

const small = loadSmallEncoder();
let loading: Promise<LoadedModel | null> = Promise.resolve(null);
const running = new Map<number, AbortController>();

// addEventListener, not onmessage: the runtime's threads may load this file and bring their own handler.
addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isToRankerWorker(event.data)) return;
  const message = event.data;
  if (message.type === 'init') loading = loadModel(message, reply);
  else if (message.type === 'rank') void answer(message);
  else running.get(message.id)?.abort();
});

async function answer({
  id,
  query,
  candidates,
  k,
}: Extract<ToRankerWorker, { type: 'rank' }>): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const loaded = await awaitModel();
    const encoder = loaded === 'loading' ? null : loaded?.encoder;
    const result: RankResult = await rankCandidates(query, candidates, {
      k,
      small: await small,
      ...(encoder && { encoder }),
      signal: stop.signal,
      now: () => performance.now(),
    });
    const notice =
      loaded === 'loading'
        ? 'The model is still loading, so it took no part in this.'
        : result.notice;
    reply({ type: 'ranked', id, result: { ...result, notice } });
  } catch (error) {
    reply({ type: 'refused', id, error: describe(error) });
  } finally {
    running.delete(id);
  }
}

function awaitModel(): Promise<LoadedModel | null | 'loading'> {
  const patience = new Promise<'loading'>((resolve) => {
    setTimeout(() => {
      resolve('loading');
    }, LOADING_PATIENCE_MS);
  });
  return Promise.race([loading, patience]);
}

function reply(message: FromRankerWorker): void {
  postMessage(message);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
