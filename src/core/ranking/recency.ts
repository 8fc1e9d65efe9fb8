import type { Uid } from '../action/action.ts';
import type { Candidate } from './candidate.ts';

/** Less of the page than this still there: it is another page, and everything in it is new. */
const SAME_PAGE = 0.5;

/** What a page showed when something was last done on it, and shows now. */
export interface Listing {
  /** Null until something was done. */
  before: ReadonlySet<Uid> | null;
  now: ReadonlySet<Uid>;
}

export function listUids(candidates: readonly Candidate[]): ReadonlySet<Uid> {
  return new Set(candidates.map(({ uid }) => uid));
}

/** The listing once something is done on what it shows now. */
export function noteAction({ now }: Listing): Listing {
  return { before: now, now };
}

/**
 * Marks what the last action has brought up (the entries of a menu, the buttons of a dialog): listed now and
 * not in `before`. Nothing is marked where most of what was there is gone.
 */
export function markFresh(candidates: Candidate[], before: ReadonlySet<Uid> | null): Candidate[] {
  if (!before || before.size === 0) return candidates;
  const left = candidates.filter(({ uid }) => before.has(uid)).length;
  if (left < before.size * SAME_PAGE) return candidates;
  return candidates.map((candidate) =>
    before.has(candidate.uid) ? candidate : { ...candidate, fresh: true as const },
  );
}
