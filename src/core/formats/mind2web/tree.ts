import { judgeInteractive } from '../../ranking/page/interactive.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { collapseSpace } from '../../snapshot/element-tree.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';

export interface MindNode {
  /** `backend_node_id`, unique within the page. */
  id: string;
  /** `text` for a piece of text. */
  tag: string;
  /** By their names in the file, without the id. */
  attributes: Map<string, string>;
  /** Of a `text` node; empty for others. */
  text: string;
  children: MindNode[];
  /** Null for text. */
  element: ElementNode | null;
}

/** libxml2 before 2.14 refuses XML over 256 elements deep, so deeper nodes become siblings at this depth. */
const MAX_DEPTH = 200;

/** libxml2 refuses values over 10 million bytes; pictures in attributes come near. */
const MAX_VALUE = 1_000_000;

/**
 * Builds the tree of a saved page in Mind2Web's form (`raw_html`): shadow roots before the host's own children, a frame's
 * document as the last child of its frame element. Boxes are in page coordinates of the top document, which was scrolled by
 * `scroll` CSS px.
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
      if (text.trim() === '') continue;
      const [id, attributes] = [nextId(), new Map<string, string>()];
      into.children.push({ id, tag: 'text', attributes, text, children: [], element: null });
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

function makeElementNode(
  element: ElementNode,
  id: string,
  scroll: { x: number; y: number },
): MindNode {
  const attributes = new Map<string, string>();
  const add = (name: string, value: string): void => {
    // Two names can become one; the first wins.
    if (!attributes.has(name)) attributes.set(name, value);
  };
  add('bounding_box_rect', writeRect(element, scroll));
  for (const [name, value] of listLiveState(element)) add(name, value);
  if (judgeInteractive(element) !== null) add('is_clickable', 'true');
  if (element.uid !== null) add(writeName(UID_ATTRIBUTE, '_'), keepXmlCharacters(element.uid));
  for (const [name, value] of Object.entries(element.attributes)) {
    const written = writeName(name, '_');
    // xmlns would put the element into a namespace, where queries by tag miss it.
    if (written === 'xmlns' || written === 'backend_node_id') continue;
    add(written, keepXmlCharacters(value).slice(0, MAX_VALUE).toWellFormed());
  }
  const tag = writeName(element.tag.toLowerCase(), '-');
  return { id, tag, attributes, text: '', children: [], element };
}

/** Writes `x,y,w,h`; -1 four times where nothing is rendered or its place is unknown. */
function writeRect({ box }: ElementNode, scroll: { x: number; y: number }): string {
  if (box === null || ![box.x, box.y, box.width, box.height].every(Number.isFinite)) {
    return '-1,-1,-1,-1';
  }
  return [box.x + scroll.x, box.y + scroll.y, box.width, box.height].map(String).join(',');
}

/** Yields the state of controls, which saved pages have as attributes, under Mind2Web's names. */
function* listLiveState({ tag, attributes, children }: ElementNode): Generator<[string, string]> {
  const value = attributes['value'] ?? '';
  if (tag === 'input' && value !== '') yield ['input_value', keepXmlCharacters(value)];
  if (tag === 'input' && 'checked' in attributes) yield ['input_checked', 'true'];
  if (tag === 'option' && 'selected' in attributes) yield ['option_selected', 'true'];
  if (tag !== 'textarea') return;
  const text = children.filter((child) => typeof child === 'string').join('');
  if (text !== '') yield ['text_value', keepXmlCharacters(text)];
}

const SALIENT = new Set(
  'alt aria_description aria_label aria_role input_checked input_value label name option_selected placeholder role text_value title type value'.split(
    ' ',
  ),
);
const SILENT_ROLES = new Set(['presentation', 'none', 'link']);
/** Never visible. Deviation: what the published cleaner does with them is not known. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'meta', 'link', 'base']);

/**
 * Returns the page as models get it (`cleaned_html`, after Mind2Web's `clean_tree`): only salient attributes, no empty
 * texts, and elements without content dissolved. Elements whose id is in `kept` stay, so that no candidate is lost.
 */
export function cleanTree(root: MindNode, kept: ReadonlySet<string>): MindNode {
  const children = root.children.flatMap((child) => cleanNode(child, kept));
  return { ...root, attributes: cleanAttributes(root), children };
}

function cleanNode(node: MindNode, kept: ReadonlySet<string>): MindNode[] {
  if (node.element === null) {
    const text = collapseSpace(node.text);
    return text === '' ? [] : [{ ...node, text }];
  }
  const isKept = kept.has(node.id);
  const children = node.children.flatMap((child) => cleanNode(child, kept));
  if (UNSEEN.has(node.tag) && !isKept) return children.filter((child) => holds(child, kept));
  const attributes = cleanAttributes(node);
  const hasText = children.some((child) => child.element === null);
  if (!isKept && attributes.size === 0 && !hasText && children.length <= 1) return children;
  return [{ ...node, attributes, children }];
}

function holds(node: MindNode, kept: ReadonlySet<string>): boolean {
  return kept.has(node.id) || node.children.some((child) => holds(child, kept));
}

function cleanAttributes(node: MindNode): Map<string, string> {
  const cleaned = new Map<string, string>();
  for (const [name, value] of node.attributes) {
    const text = collapseSpace(value);
    const icons =
      node.tag === 'svg' && name === 'class' ? (text.match(/\S*icon\S*/gi)?.join(' ') ?? '') : '';
    if (icons !== '') cleaned.set(name, icons);
    const isSilent =
      (name === 'role' && SILENT_ROLES.has(text)) || (name === 'type' && text === 'hidden');
    if (SALIENT.has(name) && text !== '' && !isSilent) cleaned.set(name, text);
  }
  return cleaned;
}

/**
 * Writes a tree like Mind2Web's pages: XML without a declaration, which `lxml.etree.fromstring` accepts. Trees are at most
 * MAX_DEPTH deep, so recursion is safe.
 */
export function writeXml({ tag, id, attributes, text, children }: MindNode): string {
  const written = Array.from(attributes, ([name, value]) => ` ${name}="${escapeValue(value)}"`);
  const start = `<${tag} backend_node_id="${id}"${written.join('')}`;
  if (text === '' && children.length === 0) return `${start}/>`;
  return `${start}>${escapeText(text)}${children.map(writeXml).join('')}</${tag}>`;
}

/** Writes a name like Mind2Web: `filler` for anything but word characters, and `_` before a digit at the start. */
function writeName(name: string, filler: string): string {
  const word = name.replace(/[^\p{L}\p{N}_]/gu, filler).replace(BEYOND_NAMES, filler);
  return /^\p{L}|^_/u.test(word) ? word : `_${word}`;
}

/** Letters and digits that XML 1.0 (fifth edition, §2.3) excludes from names. */
const BEYOND_NAMES =
  /[^-A-Za-z0-9_\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]/gu;

/** Drops characters that XML 1.0 (§2.2) excludes. */
function keepXmlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '\r': '&#13;', '\n': '&#10;', '\t': '&#9;' },
};

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? character);
}

function escapeValue(value: string): string {
  return value.replace(/[&<>\r"\n\t]/g, (character) => ENTITIES[character] ?? character);
}
