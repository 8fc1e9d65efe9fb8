import type { Candidate } from './candidate.ts';

/** Less of the page than this still there: it is another page, and everything in it is new. */
const SAME_PAGE = 0.5;

/** What a page showed when something was last done on it, and shows now. */
export interface Listing {
  /** Null until something was done. */
  before: ReadonlySet<string> | null;
  now: ReadonlySet<string>;
}

/** What is on a page, by uid, and by place and name: pages that draw everything again give new uids to the same things. */
export function listSeen(candidates: readonly Candidate[]): ReadonlySet<string> {
  return new Set(candidates.flatMap((each) => [each.uid, placeOf(each)]));
}

export function isSeen(each: Candidate, seen: ReadonlySet<string>): boolean {
  return seen.has(each.uid) || seen.has(placeOf(each));
}

function placeOf({ frameId, shadowPath, xpath, role, fields }: Candidate): string {
  return [frameId, ...(shadowPath ?? []), xpath, role, fields.name].join('\n');
}

/** The listing once something is done on what it shows now. */
export function noteAction({ now }: Listing): Listing {
  return { before: now, now };
}

/**
 * Marks what the last action has brought up (the entries of a menu, the buttons of a dialog): listed now and
 * not in `before`. Nothing is marked where most of what was there is gone.
 */
export function markFresh(
  candidates: Candidate[],
  before: ReadonlySet<string> | null,
): Candidate[] {
  if (!before || before.size === 0) return candidates;
  const left = candidates.filter((each) => isSeen(each, before)).length;
  // `before` has two entries for each candidate.
  if (left < (before.size / 2) * SAME_PAGE) return candidates;
  return candidates.map((candidate) =>
    isSeen(candidate, before) ? candidate : { ...candidate, fresh: true as const },
  );
}
