import type { Backend } from '../../protocol/ranker-worker.ts';

/** A graphics card must be this much faster: it costs power, and can be lost. */
const WORTH = 1.3;

/**
 * The backend to use of those that can be used, by measured tokens per second; null while one of them was
 * never measured here.
 */
export function chooseBackend(
  usable: readonly Backend[],
  speeds: Partial<Record<Backend, number>>,
): Backend | null {
  if (usable.some((backend) => speeds[backend] === undefined)) return null;
  const worth = (backend: Backend): number =>
    (speeds[backend] ?? 0) / (backend === 'webgpu' ? WORTH : 1);
  const [first, ...others] = usable;
  return others.reduce<Backend | null>(
    (best, backend) => (best !== null && worth(best) >= worth(backend) ? best : backend),
    first ?? null,
  );
}
