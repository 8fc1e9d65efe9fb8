import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { COMMENT, listElements, listPaths } from '../libxml2/node.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import {
  writeJsonNumber1,
  writeRepr,
  countCodePoints,
  takeFirst,
  takeLast,
} from '../python/python.ts';
import type { WeblinxBox } from '../weblinx/boxes.ts';

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
export function* listBoxedElements(html: string, boxes: Readonly<Record<string, WeblinxBox>>) {
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

/**
 * Shortens a text to `limit` code points as WebLINX does: the last three are `...`, but for limits up to 3. A negative limit
 * means no limit.
 */
export function shortenRight(text: string, limit: number): string {
  if (limit < 0 || fits(text, limit)) return text;
  return limit <= 3 ? takeFirst(text, limit) : `${takeFirst(text, limit - 3)}...`;
}

/** Shortens a text to head and tail with `...` between; the tail has the odd code point. */
export function shortenCenter(text: string, limit: number): string {
  if (fits(text, limit)) return text;
  const kept = limit - 3;
  return `${takeFirst(text, Math.floor(kept / 2))}...${takeLast(text, Math.ceil(kept / 2))}`;
}

function fits(text: string, limit: number): boolean {
  if (text.length <= limit) return true;
  // A code point has at most two UTF-16 units.
  return text.length <= 2 * limit && countCodePoints(text) <= limit;
}
