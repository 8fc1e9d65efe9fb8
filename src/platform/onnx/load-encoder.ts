import * as ort from 'onnxruntime-web/jspi';
import glue from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import type { InstalledModel, Precision } from '../../protocol/models.ts';
import type { Backend } from '../../protocol/ranker-worker.ts';
import { readModelFile } from '../models/model-files.ts';
import { readVocabulary } from '../models/read-vocabulary.ts';
import { checkGolden } from './golden.ts';
import type { EncoderParts, OnnxEncoder } from './onnx-encoder.ts';
import { createOnnxEncoder } from './onnx-encoder.ts';

const MAX_THREADS = 4;

/** The model's files, read once for all backends. Rejects with a sentence when they are not whole. */
export async function readModel(
  model: InstalledModel,
): Promise<Pick<EncoderParts, 'model' | 'vocabulary'>> {
  const [weights, vocabulary] = await Promise.all([
    readModelFile(model.hash),
    readModelFile(model.vocabularyHash),
  ]).catch(() => {
    throw new Error('its files are gone from this browser; get it again in Settings');
  });
  const read = readVocabulary(vocabulary);
  if (!read.ok) throw new Error(read.reason);
  return { model: weights, vocabulary: read.pieces };
}

/**
 * Loads an encoder on one backend. One flavour of the runtime serves WASM and WebGPU alike. Its threads
 * are fixed with the first session of a worker, and a start that hangs blocks it for good: after a failure
 * try another backend in a new worker.
 */
export function loadEncoder(
  parts: Omit<EncoderParts, 'runtime' | 'backend'>,
  backend: Backend,
  threads: number,
): Promise<OnnxEncoder> {
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = {
    mjs: new URL(glue, location.origin).href,
    wasm: new URL(wasm, location.origin).href,
  };
  return createOnnxEncoder({
    ...parts,
    runtime: ort,
    backend: backend === 'webgpu' ? 'webgpu' : 'wasm',
  });
}

/** The same for an installed model, checked against its golden vectors. */
export async function loadInstalled(
  model: InstalledModel,
  files: Pick<EncoderParts, 'model' | 'vocabulary'>,
  backend: Backend,
): Promise<OnnxEncoder> {
  const { name, maxTokens, weight } = model;
  const threads = backend === 'wasm' ? 1 : countThreads();
  const encoder = await loadEncoder({ ...files, name, maxTokens, weight }, backend, threads);
  try {
    await checkGolden(encoder, model.golden);
    return encoder;
  } catch (error) {
    await encoder.dispose();
    throw error;
  }
}

/** Backends that look usable here for weights of this precision, the likely fastest first. */
export async function listBackends(precision: Precision): Promise<Backend[]> {
  const backends: Backend[] = ['wasm'];
  if (crossOriginIsolated && countThreads() > 1) backends.unshift('wasm-threads');
  if (await hasGraphicsCard(precision)) backends.unshift('webgpu');
  return backends;
}

function countThreads(): number {
  return crossOriginIsolated ? Math.min(MAX_THREADS, navigator.hardwareConcurrency) : 1;
}

/** A software adapter is slower than WASM and does not count; half precision needs its feature. */
async function hasGraphicsCard(precision: Precision): Promise<boolean> {
  if (!('gpu' in navigator)) return false;
  try {
    const adapter = await navigator.gpu.requestAdapter();
    if (adapter === null || adapter.info.isFallbackAdapter) return false;
    return precision !== 'fp16' || adapter.features.has('shader-f16');
  } catch {
    return false;
  }
}
