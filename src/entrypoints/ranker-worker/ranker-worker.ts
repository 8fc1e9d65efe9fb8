/**
 * The ranker's worker: ranks by words at once, and better as the user's model, if there is one, has read
 * more; the model itself computes in workers of its own. Started and restarted by
 * platform/ranker-client; when the model does not load or fails it says so and goes on by words alone.
 */
import { describeError } from '../../core/describe-error.ts';
import type { Candidate, Encoder, RankResult } from '../../core/ranking/candidate.ts';
import type { EncoderTexts } from '../../core/ranking/encoder/encoder-texts.ts';
import { COMPACT_TEXTS, DMR_TEXTS } from '../../core/ranking/encoder/encoder-texts.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import { readCandidates } from '../../core/ranking/written-list.ts';
import { readLearnedInUse } from '../../platform/encoder/learned-state.ts';
import { loadModel } from '../../platform/encoder/load-model.ts';
import { loadSmallEncoder } from '../../platform/encoder/load-small.ts';
import { createPreparer } from '../../platform/encoder/prepare-texts.ts';
import type { FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';
import { isToRankerWorker } from '../../protocol/ranker-worker.ts';

const small = loadSmallEncoder();
let learned = readLearnedInUse();
/** Null without a model, and after it failed to load. */
let loading: Promise<Encoder | null> | null = null;
let encoder: Encoder | null = null;
/** Of the user's model. */
let texts: EncoderTexts = COMPACT_TEXTS;
/** The list that was received last. */
let held: readonly Candidate[] = [];
const running = new Map<number, AbortController>();
const now = (): number => performance.now();
const preparer = createPreparer(
  () => encoder,
  (candidate) => texts.textOf(candidate),
  (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now,
);

// addEventListener, not onmessage: the runtime's threads may load this file and bring their own handler.
addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isToRankerWorker(event.data)) return;
  const message = event.data;
  if (message.type === 'init') init(message);
  else if (message.type === 'rank') {
    if (message.candidates !== null) held = readList(message.candidates);
    void answer(message, held);
  } else if (message.type === 'hold') void readAhead((held = readList(message.candidates)));
  else if (message.type === 'prepare') preparer.take(message.candidates);
  else if (message.type === 'relearn') learned = readLearnedInUse();
  else if (message.type === 'recall') recall(message);
  else running.get(message.id)?.abort();
});

function readList(list: readonly Candidate[] | string): readonly Candidate[] {
  return typeof list === 'string' ? readCandidates(list) : list;
}

function init(message: Extract<ToRankerWorker, { type: 'init' }>): void {
  texts = message.model?.format === 'dmr-exact' ? DMR_TEXTS : COMPACT_TEXTS;
  const createWorker = (): Worker =>
    new Worker(new URL('./encoder-worker.ts', import.meta.url), { type: 'module' });
  const loaded = loadModel(message, createWorker, reply);
  if (!message.model) return;
  loading = loaded;
  void loaded.then((ready) => {
    encoder = ready;
    if (!ready) loading = null;
  });
}

function recall({ id, texts }: Extract<ToRankerWorker, { type: 'recall' }>): void {
  reply({ type: 'recalled', id, vectors: encoder?.recall?.(texts) ?? [] });
}

/** Ranks once, since words and vectors are remembered. */
async function readAhead(candidates: readonly Candidate[]): Promise<void> {
  const query = { text: 'any', intent: null };
  await rankCandidates(query, candidates, { k: 1, now, small: await small });
}

async function answer(
  { id, query, k, patienceMs, isPlain = false }: Extract<ToRankerWorker, { type: 'rank' }>,
  candidates: readonly Candidate[],
): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  const release = preparer.hold();
  const enough = limitPatience(stop.signal, patienceMs);
  try {
    const result = await rankCandidates(query, candidates, {
      k,
      now,
      texts,
      small: await small,
      ...(!isPlain && { learned: await learned }),
      encoder: loading && untilAborted(loading, enough),
      signal: stop.signal,
      enough,
      onStage: (staged) => reply({ type: 'staged', id, result: staged }),
    });
    reply({ type: 'ranked', id, result: explain(result) });
    // Pages that are over are not asked about again.
    if (!isPlain) preparer.take(candidates);
  } catch (error) {
    reply({ type: 'refused', id, error: describeError(error) });
  } finally {
    running.delete(id);
    release();
  }
}

function limitPatience(signal: AbortSignal, ms: number | null): AbortSignal {
  return ms === null ? signal : AbortSignal.any([signal, AbortSignal.timeout(ms)]);
}

/** Null when it is not there by then. */
function untilAborted(
  model: Promise<Encoder | null>,
  signal: AbortSignal,
): Promise<Encoder | null> {
  const late = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  return Promise.race([model, late]);
}

/** Words alone are not all that a model's owner expects. */
function explain(result: RankResult): RankResult {
  if (result.stage !== 'lexical') return result;
  const why = encoder ? 'was busy' : 'is still loading';
  return { ...result, notice: `The model ${why}, so it took no part in this.` };
}

function reply(message: FromRankerWorker): void {
  postMessage(message);
}
