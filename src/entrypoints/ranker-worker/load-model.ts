import type { Encoder } from '../../core/ranking/candidate.ts';
import { readSpeeds, writeSpeeds } from '../../platform/models/model-state.ts';
import { rememberVectors } from '../../platform/models/remember-vectors.ts';
import { readVectors, writeVectors } from '../../platform/models/vector-store.ts';
import { chooseBackend } from '../../platform/onnx/choose-backend.ts';
import { measureSpeed } from '../../platform/onnx/measure-speed.ts';
import type { OnnxEncoder } from '../../platform/onnx/onnx-encoder.ts';
import type { InstalledModel } from '../../protocol/models.ts';
import type { Backend, FromRankerWorker, ToRankerWorker } from '../../protocol/ranker-worker.ts';

export interface LoadedModel {
  encoder: Encoder;
}

type Reply = (message: FromRankerWorker) => void;

/**
 * Loads the installed model on the best backend: the one measured fastest in this version of the browser,
 * or, before that, each of those that are in question, which measures them. Never rejects.
 */
export async function loadModel(
  { model, avoid }: Extract<ToRankerWorker, { type: 'init' }>,
  reply: Reply,
): Promise<LoadedModel | null> {
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
    const telling = tellFailure(encoder, backend, reply);
    return {
      encoder: rememberVectors(telling, `${model.hash} ${model.format}`, {
        ...{ read: readVectors, write: writeVectors },
        now: Date.now,
      }),
    };
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
  // The runtime is megabytes: loaded only where there is a model for it.
  const { listBackends, loadInstalled, readModel } =
    await import('../../platform/onnx/load-encoder.ts');
  const usable = (await listBackends(model.precision)).filter((each) => !avoid.includes(each));
  // Threads are fixed once per worker, and one is never faster than several.
  const inQuestion = usable.filter((each) => each !== 'wasm' || !usable.includes('wasm-threads'));
  if (inQuestion.length === 0) throw new Error('no way of running it is left');
  const files = await readModel(model);
  const browser = navigator.userAgent;
  const speeds = await readSpeeds(model.hash, browser);
  const known = chooseBackend(inQuestion, speeds);
  if (known) {
    begin(known);
    const encoder = await loadInstalled(model, files, known);
    return { backend: known, encoder, tokensPerS: speeds[known] ?? 0 };
  }
  let best: Best | null = null;
  // The processor first: when the graphics card fails, its speed is known.
  for (const backend of inQuestion.toReversed()) {
    begin(backend);
    const encoder = await loadInstalled(model, files, backend);
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

/** A backend that fails at work (memory ran out, the graphics card was lost) is left by the host. */
function tellFailure(encoder: Encoder, backend: Backend, reply: Reply): Encoder {
  return {
    ...encoder,
    async encode(texts, signal) {
      try {
        return await encoder.encode(texts, signal);
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
