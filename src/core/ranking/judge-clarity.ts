import type { Candidate, RankedCandidate } from './candidate.ts';
import { CLARITY } from './weights.ts';

/** Whether a ranking names one element, leaves a choice, or found nothing that fits. */
export type Clarity =
  | { kind: 'clear'; best: RankedCandidate }
  /** To be asked about, best first. A single option is a weak match: "did you mean …?". */
  | { kind: 'close'; options: RankedCandidate[] }
  | { kind: 'none' };

/**
 * Judges a ranking, best first. "None" when too few of the words were found; "close" when others score
 * nearly the same (twins such as several "Add to cart"), or when the only match is a weak one.
 * Candidates by which the same thing happens (links to one address under one name, a button and what
 * wraps it) count once.
 */
export function judgeClarity(ranked: readonly RankedCandidate[]): Clarity {
  const best = ranked.find(({ coverage }) => coverage >= CLARITY.none);
  const top = ranked[0];
  if (!best || !top) return { kind: 'none' };
  const options: RankedCandidate[] = [];
  for (const entry of ranked) {
    if (entry.coverage < CLARITY.none || entry.score < best.score - CLARITY.margin) continue;
    if (options.some((known) => isSameChoice(known.candidate, entry.candidate))) continue;
    options.push(entry);
  }
  const isSure = best.coverage >= CLARITY.sure && best === top;
  if (options.length === 1 && isSure) return { kind: 'clear', best };
  return { kind: 'close', options };
}

/** True when acting on either does the same. */
export function isSameChoice(a: Candidate, b: Candidate): boolean {
  if (a.frameId !== b.frameId) return false;
  const sameName = a.fields.name === b.fields.name;
  if (a.href !== null && a.href === b.href && !/^(?:#|javascript:)?$/.test(a.href)) {
    return sameName || a.fields.name === '' || b.fields.name === '';
  }
  return sameName && (isAround(a, b) || isAround(b, a));
}

/** True when `outer` encloses `inner`, directly or as the host of the shadow root it is in. */
function isAround(outer: Candidate, inner: Candidate): boolean {
  const outerHosts = outer.shadowPath ?? [];
  const innerHosts = inner.shadowPath ?? [];
  if (!outerHosts.every((host, at) => innerHosts[at] === host)) return false;
  const path = innerHosts[outerHosts.length] ?? inner.xpath;
  return path === outer.xpath
    ? innerHosts.length > outerHosts.length
    : path.startsWith(`${outer.xpath}/`);
}
