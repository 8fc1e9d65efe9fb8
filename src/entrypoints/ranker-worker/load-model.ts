import type { Encoder } from '../../core/ranking/candidate.ts';
import { readInstalledFile } from '../../platform/encoder/models/model-files.ts';
import { readSpeeds, writeSpeeds } from '../../platform/encoder/models/model-state.ts';
import { readVocabulary } from '../../platform/encoder/models/read-vocabulary.ts';
import { rememberVectors } from '../../platform/encoder/models/remember-vectors.ts';
import { readVectors, writeVectors } from '../../platform/encoder/models/vector-store.ts';
import { chooseBackend, passOver } from '../../platform/encoder/onnx/choose-backend.ts';
import { checkGolden } from '../../platform/encoder/onnx/golden.ts';
import { isForKernel } from '../../platform/encoder/kernel/open-kernel.ts';
import {
  countLanes,
  countThreads,
  listBackends,
} from '../../platform/encoder/onnx/list-backends.ts';
import { measureSpeed, createOnnxEncoder } from '../../platform/encoder/onnx/onnx-encoder.ts';
import type { OnnxEncoder } from '../../platform/encoder/onnx/onnx-encoder.ts';
import { openLanes } from '../../platform/encoder/onnx/worker-lanes.ts';
import type { InstalledModel } from '../../protocol/models.ts';
import type { Backend, FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';

type Reply = (message: FromRankerWorker) => void;

/**
 * Loads the installed model on the best backend: the one measured fastest in this version of the browser,
 * or, before that, each of those that are in question, which measures them. Never rejects.
 */
export async function loadModel(
  { model, avoid }: Extract<ToRankerWorker, { type: 'init' }>,
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
    const { backend, encoder, tokensPerS } = await loadBest(model, avoid, begin);
    reply({ type: 'ready', name: encoder.name, backend, tokensPerS });
    const reporting = reportFailure(encoder, backend, reply);
    return rememberVectors(reporting, `${model.hash} ${model.format}`, {
      ...{ read: readVectors, write: writeVectors },
      now: Date.now,
    });
  } catch (error) {
    reply({ type: 'failed', backend: trying, reason: describe(error) });
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
  begin: (backend: Backend) => void,
): Promise<Best> {
  const usable = (await listBackends(model, await isForKernel(model.hash))).filter(
    (each) => !avoid.includes(each),
  );
  const inQuestion = passOver(usable);
  if (inQuestion.length === 0) throw new Error('no way of running it is left');
  const vocabulary = await readPieces(model);
  const browser = navigator.userAgent;
  const speeds = await readSpeeds(model.hash, browser);
  const known = chooseBackend(inQuestion, speeds);
  if (known) {
    begin(known);
    const encoder = await load(model, vocabulary, known);
    return { backend: known, encoder, tokensPerS: speeds[known] ?? 0 };
  }
  let best: Best | null = null;
  // The processor first: when the graphics card fails, its speed is known.
  for (const backend of inQuestion.toReversed()) {
    begin(backend);
    const encoder = await load(model, vocabulary, backend);
    const tokensPerS = await measureSpeed(encoder, () => performance.now());
    speeds[backend] = tokensPerS;
    await writeSpeeds(model.hash, browser, speeds);
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
): Promise<OnnxEncoder> {
  const runner = await openLanes({
    createWorker: () =>
      new Worker(new URL('./encoder-worker.ts', import.meta.url), { type: 'module' }),
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
          setTimeout(() => reply({ type: 'failed', backend, reason: describe(error) }));
        }
        throw error;
      }
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
