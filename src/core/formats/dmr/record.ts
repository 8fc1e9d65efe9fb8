import type { WeblinxBox } from '../weblinx/boxes.ts';
import type { CandidateDocument } from './document.ts';
import { listBoxedElements, writeDocument } from './document.ts';
import { writeQuery } from './live.ts';
import type { ReplayPage, ReplayTurn } from './replay.ts';
import { readIntent, readTargetUid } from './replay.ts';

/** A line of WebLINX's candidates file, members in the library's order. */
export interface DmrRecord {
  query: string;
  doc: string;
  uid: string;
  demo_name: string;
  turn_index: number;
  elem_dict: CandidateDocument;
  label: 0 | 1;
  score: number;
  /** From 1, within the turn. */
  rank: number;
}

/** A record before it is ranked. */
export type DmrPair = Omit<DmrRecord, 'score' | 'rank'>;

const RANKED_INTENTS = new Set(['click', 'change', 'textInput', 'scroll', 'load', 'submit']);

/** Whether DMR ranks elements for a turn; it also needs a page and a box file. */
export function isRankedTurn(turn: ReplayTurn): boolean {
  return RANKED_INTENTS.has(readIntent(turn));
}

/** Pairs the query of turn `index` with every candidate: the target first, then document order. */
export function listDmrPairs(
  demoName: string,
  turns: readonly ReplayTurn[],
  index: number,
  page: ReplayPage,
): DmrPair[] {
  const turn = turns[index];
  if (turn?.type !== 'browser' || !isRankedTurn(turn)) return [];
  const { viewportHeight, viewportWidth } = turn.action.arguments.metadata ?? {};
  const limits = { height: viewportHeight ?? null, width: viewportWidth ?? null };
  const query = writeQuery(turns, index);
  const target = readTargetUid(turn);
  const pairs = listDmrCandidates(page, limits).map(({ uid, fields }): DmrPair => ({
    query,
    doc: writeDocument(fields),
    uid,
    demo_name: demoName,
    turn_index: index,
    elem_dict: fields,
    label: uid === target ? 1 : 0,
  }));
  return pairs.toSorted((a, b) => b.label - a.label);
}

/**
 * Ranks the pairs of one turn by descending score, equal scores in the given order. Pairs that share a uid share the rank of
 * the last of them, since the library keys ranks by uid.
 */
export function rankPairs(pairs: readonly DmrPair[], scores: readonly number[]): DmrRecord[] {
  const scored = pairs.map((pair, index) => ({ pair, score: scores[index] ?? Number.NaN }));
  const ranks = new Map<string, number>();
  for (const [index, { pair }] of scored.toSorted((a, b) => b.score - a.score).entries()) {
    ranks.set(pair.uid, index + 1);
  }
  return scored.map(({ pair, score }) => ({ ...pair, score, rank: ranks.get(pair.uid) ?? 0 }));
}

/** CSS px; null where the recording doesn't say. */
interface ViewportLimits {
  height: number | null;
  width: number | null;
}

/**
 * Lists the candidates of a page in document order: every element with a uid whose box is neither empty, nor tiny, nor below
 * or right of the viewport. Negative coordinates pass.
 */
export function listDmrCandidates({ html, boxes }: ReplayPage, { height, width }: ViewportLimits) {
  const isBigEnough = (box: WeblinxBox): boolean =>
    box.width > 0 && box.height > 0 && (box.width >= 10 || box.height >= 10);
  return Array.from(listBoxedElements(html, boxes)).flatMap(({ uid, box, describe }) => {
    const isBeyond = (height !== null && box.y > height) || (width !== null && box.x > width);
    return isBigEnough(box) && !isBeyond ? [{ uid, fields: describe() }] : [];
  });
}
