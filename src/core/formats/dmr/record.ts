import type { Uid } from '../../action/action.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { inlineFrames } from '../../snapshot/weblinx-page.ts';
import { writeAllBoxes } from '../weblinx/boxes.ts';
import type { WeblinxBox } from '../weblinx/boxes.ts';
import { writeQuery, shortenCenter } from './query.ts';
import type { ReplayPage, ReplayTurn } from './replay.ts';
import { readIntent, readTargetUid } from './replay.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { COMMENT, listElements, listPaths } from '../libxml2/node.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import { writeJsonNumber1, writeRepr, countCodePoints } from '../python/python.ts';

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

/**
 * Writes the document of every element of an open page with a box, by uid, as a recording of the page gives it. Includes
 * elements out of view, which a ranker ranks too.
 */
export function writeLiveDocuments(page: PageSnapshot): Map<Uid, string> {
  // Boxes of other frames are in the frame's own coordinates.
  const frames = page.frames.filter(({ place }, at) => at === 0 || place !== null);
  const documents = new Map<Uid, string>();
  const boxes = writeAllBoxes({ frames });
  for (const { uid, describe } of listBoxedElements(inlineFrames(page), boxes)) {
    if (!documents.has(uid)) documents.set(uid, writeDocument(describe()));
  }
  return documents;
}

/** The fields of a candidate in the order of the document. */
export interface CandidateDocument {
  tag: string;
  xpath: string;
  text: string;
  bbox: string;
  attributes: string;
  children: string;
}

/** Yields every element of a page with a uid and a box in document order; elements can share a uid. */
function* listBoxedElements(html: string, boxes: Readonly<Record<string, WeblinxBox>>) {
  const root = readPageTree(html);
  if (root === null) return;
  const paths = listPaths(root);
  for (const node of listElements(root)) {
    const uid = node.attributes.get(UID_ATTRIBUTE) ?? null;
    const box = uid !== null && Object.hasOwn(boxes, uid) ? boxes[uid] : undefined;
    if (uid === null || !box) continue;
    yield { uid, box, describe: () => describeElement(node, paths.get(node) ?? '', box) };
  }
}

function describeElement(node: LxmlNode, xpath: string, box: WeblinxBox): CandidateDocument {
  return {
    tag: node.tag,
    xpath,
    text: shortenCenter(node.text, 200),
    bbox: writeBoxText(box),
    attributes: writeAttributes(node.attributes),
    children: node.children
      .slice(0, 2)
      .filter(({ tag }) => tag !== COMMENT)
      .map(({ tag }) => tag)
      .join(' '),
  };
}

/** Writes the document: one line per field, also for empty ones. */
export function writeDocument(fields: CandidateDocument): string {
  const names = ['tag', 'xpath', 'text', 'bbox', 'attributes', 'children'] as const;
  return names.map((name) => `[[${name}]] ${fields[name]}`).join('\n');
}

function writeBoxText({ x, y, width, height }: WeblinxBox): string {
  const [left, top] = [writeJsonNumber1(x), writeJsonNumber1(y)];
  return `x=${left} y=${top} width=${writeJsonNumber1(width)} height=${writeJsonNumber1(height)}`;
}

/** Writes attributes, the shortest value first; equally long ones in source order. */
export function writeAttributes(attributes: Iterable<[string, string | null]>): string {
  const shortened = Array.from(attributes, ([name, value]) => {
    const text = shortenCenter(value ?? '', 100);
    return { name, text, length: countCodePoints(text) };
  });
  shortened.sort((a, b) => a.length - b.length);
  return shortened.map(({ name, text }) => `${name}=${writeRepr(text)}`).join(' ');
}
