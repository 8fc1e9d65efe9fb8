import type { InstalledModel, Precision } from '../../../protocol/models.ts';
import type { Backend } from '../../../protocol/ranker-worker.ts';

/**
 * How much faster a backend must be than the others: a card costs power and can be lost; threads wait for
 * one another at every step, so that a busy machine slows them most (decision 17).
 */
const WORTH: Partial<Record<Backend, number>> = {
  'webgpu-fp16': 1.3,
  'webgpu-fp32': 1.3,
  'wasm-threads': 1.2,
};

/**
 * What was never the faster one: one worker beside several, the runtime's WASM beside as many workers with our
 * own kernel, which takes six tenths of its time (decision 27).
 */
const SLOWER: Partial<Record<Backend, readonly Backend[]>> = {
  'kernel-pool': ['wasm-threads', 'wasm-pool', 'wasm'],
  kernel: ['wasm'],
  'wasm-threads': ['wasm'],
  'wasm-pool': ['wasm'],
};

export function passOver(usable: readonly Backend[]): Backend[] {
  return usable.filter((each) => !usable.some((other) => SLOWER[other]?.includes(each)));
}

/**
 * The backend to use of those that can be used, by measured tokens per second; null while one of them was
 * never measured here.
 */
export function chooseBackend(
  usable: readonly Backend[],
  speeds: Partial<Record<Backend, number>>,
): Backend | null {
  if (usable.some((backend) => speeds[backend] === undefined)) return null;
  const worth = (backend: Backend): number => (speeds[backend] ?? 0) / (WORTH[backend] ?? 1);
  const [first, ...others] = usable;
  return others.reduce<Backend | null>(
    (best, backend) => (best !== null && worth(best) >= worth(backend) ? best : backend),
    first ?? null,
  );
}

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

/** What is used of a GPUDevice. */

interface Losable {
  lost: Promise<{ reason?: string; message: string }>;
}

/** Tells when the device that the runtime got is lost; one that was given back by us is not. */
export async function watchDevice(
  runtime: { readonly device?: unknown },
  onLost: (reason: string) => void,
): Promise<void> {
  const device = (await runtime.device) as Losable | undefined;
  if (!device) return;
  const { reason, message } = await device.lost;
  if (reason !== 'destroyed') onLost(`the graphics card was lost${message ? `: ${message}` : ''}`);
}
