import * as ort from 'onnxruntime-web/jspi';
import glue from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import type { Backend } from '../../../protocol/ranker-worker.ts';
import { isOnCard } from '../../../protocol/ranker-worker.ts';
import { readInstalledFile } from '../models/model-store.ts';
import type { BatchRunner } from './open-session.ts';
import type { EncoderParts, OnnxEncoder } from './onnx-encoder.ts';
import { createOnnxEncoder } from './onnx-encoder.ts';
import { openSession } from './open-session.ts';
import { watchDevice } from './backends.ts';

/**
 * Loads weights on one backend. One flavour of the runtime serves WASM and WebGPU alike. Its threads
 * are fixed with the first session of a worker, and a start that hangs blocks it for good: after a failure
 * try another backend in a new worker.
 */
export function openWeights(
  model: Uint8Array,
  backend: Backend,
  threads: number,
): Promise<BatchRunner> {
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = {
    mjs: new URL(glue, location.origin).href,
    wasm: new URL(wasm, location.origin).href,
  };
  return openSession(ort, model, isOnCard(backend) ? 'webgpu' : 'wasm');
}

/**
 * Hears when the graphics card that a session of this worker computes on is lost (driver restarted, card
 * unplugged, memory gone): what is under way then may never end.
 */
export function hearLoss(onLost: (reason: string) => void): void {
  void watchDevice(ort.env.webgpu, onLost).catch(() => undefined);
}

/** The same for the file of an installed model, by its hash. */
export async function openModel(
  hash: string,
  backend: Backend,
  threads: number,
): Promise<BatchRunner> {
  return openWeights(await readInstalledFile(hash), backend, threads);
}

/** A model that is not installed yet, here and on one thread: to see whether it works. */
export async function tryEncoder(model: Uint8Array, parts: EncoderParts): Promise<OnnxEncoder> {
  return createOnnxEncoder(await openWeights(model, 'wasm', 1), parts);
}
