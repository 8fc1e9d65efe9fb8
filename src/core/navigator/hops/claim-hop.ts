import type { HopCall } from '../../action/action.ts';
import { holdsWords } from '../control.ts';
import { shorten } from '../describe.ts';
import type { Source } from './evidence.ts';
import { findEvidence } from './evidence.ts';
import type { Hop } from '../../demonstration/hop.ts';
import type { HopList } from './hop.ts';
import { foldHop } from './read-hop.ts';

type Claim = Extract<HopCall, { intent: 'hopDone' }>;

/** `reason` is written for the navigator; `hopId` is the hop that stays open, null when none was meant. */
export type Claimed =
  { ok: true; list: HopList } | { ok: false; reason: string; hopId: string | null };

/**
 * Marks a hop as done where what the navigator quotes is really there. `shown` is the list that it was
 * shown, by whose numbers it speaks. One that is done already stays as it is.
 */
export function claimHop(
  list: HopList,
  shown: HopList,
  { hop: written, evidence }: Claim,
  sources: readonly Source[],
): Claimed {
  const meant = findMeant(shown, written);
  if (!meant) return { ok: false, reason: `There is no hop “${shorten(written)}”.`, hopId: null };
  const at = list.hops.findIndex(({ id }) => id === meant.id);
  const hop = list.hops[at];
  const number = shown.hops.indexOf(meant) + 1;
  if (!hop) return { ok: false, reason: `The instructor took hop ${number} out.`, hopId: null };
  if (hop.state === 'done') return { ok: true, list };
  const found = findEvidence(evidence, sources, hop.site);
  if (found) {
    const done: Hop = { ...hop, state: 'done', evidence: found };
    return { ok: true, list: { ...list, hops: list.hops.with(at, done) } };
  }
  const where = hop.site === null ? '' : ` of ${hop.site}`;
  const reason = `Hop ${number} stays open: “${shorten(evidence)}” was read neither on a page${where} nor in what came of an action there. Evidence has to be quoted word for word.`;
  return { ok: false, reason, hopId: hop.id };
}

/** By its number, or by its words where they can mean only one; without either the one at hand. */
function findMeant({ hops }: HopList, written: string): Hop | null {
  const number = /^\D{0,6}(\d{1,2})\D?$/.exec(written.trim())?.[1];
  if (number !== undefined) return hops[Number(number) - 1] ?? null;
  const words = foldHop({ text: written, site: null });
  if (words === '') return hops.find(({ state }) => state === 'open') ?? null;
  const fitting = hops.filter((hop) => holdsWords(foldHop(hop), words));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
