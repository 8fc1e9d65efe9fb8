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

/** The fewest and the most candidates shown, however clear the ranking is. */
const LEAST = 4;
const MOST = 20;
/**
 * How far below the best one may score and still be meant: where all words were found in the best, and what
 * is added to it where none were. Learned on the learn halves of both grounding sets (decision 28).
 */
const SURE_MARGIN = 0.15;
const UNSURE_MARGIN = 0.25;

/**
 * How many of a ranking, best first, have to be shown so that the one that is meant is among them about as
 * often as among the best ten: few where the best stands out and holds all the words, more where it does not.
 */
export function countEnough(ranked: readonly RankedCandidate[]): number {
  const best = ranked[0];
  if (!best) return 0;
  const margin = SURE_MARGIN + UNSURE_MARGIN * (1 - best.coverage);
  const near = ranked.filter(({ score }) => score >= best.score - margin).length;
  return Math.min(ranked.length, Math.max(LEAST, Math.min(MOST, near)));
}
