import { addUp } from './add-up.ts';
import type { Candidate, RankedCandidate } from './candidate.ts';
import { listFitting } from './fitting.ts';
import type { ReadQuery } from './read-query.ts';
import { PART_WEIGHTS } from './weights.ts';

/** A side or corner of the page: `at the top right`. */
export interface Corner {
  x: 'left' | 'right' | 'middle' | null;
  y: 'top' | 'bottom' | null;
}

const SIDE =
  '(?<y>top|upper|bottom|lower)?[- ]?(?<x>left|right|middle|centre|center)?(?:[- ]?(?:hand|most))?';
const TAIL = new RegExp(
  `\\s*,?\\s+(?:in|at|on|to|near|from)\\s+the\\s+(?:very\\s+)?${SIDE}(?:\\s+(?:corner|side|edge|part))?(?:\\s+of\\s+(?:the|this)\\s+(?:page|screen|window|site))?\\s*$`,
  'i',
);
const HEAD = /^\s*(?:the\s+)?(?<y>top|upper|bottom|lower)[- ](?<x>left|right)[- ](?=\S)/i;

/** Takes a side or corner off a phrase. */
export function takeCorner(text: string): { corner: Corner | null; rest: string } {
  for (const pattern of [TAIL, HEAD]) {
    const found = pattern.exec(text);
    const x = found?.groups?.['x']?.toLowerCase() ?? null;
    const y = found?.groups?.['y']?.toLowerCase() ?? null;
    if (!found || (x === null && y === null)) continue;
    // "Put the text in the middle" says what is done, not where it is pressed.
    const isVague = y === null && x !== 'left' && x !== 'right';
    if (isVague && !/page|screen|window|site/i.test(found[0])) continue;
    const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
    if (!/[\p{L}\p{N}]/u.test(rest)) continue;
    const corner: Corner = {
      x: x === null ? null : x === 'left' || x === 'right' ? x : 'middle',
      y: y === null ? null : /top|upper/.test(y) ? 'top' : 'bottom',
    };
    return { corner, rest };
  }
  return { corner: null, rest: text };
}

/** Of those that fit the words alike, raises the one furthest in the corner that was asked for. */
export function applyCorner(
  { corner, bare }: ReadQuery,
  scored: readonly RankedCandidate[],
): RankedCandidate[] {
  if (!corner) return [...scored];
  const fitting = listFitting(scored, bare.length === 0).filter(
    ({ entry }) => entry.candidate.box !== null,
  );
  const reached = fitting.map(({ at, entry }) => ({ at, far: reachOf(entry.candidate, corner) }));
  const [first, second] = [...reached].sort((a, b) => b.far - a.far);
  if (!first || (second && second.far >= first.far)) return [...scored];
  return scored.map((entry, at) =>
    at === first.at
      ? addUp(entry.candidate, {
          ...entry,
          parts: { ...entry.parts, corner: PART_WEIGHTS.ordinal },
          coverage: bare.length === 0 ? 1 : entry.coverage,
        })
      : entry,
  );
}

/** CSS px towards the corner; comparable between candidates. */
function reachOf({ box }: Candidate, { x, y }: Corner): number {
  if (!box) return -Infinity;
  const across = { left: -box.x, right: box.x + box.width, middle: 0 }[x ?? 'middle'];
  const down = { top: -box.y, bottom: box.y + box.height, middle: 0 }[y ?? 'middle'];
  return across + down;
}
