import type { InstalledModel, Precision } from '../../../protocol/models.ts';
import type { Backend } from '../../../protocol/ranker-worker.ts';

/** More gain little, and a page's own work needs cores too. */
const MOST_SIDE_BY_SIDE = 4;
/** Weights held several times over must not take more than this, bytes. */
const MOST_POOLED_BYTES = 120_000_000;

/**
 * Backends that look usable here for a model, the likely fastest first. `isForKernel`: it is one that our own
 * kernel computes.
 */
export async function listBackends(
  model: InstalledModel,
  isForKernel: boolean,
): Promise<Backend[]> {
  const isPooled = countLanes('wasm-pool', model) > 1;
  const backends: Backend[] = ['wasm'];
  if (isPooled) backends.unshift('wasm-pool');
  if (crossOriginIsolated && countCores() > 1) backends.unshift('wasm-threads');
  if (isForKernel) backends.unshift(isPooled ? 'kernel-pool' : 'kernel');
  const onCard = await findOnCard(model.precision);
  if (onCard) backends.unshift(onCard);
  return backends;
}

/** Workers that hold the model: several only in the pool. */
export function countLanes(backend: Backend, { bytes }: Pick<InstalledModel, 'bytes'>): number {
  return backend === 'wasm-pool' || backend === 'kernel-pool'
    ? Math.min(countCores(), Math.max(1, Math.floor(MOST_POOLED_BYTES / bytes)))
    : 1;
}

export function countThreads(backend: Backend): number {
  return backend === 'wasm-threads' ? countCores() : 1;
}

function countCores(): number {
  return Math.min(MOST_SIDE_BY_SIDE, navigator.hardwareConcurrency);
}

/**
 * How the graphics card would compute a model, if at all. The runtime computes with the numbers that the file
 * holds: half precision needs a file of that and the adapter's feature for it; all else is single precision. A
 * software adapter is slower than WASM and does not count.
 */
async function findOnCard(
  precision: Precision,
): Promise<Extract<Backend, 'webgpu-fp16' | 'webgpu-fp32'> | null> {
  if (!('gpu' in navigator)) return null;
  try {
    const adapter = await navigator.gpu.requestAdapter();
    if (adapter === null || adapter.info.isFallbackAdapter) return null;
    if (precision !== 'fp16') return 'webgpu-fp32';
    return adapter.features.has('shader-f16') ? 'webgpu-fp16' : null;
  } catch {
    return null;
  }
}
