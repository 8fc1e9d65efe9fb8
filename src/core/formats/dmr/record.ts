import type { DmrCandidate } from './candidates.ts';
import { listDmrCandidates } from './candidates.ts';
import type { CandidateDocument } from './document.ts';
import { writeDocument } from './document.ts';
import { writeQuery } from './query.ts';
import type { ReplayPage, ReplayTurn } from './replay.ts';
import { readIntent, readTargetUid } from './replay.ts';

/** A line of WebLINX's candidates file (weblinx-format.md §3.4), members in the library's order. */
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

/** A record before anything ranked it. */
export type DmrPair = Omit<DmrRecord, 'score' | 'rank'>;

const RANKED_INTENTS: ReadonlySet<string> = new Set([
  'click',
  'change',
  'textInput',
  'scroll',
  'load',
  'submit',
]);

/** Whether DMR ranks elements for a turn; it also needs a page and a box file. */
export function isRankedTurn(turn: ReplayTurn): boolean {
  return RANKED_INTENTS.has(readIntent(turn));
}

/**
 * The query paired with every candidate of turn `index`: the target first, when it is a candidate, then
 * document order (weblinx-format.md §3.2–3.4).
 */
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
  const pairs = listDmrCandidates(page, limits).map(({ uid, fields }: DmrCandidate): DmrPair => ({
    query,
    doc: writeDocument(fields),
    uid,
    demo_name: demoName,
    turn_index: index,
    elem_dict: fields,
    label: uid === target ? 1 : 0,
  }));
  return [...pairs.filter(({ label }) => label === 1), ...pairs.filter(({ label }) => label === 0)];
}

/**
 * The pairs of one turn with their scores and ranks: by descending score, of equal scores in the given
 * order. Pairs that share a uid share the rank of the last of them, since the library keys ranks by uid.
 */
export function rankPairs(pairs: readonly DmrPair[], scores: readonly number[]): DmrRecord[] {
  const scored = pairs.map((pair, index) => ({ pair, score: scores[index] ?? Number.NaN }));
  const ranks = new Map<string, number>();
  for (const [index, { pair }] of scored.toSorted((a, b) => b.score - a.score).entries()) {
    ranks.set(pair.uid, index + 1);
  }
  return scored.map(({ pair, score }) => ({ ...pair, score, rank: ranks.get(pair.uid) ?? 0 }));
}
