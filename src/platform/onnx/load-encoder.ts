import * as ort from 'onnxruntime-web/jspi';
import glue from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import type { Backend } from '../../protocol/ranker-worker.ts';
import { readModelConfig } from './model-config.ts';
import type { OnnxEncoder } from './onnx-encoder.ts';
import { createOnnxEncoder } from './onnx-encoder.ts';

const MAX_THREADS = 4;

/**
 * Loads the model that lies at `base` (model.onnx, vocab.txt, config.json; ends with a slash). One
 * flavour of the runtime serves WASM and WebGPU alike. Its threads are fixed with the first
 * session of a worker, and a start that hangs blocks it for good: after a failure try another backend
 * in a new worker.
 */
export async function loadEncoder(base: string, backend: Backend): Promise<OnnxEncoder> {
  ort.env.wasm.numThreads = backend === 'wasm-threads' ? countThreads() : 1;
  ort.env.wasm.wasmPaths = {
    mjs: new URL(glue, location.origin).href,
    wasm: new URL(wasm, location.origin).href,
  };
  const [model, vocabulary, config] = await Promise.all([
    fetchFile(`${base}model.onnx`).then((response) => response.arrayBuffer()),
    fetchFile(`${base}vocab.txt`).then((response) => response.text()),
    fetchFile(`${base}config.json`).then((response): Promise<unknown> => response.json()),
  ]);
  return createOnnxEncoder({
    runtime: ort,
    model: new Uint8Array(model),
    vocabulary: vocabulary.replace(/\n$/, '').split(/\r?\n/),
    config: readModelConfig(config),
    backend: backend === 'webgpu' ? 'webgpu' : 'wasm',
  });
}

/** Backends that look usable here, fastest first. */
export async function listBackends(): Promise<Backend[]> {
  const backends: Backend[] = ['wasm'];
  if (crossOriginIsolated && countThreads() > 1) backends.unshift('wasm-threads');
  if (await hasGraphicsCard()) backends.unshift('webgpu');
  return backends;
}

function countThreads(): number {
  return Math.min(MAX_THREADS, navigator.hardwareConcurrency);
}

/** A software adapter is slower than WASM and does not count. */
async function hasGraphicsCard(): Promise<boolean> {
  if (!('gpu' in navigator)) return false;
  try {
    const adapter = await navigator.gpu.requestAdapter();
    return adapter !== null && !adapter.info.isFallbackAdapter;
  } catch {
    return false;
  }
}

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be read (${response.status})`);
  return response;
}
