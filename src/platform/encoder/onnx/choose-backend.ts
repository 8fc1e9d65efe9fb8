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

/** Those of the usable backends that are worth measuring. */
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
