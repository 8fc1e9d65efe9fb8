import { describeError } from '../../core/describe-error.ts';
import type { Encoder } from '../../core/ranking/candidate.ts';
import { readInstalledFile, readModelFact, writeModelFact } from './models/model-store.ts';
import { readVocabulary } from './models/check-model.ts';
import { readVectors, rememberVectors, writeVectors } from './models/vector-store.ts';
import {
  chooseBackend,
  countLanes,
  countThreads,
  listBackends,
  passOver,
} from './onnx/backends.ts';
import { checkGolden } from './onnx/golden.ts';
import { isForKernel } from './kernel/open-kernel.ts';
import { measureSpeed, createOnnxEncoder } from './onnx/onnx-encoder.ts';
import type { OnnxEncoder } from './onnx/onnx-encoder.ts';
import { openLanes } from './onnx/worker-lanes.ts';
import type { InstalledModel } from '../../protocol/models.ts';
import type { Backend, FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';

type Reply = (message: FromRankerWorker) => void;

/**
 * Loads the installed model on the best backend: the one measured fastest in this version of the browser,
 * or, before that, each of those that are in question, which measures them. `createWorker` makes a worker that holds
 * the model: named by the caller, so that its bundler finds the worker's file. Never rejects.
 */
export async function loadModel(
  { model, avoid }: Extract<ToRankerWorker, { type: 'init' }>,
  createWorker: () => Worker,
  reply: Reply,
): Promise<Encoder | null> {
  if (!model) {
    reply({ type: 'no model' });
    return null;
  }
  let trying: Backend | null = null;
  const begin = (backend: Backend): void => {
    trying = backend;
    reply({ type: 'trying', backend });
  };
  try {
    const { backend, encoder, tokensPerS } = await loadBest(model, avoid, createWorker, begin);
    reply({ type: 'ready', name: encoder.name, backend, tokensPerS });
    const reporting = reportFailure(encoder, backend, reply);
    return rememberVectors(reporting, `${model.hash} ${model.format}`, {
      ...{ read: readVectors, write: writeVectors },
      now: Date.now,
    });
  } catch (error) {
    reply({ type: 'failed', backend: trying, reason: describeError(error) });
    return null;
  }
}

interface Best {
  backend: Backend;
  encoder: OnnxEncoder;
  tokensPerS: number;
}

async function loadBest(
  model: InstalledModel,
  avoid: readonly Backend[],
  createWorker: () => Worker,
  begin: (backend: Backend) => void,
): Promise<Best> {
  const usable = (await listBackends(model, await isForKernel(model.hash))).filter(
    (each) => !avoid.includes(each),
  );
  const inQuestion = passOver(usable);
  if (inQuestion.length === 0) throw new Error('no way of running it is left');
  const vocabulary = await readPieces(model);
  const speedKey = `speed ${model.hash} ${navigator.userAgent}` as const;
  const speeds = (await readModelFact(speedKey)) ?? {};
  const known = chooseBackend(inQuestion, speeds);
  if (known) {
    begin(known);
    const encoder = await load(model, vocabulary, known, createWorker);
    return { backend: known, encoder, tokensPerS: speeds[known] ?? 0 };
  }
  let best: Best | null = null;
  // The processor first: when the graphics card fails, its speed is known.
  for (const backend of inQuestion.toReversed()) {
    begin(backend);
    const encoder = await load(model, vocabulary, backend, createWorker);
    const tokensPerS = await measureSpeed(encoder, () => performance.now());
    speeds[backend] = tokensPerS;
    await writeModelFact(speedKey, speeds);
    const tried = best ? [best.backend, backend] : [backend];
    const isBetter = chooseBackend(tried, speeds) === backend;
    await (isBetter ? best?.encoder : encoder)?.dispose();
    if (isBetter) best = { backend, encoder, tokensPerS };
  }
  if (!best) throw new Error('no way of running it is left');
  return best;
}

async function readPieces({ vocabularyHash }: InstalledModel): Promise<readonly string[]> {
  const read = readVocabulary(await readInstalledFile(vocabularyHash));
  if (!read.ok) throw new Error(read.reason);
  return read.pieces;
}

/** In workers of its own, checked against the golden vectors. */
async function load(
  model: InstalledModel,
  vocabulary: readonly string[],
  backend: Backend,
  createWorker: () => Worker,
): Promise<OnnxEncoder> {
  const runner = await openLanes({
    createWorker,
    count: countLanes(backend, model),
    load: { type: 'load', hash: model.hash, backend, threads: countThreads(backend) },
  });
  const { name, maxTokens, weight } = model;
  const encoder = await createOnnxEncoder(runner, { vocabulary, name, maxTokens, weight });
  try {
    await checkGolden(encoder, model.golden);
    return encoder;
  } catch (error) {
    await encoder.dispose();
    throw error;
  }
}

/** A backend that fails at work (memory ran out, the graphics card was lost, it hung) is left by the host. */
function reportFailure(encoder: Encoder, backend: Backend, reply: Reply): Encoder {
  return {
    ...encoder,
    async encode(texts, signal, onVector) {
      try {
        return await encoder.encode(texts, signal, onVector);
      } catch (error) {
        if (!signal?.aborted) {
          // After the answer that the words give meanwhile.
          setTimeout(() => reply({ type: 'failed', backend, reason: describeError(error) }));
        }
        throw error;
      }
    },
  };
}
