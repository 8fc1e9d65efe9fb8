import type { HopEvidence, Hop } from '../../core/demonstration/hops.ts';
import type { HopList } from '../../core/navigator/hops/hop-list.ts';
import { findCurrentHop, MAX_HOPS } from '../../core/navigator/hops/hop-list.ts';

/** The list of hops as it is shown. */
export interface HopsModel {
  hops: readonly Hop[];
  /** The one that is worked on; null when all are done. */
  currentId: string | null;
  /** Said to be done without anything that shows it; null when none was. */
  unverifiedId: string | null;
  isFull: boolean;
}

/** A list that the instructor begins. */
export const EMPTY_HOPS: HopsModel = {
  hops: [],
  currentId: null,
  unverifiedId: null,
  isFull: false,
};

/** Null when there is nothing to show. */
export function toHopsModel(
  list: HopList,
  refused: { hopId: string | null } | null,
): HopsModel | null {
  const { hops } = list;
  if (hops.length === 0) return null;
  return {
    hops,
    currentId: findCurrentHop(list)?.id ?? null,
    unverifiedId: refused?.hopId ?? null,
    isFull: hops.length >= MAX_HOPS,
  };
}

/** `1 of 3 done` */
export function describeProgress({ hops }: Pick<HopsModel, 'hops'>): string {
  const done = hops.filter(({ state }) => state === 'done').length;
  return `${String(done)} of ${String(hops.length)} done`;
}

/** What showed that a hop is done, in one sentence. */
export function describeEvidence(evidence: HopEvidence): string {
  if (evidence.from === 'instructor') return 'You ticked it.';
  const on = evidence.host === '' ? '' : ` on ${evidence.host}`;
  const quoted = `“${evidence.text}”`;
  if (evidence.from === 'receipt') return `What came of an action${on}: ${quoted}`;
  return evidence.from === 'address' ? `The address was ${quoted}` : `Read${on}: ${quoted}`;
}
