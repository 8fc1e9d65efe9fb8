import type { Hop, HopEvidence } from '../../core/demonstration/hops.ts';
import type { HopList } from '../../core/navigator/hops/hop-list.ts';
import { findCurrentHop } from '../../core/navigator/hops/hop-list.ts';
import { message } from '../../messages/message.ts';

/** The list of hops as the panel shows it. */
export interface HopsModel {
  hops: readonly Hop[];
  /** A hop that the copilot reported as done without evidence. */
  unverifiedId: string | null;
}

/** The list that the instructor starts from. */
export const EMPTY_HOPS: HopsModel = { hops: [], unverifiedId: null };

/** Returns null for an empty list. */
export function toHopsModel(
  { hops }: HopList,
  refused: { hopId: string | null } | null,
): HopsModel | null {
  return hops.length === 0 ? null : { hops, unverifiedId: refused?.hopId ?? null };
}

function countDone(hops: readonly Hop[]): number {
  return hops.filter(({ state }) => state === 'done').length;
}

/** Returns `1 of 3 done`. */
export function describeProgress({ hops }: Pick<HopsModel, 'hops'>): string {
  return message('commonHopsProgress', countDone(hops), hops.length);
}

/** Returns what a screen reader hears when the list changes. */
export function announceHops({ hops }: HopsModel): string {
  if (hops.length === 0) return '';
  const current = findCurrentHop({ hops });
  return current
    ? message('commonHopsNow', countDone(hops), hops.length, current.text)
    : message('commonHopsAllDone');
}

export function describeEvidence(evidence: HopEvidence): string {
  if (evidence.from === 'instructor') return message('commonHopTicked');
  const { text, host } = evidence;
  if (evidence.from === 'address') return message('commonHopAddress', text);
  const isReceipt = evidence.from === 'receipt';
  if (host === '') return message(isReceipt ? 'commonHopReceipt' : 'commonHopRead', text);
  return message(isReceipt ? 'commonHopReceiptOn' : 'commonHopReadOn', text, host);
}
