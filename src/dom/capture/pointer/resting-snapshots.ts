import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { getVisibility } from '../../native.ts';
import type { CapturePorts } from '../ports.ts';

/** Unchanged for this long the page is at rest. */
const REST_MS = 60;
/** A page that never rests is looked at nevertheless. */
const MAX_WAIT_MS = 2000;
/** Resting this long, the pointer has arrived. */
const POINTER_REST_MS = 40;
/** Least time between two looks, and their greatest share of it. */
const MIN_INTERVAL_MS = 100;
const INTERVAL_PER_COST = 50;
/** So long a page that has just been loaded is looked at without waiting for rest; what is left is done later. */
const FIRST_BUDGET_MS = 12;
/** While the pointer is not used there is no hurry. */
const POINTER_IDLE_MS = 5000;

/** The document as it was at some moment before the pointer came to where it is. */
export interface RestingSnapshot {
  /** Null when taking it then would have cost too much. */
  raw: RawFrame | null;
  /** Whether it is from before the pointer came; otherwise style sheets had reacted already. */
  isBefore: boolean;
  /** Whether something moved by itself. */
  live: boolean;
}

/**
 * Takes the document when it is at rest, so that what was there before the pointer went on is known
 * afterwards: as soon as a page hears of the pointer, its style sheets show the hovered state. `look` is
 * done along with that, in idle time, bit by bit.
 */
export function createRestingSnapshots(
  ports: Pick<CapturePorts, 'document' | 'take' | 'changes' | 'clock'>,
  look: () => Generator<void, void, undefined>,
  signal: AbortSignal,
) {
  const { clock } = ports;
  let calm: { raw: RawFrame; at: number; live: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let spent = 0;
  let lastAt = -Infinity;
  let usedAt = performance.now();
  let looking: ReturnType<typeof look> | null = null;

  const now = (): number => performance.timeOrigin + performance.now();
  const mayTake = (least: number): boolean =>
    performance.now() - lastAt >= Math.max(least, INTERVAL_PER_COST * spent);

  function take(targets: readonly Element[]): RawFrame {
    const began = performance.now();
    const raw = ports.take(targets);
    lastAt = performance.now();
    spent = lastAt - began;
    return raw;
  }

  function holds(): boolean {
    clock.flush();
    return calm !== null && clock.lastChangeAt < calm.at;
  }

  function work(deadline: Pick<IdleDeadline, 'timeRemaining'>): void {
    if (signal.aborted) return;
    if (!holds()) {
      const { live } = ports.changes();
      const at = now();
      calm = { raw: take([]), at, live };
    }
    looking ??= look();
    const began = performance.now();
    let isDone: boolean;
    do isDone = looking.next().done === true;
    while (!isDone && deadline.timeRemaining() > 1);
    spent += performance.now() - began;
    if (isDone) looking = null;
    else requestIdleCallback(work);
    lastAt = performance.now();
  }

  function rest(until: number): void {
    timer = null;
    if (signal.aborted || getVisibility(ports.document) === 'hidden') return;
    const idleMs = performance.now() - usedAt;
    const least = idleMs > POINTER_IDLE_MS ? POINTER_IDLE_MS : MIN_INTERVAL_MS;
    clock.flush();
    const isQuiet = now() - clock.lastChangeAt >= REST_MS;
    if (mayTake(least) && (isQuiet || now() > until)) {
      requestIdleCallback(work, { timeout: REST_MS });
    } else timer = setTimeout(() => rest(until), REST_MS);
  }

  signal.addEventListener('abort', () => timer && clearTimeout(timer), { once: true });

  return {
    /** The page is there, and the pointer may be used at once: it is looked at without waiting for rest. */
    begin(): void {
      if (getVisibility(ports.document) === 'hidden') return;
      const until = performance.now() + FIRST_BUDGET_MS;
      work({ timeRemaining: () => until - performance.now() });
    },

    /** The document changed, or the pointer is somewhere else: it will be looked at. */
    expect(): void {
      if (timer === null && !signal.aborted) {
        const until = now() + MAX_WAIT_MS;
        timer = setTimeout(() => rest(until), REST_MS);
      }
    },

    /** As it was until the pointer came to `target`, or as near to that as may be. */
    before(target: Element): RestingSnapshot {
      usedAt = performance.now();
      if (holds() && calm) return { raw: calm.raw, isBefore: true, live: calm.live };
      const state: RestingSnapshot = { raw: null, isBefore: false, live: false };
      if (mayTake(MIN_INTERVAL_MS)) state.raw = take([target]);
      else {
        const came = now();
        setTimeout(() => {
          clock.flush();
          if (!signal.aborted && clock.lastChangeAt < came) state.raw = take([target]);
        }, POINTER_REST_MS);
      }
      return state;
    },
  };
}
