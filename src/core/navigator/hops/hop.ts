/** Subtasks of a request, each on one site: what the copilot works off, and the instructor sees and changes. */

/** Why a hop counts as done. `text` is a quotation that was found, on `host`; empty for what is no site. */
export type Evidence =
  { from: 'page' | 'address' | 'receipt'; text: string; host: string } | { from: 'instructor' };

export interface Hop {
  /** Unique in its list, and kept over changes. */
  id: string;
  text: string;
  /** The host that it is on, where its words say so; null otherwise. */
  site: string | null;
  /** Who worded it. */
  by: 'navigator' | 'instructor';
  state: 'open' | 'done';
  /** Null while it is open. */
  evidence: Evidence | null;
}

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
