import type { Hop } from '../../demonstration/hop.ts';

/** Subtasks of a request, each on one site: what the copilot works off, and the instructor sees and changes. */

/** A plain JSON value; functions give a new one. */
export interface HopList {
  hops: readonly Hop[];
  /** The instructor has changed it, so that the navigator may only add to it. */
  edited: boolean;
  /** What the instructor took out, folded: it is not proposed again. */
  removed: readonly string[];
  /** How many hops it has had, for their ids. */
  made: number;
}

export const NO_HOPS: HopList = { hops: [], edited: false, removed: [], made: 0 };

/** More than any task of MMInA has (10). */
export const MOST_HOPS = 12;

export function listOpen({ hops }: HopList): Hop[] {
  return hops.filter(({ state }) => state === 'open');
}

/** The hop to be worked on: the first that is open; null when none is. */
export function findCurrent({ hops }: HopList): Hop | null {
  return hops.find(({ state }) => state === 'open') ?? null;
}
