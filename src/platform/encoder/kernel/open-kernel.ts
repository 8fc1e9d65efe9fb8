import { readInstalledFile } from '../models/model-store.ts';
import type { BatchRunner, TokenBatch } from '../onnx/open-session.ts';
import { shapeBatches } from '../onnx/open-session.ts';
import { startKernel } from './kernel-code.ts';
import type { KernelEncoder } from './kernel-encoder.ts';
import { openKernelEncoder } from './kernel-encoder.ts';
import { recogniseEncoder } from './recognise-encoder.ts';

/** Whether our own kernel computes an installed model. Rejects when its file is gone. */
export async function isForKernel(hash: string): Promise<boolean> {
  return recogniseEncoder(await readInstalledFile(hash)) !== null;
}

/** Opens an installed model on our own kernel, in this context. Rejects for other models, and without enough memory. */
export async function openKernel(hash: string): Promise<BatchRunner> {
  const [relaxed, plain] = await Promise.all([readKernel('relaxed'), readKernel('plain')]);
  const found = recogniseEncoder(await readInstalledFile(hash));
  if (!found) throw new Error('it is built otherwise than the kernel expects');
  return runOnKernel(openKernelEncoder(await startKernel({ relaxed, plain }), found));
}

/** Batches on the kernel: their padding is left out. */
function runOnKernel(encoder: KernelEncoder): BatchRunner {
  return {
    lanes: 1,
    ...shapeBatches(false),
    run: ({ ids, lengths, width }: TokenBatch) => {
      const rows = lengths.map((length, row) => ids.subarray(row * width, row * width + length));
      return new Promise((resolve) => resolve(encoder.encode(rows)));
    },
    dispose: () => Promise.resolve(),
  };
}

async function readKernel(name: 'relaxed' | 'plain'): Promise<ArrayBuffer> {
  const response = await fetch(new URL(`/kernel/${name}.wasm`, location.origin));
  if (!response.ok) throw new Error('the kernel cannot be read');
  return response.arrayBuffer();
}
