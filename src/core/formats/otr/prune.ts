import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { COMMENT, copyTree, listElements } from '../libxml2/node.ts';

/** How many of a candidate's children and grandchildren, and siblings to either side, are kept. */
const DESCENDANTS = 5;
const SIBLINGS = 2;

/** SVG text, which the published code takes for Mind2Web's text nodes. */
const TEXT_TAG = 'text';

/**
 * A copy of a page with only the candidates and what is near them (weblinx-format.md §4.3). What is
 * kept is a set of uids in which an untagged node is the empty string: once one of them is near a
 * candidate, every untagged element counts as kept.
 *
 * Of an element that is dissolved, comments count as children: so does the published code's test as
 * far as its description goes, no golden text settles it.
 */
export function prunePage(page: LxmlNode, candidates: ReadonlySet<string>): LxmlNode {
  const root = copyTree(page);
  const elements = listElements(root);
  const kept = collectKept(elements, candidates);
  for (const node of elements.toReversed()) pruneNode(node, kept, candidates);
  for (const node of listElements(root)) {
    if (!candidates.has(readUid(node))) node.attributes.delete(UID_ATTRIBUTE);
    for (const child of node.children.toReversed()) if (child.tag === COMMENT) dropComment(child);
    for (const name of node.attributes.keys()) {
      if (isNoise(name)) node.attributes.delete(name);
    }
  }
  return root;
}

function collectKept(
  elements: readonly LxmlNode[],
  candidates: ReadonlySet<string>,
): ReadonlySet<string> {
  const kept = new Set<string>();
  const met = new Set<string>();
  for (const node of elements) {
    const uid = readUid(node);
    // Of elements that share a uid only the first has its surroundings kept.
    if (!candidates.has(uid) || met.has(uid)) continue;
    met.add(uid);
    for (const near of listNear(node)) kept.add(readUid(near));
  }
  return kept;
}

function listNear(node: LxmlNode): LxmlNode[] {
  const near = [node];
  for (let parent = node.parent; parent; parent = parent.parent) near.push(parent);
  const below = node.children.flatMap((child) => [child, ...child.children]);
  near.push(...below.slice(0, DESCENDANTS));
  const siblings = node.parent?.children.filter(({ tag }) => tag !== TEXT_TAG) ?? [];
  const place = siblings.indexOf(node);
  if (place !== -1) {
    near.push(...siblings.slice(Math.max(0, place - SIBLINGS), place + SIBLINGS + 1));
  }
  return near;
}

function pruneNode(
  node: LxmlNode,
  kept: ReadonlySet<string>,
  candidates: ReadonlySet<string>,
): void {
  const isText = node.tag === TEXT_TAG;
  const judged = isText && node.parent ? node.parent : node;
  if (!kept.has(readUid(judged)) && node.parent) {
    replace(node, []);
    return;
  }
  if (isText || !candidates.has(readUid(node))) node.attributes.delete(UID_ATTRIBUTE);
  const isBare = node.attributes.size === 0 && node.children.length <= 1;
  const holdsText = node.children.some(({ tag }) => tag === TEXT_TAG);
  if (isBare && !isText && !holdsText && node.parent) replace(node, node.children);
}

/** Its own text and tail are lost, as lxml loses them. */
function replace(node: LxmlNode, successors: readonly LxmlNode[]): void {
  const parent = node.parent;
  if (!parent) return;
  for (const successor of successors) successor.parent = parent;
  parent.children.splice(parent.children.indexOf(node), 1, ...successors);
}

/** A comment goes without its tail. */
function dropComment(comment: LxmlNode): void {
  const parent = comment.parent;
  if (!parent) return;
  const place = parent.children.indexOf(comment);
  const before = parent.children[place - 1];
  if (before) before.tail += comment.tail;
  else parent.text += comment.tail;
  parent.children.splice(place, 1);
}

/** Frameworks' attributes and ids; `ng` and `js` are bare prefixes. */
const NOISE = /^(?:_|ng|x-|xml|js|data-|id$)/;

function isNoise(name: string): boolean {
  return name !== UID_ATTRIBUTE && NOISE.test(name);
}

function readUid(node: LxmlNode): string {
  return node.attributes.get(UID_ATTRIBUTE) ?? '';
}
