import type { Box } from '../snapshot/snapshot.ts';
import { addUp } from './add-up.ts';
import type { RankedCandidate } from './candidate.ts';
import type { Fitting } from './fitting.ts';
import { listFitting } from './fitting.ts';
import type { ReadQuery } from './read-query.ts';
import { CLARITY, PART_WEIGHTS } from './weights.ts';

/** Where the target stands, seen from the anchor. */
export type Relation = 'near' | 'left' | 'right' | 'above' | 'below';

/** Further away nobody calls two things neighbours. CSS px. */
const FAR = 600;
/** What lies aside counts this much more than what lies straight in the direction. */
const ASIDE = 3;
const CONTEXT_REACH = 0.02;

/** The relation that a marker like "to the left of" says; null for "inside" and the like. */
export function readRelation(marker: string): Relation | null {
  if (/left of/i.test(marker)) return 'left';
  if (/right of/i.test(marker)) return 'right';
  if (/above/i.test(marker)) return 'above';
  if (/under|below|beneath/i.test(marker)) return 'below';
  return /next to|beside|near|close to|alongside/i.test(marker) ? 'near' : null;
}

/**
 * "The button next to Total": raises, of those that fit the words alike, the one nearest to the anchor
 * in the direction asked for. Words around an element say more than distances: those that have the
 * anchor's in their context go first. `rankAnchor` scores all candidates for the anchor's words.
 */
export function applyRelation(
  { relation, anchor, bare }: ReadQuery,
  scored: readonly RankedCandidate[],
  rankAnchor: (words: string) => readonly RankedCandidate[],
): RankedCandidate[] {
  const unchanged = [...scored];
  if (!relation) return unchanged;
  const fitting = preferContext(listFitting(scored, bare.length === 0));
  const anchors = rankAnchor(anchor);
  const top = anchors.reduce((best, { score }) => Math.max(best, score), -Infinity);
  const meant = anchors.filter(
    ({ score, coverage, candidate }) =>
      score >= top - CLARITY.margin && coverage >= CLARITY.sure && candidate.box !== null,
  );
  const measured = fitting.map(({ at, entry }) => ({
    at,
    far: Math.min(
      ...meant
        .filter(({ candidate }) => candidate.uid !== entry.candidate.uid)
        .map(({ candidate }) => measure(entry.candidate.box, candidate.box, relation)),
      Infinity,
    ),
  }));
  const [first, second] = measured.sort((a, b) => a.far - b.far);
  if (!first || first.far > FAR || (second && second.far === first.far)) {
    return bare.length === 0 ? doubtOthers(scored) : unchanged;
  }
  const fits = new Set(fitting.map(({ at }) => at));
  const isAnchor = new Set(meant.map(({ candidate }) => candidate.uid));
  return scored.map((entry, at) => {
    if (at === first.at) {
      return addUp(entry.candidate, {
        ...entry,
        parts: { ...entry.parts, relation: PART_WEIGHTS.ordinal },
        coverage: bare.length === 0 ? 1 : Math.max(entry.coverage, CLARITY.sure),
      });
    }
    // What stands beside the anchor is meant, not the anchor, however well its words fit.
    return isAnchor.has(entry.candidate.uid) && !fits.has(at)
      ? addUp(entry.candidate, {
          ...entry,
          parts: { ...entry.parts, relation: PART_WEIGHTS.impossible },
        })
      : entry;
  });
}

/** With nothing but a kind of control to go by, no other kind is taken for it. */
function doubtOthers(scored: readonly RankedCandidate[]): RankedCandidate[] {
  const kind = new Set(listFitting(scored, true).map(({ at }) => at));
  return scored.map((entry, at) =>
    kind.has(at) ? entry : { ...entry, coverage: Math.min(entry.coverage, CLARITY.none) },
  );
}

function preferContext(fitting: Fitting[]): Fitting[] {
  const most = fitting.reduce((best, { entry }) => Math.max(best, entry.parts['context'] ?? 0), 0);
  return fitting.filter(({ entry }) => (entry.parts['context'] ?? 0) >= most - CONTEXT_REACH);
}

/** How far a box is from the anchor's in a direction; Infinity on the wrong side of it. */
function measure(box: Box | null, anchor: Box | null, relation: Relation): number {
  if (!box || !anchor) return Infinity;
  const gapX = Math.max(anchor.x - (box.x + box.width), box.x - (anchor.x + anchor.width), 0);
  const gapY = Math.max(anchor.y - (box.y + box.height), box.y - (anchor.y + anchor.height), 0);
  const dx = box.x + box.width / 2 - (anchor.x + anchor.width / 2);
  const dy = box.y + box.height / 2 - (anchor.y + anchor.height / 2);
  switch (relation) {
    case 'near':
      return gapX + gapY * ASIDE;
    case 'left':
      return dx < 0 ? gapX + gapY * ASIDE + offset(dy) : Infinity;
    case 'right':
      return dx > 0 ? gapX + gapY * ASIDE + offset(dy) : Infinity;
    case 'above':
      return dy < 0 ? gapY + gapX * ASIDE + offset(dx) : Infinity;
    case 'below':
      return dy > 0 ? gapY + gapX * ASIDE + offset(dx) : Infinity;
  }
}

/** Tells apart what lies equally far: a hundredth of how far it is out of line. */
function offset(by: number): number {
  return Math.abs(by) / 100;
}
