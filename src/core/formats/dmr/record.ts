import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { listElements } from '../libxml2/node.ts';
import { listPaths } from '../libxml2/path.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import type { WeblinxBox } from '../weblinx/boxes.ts';
import type { CandidateDocument } from './document.ts';
import { describeElement, writeDocument } from './document.ts';
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
 * document order.
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

/** An element that may be the target of a turn. */
interface DmrCandidate {
  uid: string;
  fields: CandidateDocument;
}

/** CSS px; null where the recording does not say. */
export interface ViewportLimits {
  height: number | null;
  width: number | null;
}

/**
 * The candidates of a page in document order: every element with a uid whose
 * box is neither empty, nor tiny, nor below or right of the viewport. Elements that share a uid are
 * all candidates. An empty page has none.
 */
export function listDmrCandidates(page: ReplayPage, viewport: ViewportLimits): DmrCandidate[] {
  const root = readPageTree(page.html);
  if (root === null) return [];
  const paths = listPaths(root);
  const candidates: DmrCandidate[] = [];
  for (const node of listElements(root)) {
    const uid = node.attributes.get(UID_ATTRIBUTE) ?? null;
    const box = uid !== null && Object.hasOwn(page.boxes, uid) ? page.boxes[uid] : undefined;
    if (uid === null || !box || !isBigEnough(box) || isBeyond(box, viewport)) continue;
    candidates.push({ uid, fields: describeElement(node, paths.get(node) ?? '', box) });
  }
  return candidates;
}

function isBigEnough({ width, height }: WeblinxBox): boolean {
  return width > 0 && height > 0 && (width >= 10 || height >= 10);
}

/** Negative coordinates are let through: only what is scrolled to later is dropped. */
function isBeyond({ x, y }: WeblinxBox, { height, width }: ViewportLimits): boolean {
  return (height !== null && y > height) || (width !== null && x > width);
}
