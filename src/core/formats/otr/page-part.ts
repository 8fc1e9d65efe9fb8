import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { LxmlNode } from '../libxml2/node.ts';
import { COMMENT, copyTree, listElements, writeHtml } from '../libxml2/node.ts';
import { replaceSpaceRuns, stripSpace } from '../python/python.ts';
import type { CutPlace } from './cut-parts.ts';
import { cutCenter, cutPlaces } from './cut-parts.ts';
import type { OtrTokenizer } from './tokenizer.ts';

const REMARK = '\nAbove are the pruned HTML contents of the page.';
const ROUNDS = 5;
/** From this round on an attribute without room for dots is deleted instead of emptied. */
const DELETING_ROUND = 3;

/**
 * Writes the page part of a prompt: the page pruned around the candidates, cut to `budget` tokens together with the remark
 * behind it. Leaves parts that fit their share alone, blanks around them too.
 */
export function writePagePart(
  page: LxmlNode,
  candidates: ReadonlySet<string>,
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  const tree = prunePage(page, candidates);
  let text = '';
  const measure = () => {
    text = writePageText(tree) + REMARK;
    return tokenizer.count(text) - budget;
  };
  const isFitting = cutPlaces(
    ROUNDS,
    measure,
    () => listElements(tree).flatMap(listPlaces),
    tokenizer,
  );
  return isFitting ? text : (cutCenter(text, budget, tokenizer) ?? '');
}

/** Lists the text before the first child and the values of attributes. */
function listPlaces(node: LxmlNode): CutPlace[] {
  const text = stripSpace(node.text);
  const places = Array.from(node.attributes, ([name, value]): CutPlace => ({
    text: value ?? '',
    replace(by, round) {
      if (by === null && round >= DELETING_ROUND) node.attributes.delete(name);
      // Without a value it prints bare.
      else node.attributes.set(name, by || null);
    },
  }));
  if (text === '') return places;
  return [{ text, replace: (by) => void (node.text = by ?? '') }, ...places];
}

/** Decoded after the brackets are gone, in this order: `&amp;lt;` becomes `<`. */
const DECODED = Object.entries({
  ...{ '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' },
  ...{ '&ndash;': '-', '&rsquo;': "'", '&lsquo;': "'", '&ldquo;': '"', '&rdquo;': '"' },
  ...{ '&#39;': "'", '&#40;': '(', '&#41;': ')' },
});

/** Stands for the end of `<…/>` while tags are replaced; the page reader drops it, so no page has it. */
const CLOSED = '\0';

/**
 * Writes a pruned page as the prompt shows it: brackets for tags, `(p class="x"Hello)`. Works on the text to keep the quirks
 * of the published code: elements without an end tag are never closed, a tag with a line break in an attribute stays.
 */
export function writePageText(root: LxmlNode): string {
  const bracketed = writeHtml(root)
    .replace(/<text>([^\n]*?)<\/text>/g, '$1')
    .replaceAll('/>', `${CLOSED}>`)
    .replace(/<\/[^\n]+?>/g, ')')
    .replace(/<([^\n]+?)>/g, '($1')
    .replaceAll(CLOSED, ')');
  const decoded = DECODED.reduce((text, [entity, by]) => text.replaceAll(entity, by), bracketed);
  return stripSpace(replaceSpaceRuns(decoded, ' ')).replaceAll(') )', '))').replaceAll('( (', '((');
}

/** How many of a candidate's children and grandchildren, and of its siblings to either side, are kept. */
const DESCENDANTS = 5;
const SIBLINGS = 2;

/** SVG text, which the published code takes for Mind2Web's text nodes. */
const TEXT_TAG = 'text';

/** Frameworks' attributes and ids; `ng` and `js` are bare prefixes. */
const NOISE = /^(?:_|ng|x-|xml|js|data-|id$)/;

/**
 * Returns a copy of a page with only the candidates and what is near them. Kept elements are a set of uids in which an
 * element without one is the empty string: once one of those is near a candidate, all of them are kept.
 *
 * Comments count as children of an element that is dissolved: the description of the published code suggests it, and no
 * golden text settles it.
 */
export function prunePage(page: LxmlNode, candidates: ReadonlySet<string>): LxmlNode {
  const root = copyTree(page);
  const elements = listElements(root);
  const kept = new Set<string>();
  const met = new Set<string>();
  for (const node of elements) {
    const uid = readUid(node);
    // Of elements that share a uid only the first has its surroundings kept.
    if (!candidates.has(uid) || met.has(uid)) continue;
    met.add(uid);
    for (const near of listNear(node)) kept.add(readUid(near));
  }
  for (const node of elements.toReversed()) pruneNode(node, kept, candidates);
  for (const node of listElements(root)) {
    if (!candidates.has(readUid(node))) node.attributes.delete(UID_ATTRIBUTE);
    for (const child of node.children.toReversed()) if (child.tag === COMMENT) dropComment(child);
    for (const name of node.attributes.keys()) {
      if (name !== UID_ATTRIBUTE && NOISE.test(name)) node.attributes.delete(name);
    }
  }
  return root;
}

function listNear(node: LxmlNode): LxmlNode[] {
  const near = [node];
  for (let parent = node.parent; parent; parent = parent.parent) near.push(parent);
  const below = node.children.flatMap((child) => [child, ...child.children]);
  near.push(...below.slice(0, DESCENDANTS));
  const siblings = node.parent?.children.filter(({ tag }) => tag !== TEXT_TAG) ?? [];
  const place = siblings.indexOf(node);
  if (place === -1) return near;
  return [...near, ...siblings.slice(Math.max(0, place - SIBLINGS), place + SIBLINGS + 1)];
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
  const hasText = node.children.some(({ tag }) => tag === TEXT_TAG);
  if (isBare && !isText && !hasText) replace(node, node.children);
}

/** Drops the node's own text and tail, as lxml does. */
function replace(node: LxmlNode, successors: readonly LxmlNode[]): void {
  const parent = node.parent;
  if (!parent) return;
  for (const successor of successors) successor.parent = parent;
  parent.children.splice(parent.children.indexOf(node), 1, ...successors);
}

/** Keeps the comment's tail. */
function dropComment(comment: LxmlNode): void {
  const parent = comment.parent;
  if (!parent) return;
  const place = parent.children.indexOf(comment);
  const before = parent.children[place - 1];
  if (before) before.tail += comment.tail;
  else parent.text += comment.tail;
  parent.children.splice(place, 1);
}

function readUid(node: LxmlNode): string {
  return node.attributes.get(UID_ATTRIBUTE) ?? '';
}
