import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createOnnxEncoder } from '../../../src/platform/encoder/onnx/onnx-encoder.ts';
import { openSession } from '../../../src/platform/encoder/onnx/open-session.ts';
import type { Runtime } from '../../../src/platform/encoder/onnx/open-session.ts';

/** As the browser's. */
const VERSION = '1.30.0';
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/bench-native', import.meta.url));

/** Reads the texts once more; ms. */
export type NativeRun = (texts: readonly string[]) => Promise<number>;

/**
 * The same code on onnxruntime-node with one thread. The runtime is 290 MB and no dependency of the
 * project: npm puts it beside the caches when this is first run. Null where it cannot be had.
 */
export async function openNative(
  model: Uint8Array,
  vocabulary: readonly string[],
): Promise<NativeRun | null> {
  const node = await loadRuntime();
  if (!node) return null;
  const options = { intraOpNumThreads: 1, graphOptimizationLevel: 'all' } as const;
  const runtime: Runtime = {
    Tensor: node.Tensor,
    InferenceSession: {
      create: (bytes: Uint8Array) => node.InferenceSession.create(bytes, options),
    } as Runtime['InferenceSession'],
  };
  const encoder = await createOnnxEncoder(await openSession(runtime, model, 'wasm'), {
    ...{ vocabulary, name: 'native', maxTokens: 256, weight: 0 },
  });
  return async (texts) => {
    await encoder.encode(texts.slice(0, 64));
    const begun = performance.now();
    await encoder.encode(texts);
    return performance.now() - begun;
  };
}

async function loadRuntime(): Promise<Runtime | null> {
  const load = (): Runtime =>
    createRequire(join(FOLDER, 'package.json'))('onnxruntime-node') as Runtime;
  try {
    return load();
  } catch {
    // Not there yet.
  }
  const order = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  try {
    await mkdir(FOLDER, { recursive: true });
    await promisify(execFile)('npm', [...order, '--prefix', FOLDER, `onnxruntime-node@${VERSION}`]);
    return load();
  } catch (error) {
    const [line = ''] = String(error).split('\n');
    console.log(`onnxruntime-node ${VERSION} cannot be had here (${line}): no native figures.`);
    return null;
  }
}
