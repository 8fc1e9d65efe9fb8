/** A worker of the measuring page: the naive way, ours on every backend, and how near they come. */
import type { Candidate, Encoder } from '../../../src/core/ranking/candidate.ts';
import { toCompactText } from '../../../src/core/ranking/encoder/encoder-texts.ts';
import { dot } from '../../../src/core/ranking/encoder/vectors.ts';
import { rankCandidates } from '../../../src/core/ranking/rank.ts';
import type { WordPiece } from '../../../src/core/ranking/encoder/word-piece.ts';
import { createWordPiece } from '../../../src/core/ranking/encoder/word-piece.ts';
import type { BatchRunner } from '../../../src/platform/encoder/onnx/open-session.ts';
import { openWeights } from '../../../src/platform/encoder/onnx/load-encoder.ts';
import { countLanes, countThreads } from '../../../src/platform/encoder/onnx/backends.ts';
import type { OnnxEncoder } from '../../../src/platform/encoder/onnx/onnx-encoder.ts';
import { createOnnxEncoder } from '../../../src/platform/encoder/onnx/onnx-encoder.ts';
import { openLanes } from '../../../src/platform/encoder/onnx/worker-lanes.ts';
import type { InstalledModel } from '../../../src/protocol/models.ts';
import type { Backend } from '../../../src/protocol/ranker-worker.ts';

export type ToMeasuring =
  /** Single precision, in one batch, each text padded to 200 tokens, on one thread. */
  | { type: 'naive'; texts: string[] }
  /** The 8-bit model over all texts as the ranker reads them. */
  | { type: 'encode'; texts: string[]; backend: Backend }
  /** The same, held against single precision. */
  | { type: 'likeness'; texts: string[]; backend: Backend }
  /** How many of the ten best of reading everything are among the ten best of reading some. */
  | { type: 'overlap'; candidates: Candidate[]; queries: string[]; backend: Backend };

export type FromMeasuring =
  | { type: 'times'; ms: number[] }
  | { type: 'values'; values: number[] }
  | { type: 'failed'; reason: string };

const NAIVE_LENGTH = 200;
const MAX_TOKENS = 256;
/** Of a trained model. */
const WEIGHT = 0.3;

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const order = data as (ToMeasuring & { model?: InstalledModel }) | null;
  if (order?.type === undefined || !('model' in order)) return;
  measure(order).then(
    (reply) => postMessage(reply),
    (error: unknown) =>
      postMessage({
        type: 'failed',
        reason: error instanceof Error ? error.message : String(error),
      } satisfies FromMeasuring),
  );
});

async function measure(order: ToMeasuring & { model?: InstalledModel }): Promise<FromMeasuring> {
  if (order.type === 'naive') return { type: 'times', ms: await runNaive(order) };
  if (!order.model) throw new Error('No model is installed');
  const encoder = await openOurs(order.model, order.backend);
  if (order.type === 'likeness') {
    return { type: 'values', values: await compare(order.texts, encoder) };
  }
  if (order.type === 'overlap') {
    return { type: 'values', values: await overlap(order.candidates, order.queries, encoder) };
  }
  await encoder.encode(order.texts.slice(0, 64));
  const begun = performance.now();
  await encoder.encode(order.texts);
  return { type: 'times', ms: [performance.now() - begun] };
}

let naive: Promise<{ session: BatchRunner; wordPiece: WordPiece }> | null = null;

async function openNaive(): Promise<{ session: BatchRunner; wordPiece: WordPiece }> {
  const wordPiece = createWordPiece(await readPieces());
  return { session: await openWeights(await take('fp32.onnx'), 'wasm', 1), wordPiece };
}

/** Ms per text. */
async function runNaive({ texts }: ToMeasuring & { type: 'naive' }): Promise<number[]> {
  const isFirst = naive === null;
  naive ??= openNaive();
  const { session, wordPiece } = await naive;
  const run = async (rows: readonly string[]): Promise<void> => {
    const ids = new Int32Array(rows.length * NAIVE_LENGTH).fill(wordPiece.padId);
    const lengths = rows.map((text, row) => {
      const found = wordPiece.encode(text, NAIVE_LENGTH);
      ids.set(found, row * NAIVE_LENGTH);
      return found.length;
    });
    await session.run({ ids, lengths, width: NAIVE_LENGTH });
  };
  if (isFirst) await run(texts.slice(0, 2));
  const begun = performance.now();
  await run(texts);
  return [(performance.now() - begun) / texts.length];
}

/** Cosines of the 8-bit vectors to those in single precision. */
async function compare(texts: readonly string[], encoder: OnnxEncoder): Promise<number[]> {
  const single = await openHere(await openWeights(await take('fp32.onnx'), 'wasm', 1));
  const exact = await single.encode(texts);
  await single.dispose();
  const coarse = await encoder.encode(texts);
  return exact.map((vector, at) => dot(vector, coarse[at] ?? vector.map(() => NaN)));
}

async function overlap(
  candidates: readonly Candidate[],
  queries: readonly string[],
  encoder: Encoder,
): Promise<number[]> {
  const texts = [...new Set([...candidates.map(toCompactText), ...queries])];
  const vectors = await encoder.encode(texts);
  const known = new Map(texts.map((text, at) => [text, vectors[at] ?? new Float32Array(0)]));
  const lookUp: Encoder = {
    ...{ name: encoder.name, dim: encoder.dim, weight: WEIGHT },
    encode: (wanted) =>
      Promise.resolve(wanted.map((text) => known.get(text) ?? new Float32Array(0))),
  };
  const best = async (text: string, limit?: number): Promise<Set<string>> => {
    const options = { k: 10, encoder: lookUp, now: () => performance.now() };
    const { ranked } = await rankCandidates({ text, intent: 'click' }, candidates, {
      ...options,
      ...(limit !== undefined && { limit }),
    });
    return new Set(ranked.map(({ candidate }) => candidate.xpath));
  };
  const shares: number[] = [];
  for (const query of queries) {
    const [all, some] = [await best(query, Infinity), await best(query)];
    shares.push([...some].filter((place) => all.has(place)).length / all.size);
  }
  return shares;
}

async function openOurs(model: InstalledModel, backend: Backend): Promise<OnnxEncoder> {
  const runner = await openLanes({
    createWorker: () =>
      new Worker(
        new URL('../../../src/entrypoints/ranker-worker/encoder-worker.ts', import.meta.url),
        { type: 'module' },
      ),
    count: countLanes(backend, model),
    load: { type: 'load', hash: model.hash, backend, threads: countThreads(backend) },
    hangMs: 120_000,
  });
  return openHere(runner);
}

async function openHere(runner: Parameters<typeof createOnnxEncoder>[0]): Promise<OnnxEncoder> {
  const vocabulary = await readPieces();
  return createOnnxEncoder(runner, { vocabulary, name: '', maxTokens: MAX_TOKENS, weight: WEIGHT });
}

async function readPieces(): Promise<string[]> {
  return new TextDecoder()
    .decode(await take('vocab.txt'))
    .trimEnd()
    .split('\n');
}

async function take(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(`/${name}`, location.origin));
  if (!response.ok) throw new Error(`${name} is not served`);
  return new Uint8Array(await response.arrayBuffer());
}
