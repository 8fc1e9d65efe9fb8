/**
 * The ranker's worker: holds the encoder and ranks. Started and restarted by platform/ranker-client;
 * when its encoder does not load it says so and goes on by words alone.
 */
import type { RankResult } from '../../core/ranking/candidate.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import type { OnnxEncoder } from '../../platform/onnx/onnx-encoder.ts';
import { listBackends, loadEncoder } from '../../platform/onnx/load-encoder.ts';
import type { Backend, FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';
import { isToRankerWorker } from '../../protocol/ranker-worker.ts';

/** How long a first request waits for the model before words alone answer it. */
const LOADING_PATIENCE_MS = 3000;

let loading: Promise<OnnxEncoder | null> = Promise.resolve(null);
const running = new Map<number, AbortController>();

// addEventListener, not onmessage: the runtime's threads may load this file and bring their own handler.
addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isToRankerWorker(event.data)) return;
  const message = event.data;
  if (message.type === 'init') loading = load(message.modelBase, message.avoid);
  else if (message.type === 'rank') void answer(message);
  else running.get(message.id)?.abort();
});

async function load(modelBase: string, avoid: readonly Backend[]): Promise<OnnxEncoder | null> {
  const backend = (await listBackends()).find((usable) => !avoid.includes(usable)) ?? null;
  if (!backend) {
    reply({ type: 'failed', backend, reason: 'no way of running it is left' });
    return null;
  }
  reply({ type: 'trying', backend });
  try {
    const encoder = await loadEncoder(modelBase, backend);
    reply({ type: 'ready', name: encoder.name, backend });
    return encoder;
  } catch (error) {
    reply({ type: 'failed', backend, reason: describe(error) });
    return null;
  }
}

async function answer({
  id,
  query,
  candidates,
  k,
}: Extract<ToRankerWorker, { type: 'rank' }>): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const encoder = await awaitEncoder();
    const result: RankResult = await rankCandidates(query, candidates, {
      k,
      encoder: encoder === 'loading' ? null : encoder,
      signal: stop.signal,
      now: () => performance.now(),
    });
    const notice =
      encoder === 'loading'
        ? 'The model is still loading, so words alone ordered this.'
        : result.notice;
    reply({ type: 'ranked', id, result: { ...result, notice } });
  } catch (error) {
    reply({ type: 'refused', id, error: describe(error) });
  } finally {
    running.delete(id);
  }
}

function awaitEncoder(): Promise<OnnxEncoder | null | 'loading'> {
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
