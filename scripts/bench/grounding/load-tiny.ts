import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-web/wasm';
import { readModelConfig } from '../../../src/platform/onnx/model-config.ts';
import type { OnnxEncoder } from '../../../src/platform/onnx/onnx-encoder.ts';
import { createOnnxEncoder } from '../../../src/platform/onnx/onnx-encoder.ts';

const folder = new URL('../../../public/models/tiny/', import.meta.url);

/** The encoder that ships with the extension, on WASM with one thread, as the extension runs it. */
export async function loadTiny(): Promise<OnnxEncoder> {
  ort.env.wasm.numThreads = 1;
  const [model, vocabulary, config] = await Promise.all([
    readFile(new URL('model.onnx', folder)),
    readFile(new URL('vocab.txt', folder), 'utf8'),
    readFile(new URL('config.json', folder), 'utf8'),
  ]);
  return createOnnxEncoder({
    runtime: ort,
    model,
    vocabulary: vocabulary.replace(/\n$/, '').split(/\r?\n/),
    config: readModelConfig(JSON.parse(config)),
    backend: 'wasm',
  });
}
