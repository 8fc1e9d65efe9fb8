import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { getVisibility } from '../../native.ts';
import type { CapturePorts } from '../ports.ts';
import { readDocumentTime } from '../../time.ts';

const REST_MS = 60;
/** A page that never rests is captured anyway. */
const MAX_WAIT_MS = 2000;
const POINTER_REST_MS = 40;
/** Shortest interval between two captures, and their largest share of the time. */
const MIN_INTERVAL_MS = 100;
const INTERVAL_PER_COST = 50;
/** A newly loaded page is captured without waiting for rest for this long; the rest follows later. */
const FIRST_BUDGET_MS = 12;
/** While the pointer is not used there is no hurry. */
const POINTER_IDLE_MS = 5000;

/** The document at some moment before the pointer came to its current position. */
export interface RestingSnapshot {
  /** Null if capturing it would have cost too much. */
  raw: RawFrame | null;
  isBefore: boolean;
  live: boolean;
}

export type RestingSnapshots = ReturnType<typeof createRestingSnapshots>;

/** Limits how often captures and what runs along with them take the page's time. */
class Pace {
  private spent = 0;
  private lastAt = -Infinity;

  mayTake(leastMs: number): boolean {
    return performance.now() - this.lastAt >= Math.max(leastMs, INTERVAL_PER_COST * this.spent);
  }

  capture(take: () => RawFrame): RawFrame {
    const began = performance.now();
    const raw = take();
    this.lastAt = performance.now();
    this.spent = this.lastAt - began;
    return raw;
  }

  /** Runs steps until the deadline is near. Returns whether all are done. */
  advance(steps: Iterator<void>, deadline: Pick<IdleDeadline, 'timeRemaining'>): boolean {
    const began = performance.now();
    let isDone: boolean;
    do isDone = steps.next().done === true;
    while (!isDone && deadline.timeRemaining() > 1);
    this.lastAt = performance.now();
    this.spent += this.lastAt - began;
    return isDone;
  }
}

/**
 * Captures the document at rest, so that its state before the pointer moved on is known: style sheets show the
 * hovered state as soon as the pointer comes. `look` runs along with that in idle time, in small steps.
 */
export function createRestingSnapshots(
  ports: Pick<CapturePorts, 'document' | 'take' | 'changes' | 'clock'>,
  look: () => Generator<void, void, undefined>,
  signal: AbortSignal,
) {
  const { clock } = ports;
  let calm: { raw: RawFrame; at: number; live: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const pace = new Pace();
  let usedAt = performance.now();
  let looking: ReturnType<typeof look> | null = null;

  const take = (targets: readonly Element[]): RawFrame => pace.capture(() => ports.take(targets));

  function holds(): boolean {
    clock.flush();
    return calm !== null && clock.lastChangeAt < calm.at;
  }

  function work(deadline: Pick<IdleDeadline, 'timeRemaining'>): void {
    if (signal.aborted) return;
    if (!holds()) {
      const { live } = ports.changes();
      const at = readDocumentTime();
      calm = { raw: take([]), at, live };
    }
    looking ??= look();
    if (pace.advance(looking, deadline)) looking = null;
    else requestIdleCallback(work);
  }

  function rest(until: number): void {
    timer = null;
    if (signal.aborted || getVisibility(ports.document) === 'hidden') return;
    const idleMs = performance.now() - usedAt;
    const least = idleMs > POINTER_IDLE_MS ? POINTER_IDLE_MS : MIN_INTERVAL_MS;
    clock.flush();
    const isQuiet = readDocumentTime() - clock.lastChangeAt >= REST_MS;
    if (pace.mayTake(least) && (isQuiet || readDocumentTime() > until)) {
      requestIdleCallback(work, { timeout: REST_MS });
    } else timer = setTimeout(() => rest(until), REST_MS);
  }

  signal.addEventListener('abort', () => timer && clearTimeout(timer), { once: true });

  return {
    /** The page has loaded and the pointer may be used at once: captures without waiting for rest. */
    begin(): void {
      if (getVisibility(ports.document) === 'hidden') return;
      const until = performance.now() + FIRST_BUDGET_MS;
      work({ timeRemaining: () => until - performance.now() });
    },

    /** The document changed or the pointer moved: schedules a capture. */
    expect(): void {
      if (timer === null && !signal.aborted) {
        const until = readDocumentTime() + MAX_WAIT_MS;
        timer = setTimeout(() => rest(until), REST_MS);
      }
    },

    /** The state just before the pointer came to `target`, or the nearest known one. */
    before(target: Element): RestingSnapshot {
      usedAt = performance.now();
      if (holds() && calm) return { raw: calm.raw, isBefore: true, live: calm.live };
      const state: RestingSnapshot = { raw: null, isBefore: false, live: false };
      if (pace.mayTake(MIN_INTERVAL_MS)) state.raw = take([target]);
      else {
        const came = readDocumentTime();
        setTimeout(() => {
          clock.flush();
          if (!signal.aborted && clock.lastChangeAt < came) state.raw = take([target]);
        }, POINTER_REST_MS);
      }
      return state;
    },
  };
}
