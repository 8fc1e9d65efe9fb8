import { judgeInteractive } from '../../ranking/page/interactive.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';

/** A node of a Mind2Web page. Ids are unique within one page only. */
export interface MindNode {
  /** `backend_node_id`. */
  id: string;
  /** `text` for a piece of text. */
  tag: string;
  /** By the names that the file has; the id is not among them. */
  attributes: Map<string, string>;
  /** Of a `text` node; empty for others. */
  text: string;
  children: MindNode[];
  /** Null for a piece of text. */
  element: ElementNode | null;
}

/**
 * libxml2 before 2.14 refuses XML more than 256 elements deep: what lies deeper is put beside its
 * ancestor at this depth.
 */
const MAX_DEPTH = 200;

/** libxml2 refuses longer values (10 million bytes); pictures in attributes come near. */
const MAX_VALUE = 1_000_000;

/**
 * The tree of a kept page in Mind2Web's form (`raw_html`): shadow roots before the host's own children,
 * a frame's document as the last child of its frame element, boxes in page coordinates of the top
 * document: `scroll` is how far that was scrolled, CSS px.
 */
export function buildMindTree(root: ElementNode, scroll: { x: number; y: number }): MindNode {
  let count = 0;
  const nextId = (): string => String((count += 1));
  const top = makeElementNode(root, nextId(), scroll);
  const waiting: { from: ElementNode | string; into: MindNode; depth: number }[] = [];
  pushChildren(waiting, root, top, 1);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { from, into, depth } = next;
    if (typeof from === 'string') {
      const text = keepXmlCharacters(from).slice(0, MAX_VALUE).toWellFormed();
      if (text.trim() !== '') into.children.push(makeTextNode(nextId(), text));
      continue;
    }
    const node = makeElementNode(from, nextId(), scroll);
    into.children.push(node);
    if (depth < MAX_DEPTH) pushChildren(waiting, from, node, depth + 1);
    else pushChildren(waiting, from, into, depth);
  }
  return top;
}

function pushChildren(
  waiting: { from: ElementNode | string; into: MindNode; depth: number }[],
  { shadow, children, content }: ElementNode,
  into: MindNode,
  depth: number,
): void {
  const inner = [...(shadow?.children ?? []), ...children, ...(content ? [content] : [])];
  for (const from of inner.reverse()) waiting.push({ from, into, depth });
}

function makeTextNode(id: string, text: string): MindNode {
  return { id, tag: 'text', attributes: new Map(), text, children: [], element: null };
}

function makeElementNode(
  element: ElementNode,
  id: string,
  scroll: { x: number; y: number },
): MindNode {
  const attributes = new Map<string, string>();
  const add = (name: string, value: string): void => {
    // Two names can become one; the first stays.
    if (!attributes.has(name)) attributes.set(name, value);
  };
  add('bounding_box_rect', writeRect(element, scroll));
  for (const [name, value] of listLiveState(element)) add(name, value);
  if (judgeInteractive(element) !== null) add('is_clickable', 'true');
  if (element.uid !== null) add(nameAttribute(UID_ATTRIBUTE), keepXmlCharacters(element.uid));
  for (const [name, value] of Object.entries(element.attributes)) {
    const written = nameAttribute(name);
    // Would put the element into a namespace, where no query by its tag finds it.
    if (written === 'xmlns' || written === 'backend_node_id') continue;
    add(written, keepXmlCharacters(value).slice(0, MAX_VALUE).toWellFormed());
  }
  return { id, tag: nameTag(element.tag), attributes, text: '', children: [], element };
}

/** `x,y,w,h`; -1 four times where nothing is rendered or it is not known where. */
function writeRect({ box }: ElementNode, scroll: { x: number; y: number }): string {
  if (box === null || ![box.x, box.y, box.width, box.height].every(Number.isFinite)) {
    return '-1,-1,-1,-1';
  }
  return [box.x + scroll.x, box.y + scroll.y, box.width, box.height].map(String).join(',');
}

/** Kept pages have the state of controls as attributes; Mind2Web has names of its own for it. */
function* listLiveState({ tag, attributes, children }: ElementNode): Generator<[string, string]> {
  const value = attributes['value'] ?? '';
  if (tag === 'input' && value !== '') yield ['input_value', keepXmlCharacters(value)];
  if (tag === 'input' && 'checked' in attributes) yield ['input_checked', 'true'];
  if (tag === 'option' && 'selected' in attributes) yield ['option_selected', 'true'];
  if (tag !== 'textarea') return;
  const text = children.filter((child) => typeof child === 'string').join('');
  if (text !== '') yield ['text_value', keepXmlCharacters(text)];
}

/**
 * A tree as Mind2Web writes pages: XML without a declaration, every name and character legal, so that
 * `lxml.etree.fromstring` takes it. Trees are at most MAX_DEPTH deep, so recursion is safe.
 */
export function writeXml(node: MindNode): string {
  const parts: string[] = [];
  write(node, parts);
  return parts.join('');
}

function write(node: MindNode, parts: string[]): void {
  parts.push(`<${node.tag} backend_node_id="${node.id}"`);
  for (const [name, value] of node.attributes) parts.push(` ${name}="${escapeValue(value)}"`);
  if (node.text === '' && node.children.length === 0) {
    parts.push('/>');
    return;
  }
  parts.push('>', escapeText(node.text));
  for (const child of node.children) write(child, parts);
  parts.push(`</${node.tag}>`);
}

/**
 * An attribute's name as Mind2Web writes it: what is no word character becomes `_`, and a digit at the
 * start gets one before it. Letters that XML names may not hold become `_` too.
 */
function nameAttribute(name: string): string {
  const word = name.replace(/[^\p{L}\p{N}_]/gu, '_').replace(BEYOND_NAMES, '_');
  return /^\p{L}|^_/u.test(word) ? word : `_${word}`;
}

/** A tag's name, lower case: what is no word character becomes `-`. */
function nameTag(tag: string): string {
  const word = tag
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]/gu, '-')
    .replace(BEYOND_NAMES, '-');
  return /^\p{L}|^_/u.test(word) ? word : `_${word}`;
}

/** Letters and digits of Unicode that XML 1.0 (fifth edition, §2.3) has no place for in names. */
const BEYOND_NAMES =
  /[^-A-Za-z0-9_\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]/gu;

/** The text without what XML 1.0 (§2.2) has no way to write. */
function keepXmlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function escapeValue(value: string): string {
  return escapeText(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}
