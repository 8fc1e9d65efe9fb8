import type { Candidate } from '../../core/ranking/candidate.ts';
import type { Listing } from '../../core/ranking/recency.ts';
import { listUids, markFresh, noteAction } from '../../core/ranking/recency.ts';

/** More tabs than anybody goes to and fro between; a listing holds a name for every element. */
const MOST_TABS = 8;

/** What the tabs that were observed last showed, the newest last; gone with the page of ours that observes. */
const listings = new Map<number, Listing>();

/** Marks what came up in a tab since something was last done there, and remembers what it shows now. */
export function markRecent(tabId: number, candidates: Candidate[]): Candidate[] {
  const before = listings.get(tabId)?.before ?? null;
  listings.delete(tabId);
  listings.set(tabId, { before, now: listUids(candidates) });
  const [oldest] = listings.keys();
  if (listings.size > MOST_TABS && oldest !== undefined) listings.delete(oldest);
  return markFresh(candidates, before);
}

/** Something is about to be done in a tab: what comes up from now on is new. */
export function noteTabAction(tabId: number): void {
  const listing = listings.get(tabId);
  if (listing) listings.set(tabId, noteAction(listing));
}
