import { BOOLEAN_ATTRIBUTES, EMPTY_TAGS, RAW_TAGS } from './elements.ts';

export const COMMENT = '#comment';

/** A node of a page as in Python's lxml, where text belongs to the node before it. Comments have their data in `text`. */
export interface LxmlNode {
  /** Lower case, without a prefix. */
  tag: string;
  /** In source order. Null is an attribute without a value, which prints bare. */
  attributes: Map<string, string | null>;
  parent: LxmlNode | null;
  children: LxmlNode[];
  /** Before the first child. */
  text: string;
  /** After the node's end, up to the next node. */
  tail: string;
}

export function makeNode(tag: string, parent: LxmlNode | null): LxmlNode {
  return { tag, attributes: new Map(), parent, children: [], text: '', tail: '' };
}

/** Returns `root` and all elements below in document order, without comments. */
export function listElements(root: LxmlNode): LxmlNode[] {
  const elements: LxmlNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.tag === COMMENT) continue;
    elements.push(node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return elements;
}

/** Returns a deep copy without a parent. */
export function copyTree(root: LxmlNode): LxmlNode {
  const copy = copyNode(root, null);
  const waiting = [{ from: root, to: copy }];
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    for (const child of task.from.children) {
      const to = copyNode(child, task.to);
      task.to.children.push(to);
      waiting.push({ from: child, to });
    }
  }
  return copy;
}

function copyNode(node: LxmlNode, parent: LxmlNode | null): LxmlNode {
  return { ...node, attributes: new Map(node.attributes), parent, children: [] };
}

/**
 * Returns libxml2's node path of `root` and every element below: `/html/body/div[2]/a`, with a number only where siblings
 * share the name.
 */
export function listPaths(root: LxmlNode): Map<LxmlNode, string> {
  const steps: string[] = [];
  // A fragment's root can have parents.
  for (let node: LxmlNode | null = root; node; node = node.parent) {
    steps.push(node.parent ? (listSteps(node.parent).get(node) ?? node.tag) : node.tag);
  }
  const paths = new Map([[root, `/${steps.reverse().join('/')}`]]);
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const base = paths.get(node) ?? '';
    for (const [child, step] of listSteps(node)) {
      paths.set(child, `${base}/${step}`);
      waiting.push(child);
    }
  }
  return paths;
}

function listSteps({ children }: LxmlNode): Map<LxmlNode, string> {
  const totals = new Map<string, number>();
  for (const { tag } of children) totals.set(tag, (totals.get(tag) ?? 0) + 1);
  const seen = new Map<string, number>();
  const steps = new Map<LxmlNode, string>();
  for (const child of children) {
    if (child.tag === COMMENT) continue;
    const place = (seen.get(child.tag) ?? 0) + 1;
    seen.set(child.tag, place);
    steps.set(child, totals.get(child.tag) === 1 ? child.tag : `${child.tag}[${place}]`);
  }
  return steps;
}

/** Writes an element without its tail, as `lxml.etree.tostring(root, method="html", encoding="unicode")` does. */
export function writeHtml(root: LxmlNode): string {
  const out: string[] = [];
  const waiting: (LxmlNode | string)[] = [root];
  for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
    if (typeof task === 'string') out.push(task);
    else openNode(task, out, waiting, task === root);
  }
  return out.join('');
}

function openNode(
  node: LxmlNode,
  out: string[],
  waiting: (LxmlNode | string)[],
  isRoot: boolean,
): void {
  if (!isRoot && node.tail !== '') waiting.push(escapeIn(node.parent, node.tail));
  if (node.tag === COMMENT) {
    out.push(`<!--${node.text}-->`);
    return;
  }
  out.push(`<${node.tag}`);
  for (const [name, value] of node.attributes) out.push(writeAttribute(node.tag, name, value));
  out.push('>');
  // libxml2 spares the end tag of list items, but only of empty ones.
  const isEmptyItem = node.tag === 'li' && node.text === '' && node.children.length === 0;
  if (EMPTY_TAGS.has(node.tag) || isEmptyItem) return;
  out.push(escapeIn(node, node.text));
  waiting.push(`</${node.tag}>`);
  for (const child of node.children.toReversed()) waiting.push(child);
}

function escapeIn(parent: LxmlNode | null, text: string): string {
  return parent && RAW_TAGS.has(parent.tag) ? text : escapeMarkup(text);
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function writeAttribute(tag: string, name: string, value: string | null): string {
  if (value === null || BOOLEAN_ATTRIBUTES.has(name)) return ` ${name}`;
  const isUri = ['href', 'action', 'src'].includes(name) || (name === 'name' && tag === 'a');
  return ` ${name}=${quote(escapeMarkup(isUri ? escapeUri(value) : value))}`;
}

/** Uses single quotes for a value with double quotes only. */
function quote(value: string): string {
  if (!value.includes('"')) return `"${value}"`;
  return value.includes("'") ? `"${value.replaceAll('"', '&quot;')}"` : `'${value}'`;
}

/** Characters that libxml2 writes as %XX. */
const ESCAPED = /[^A-Za-z0-9\-_.!~*'()#$%&+,/:;<=>?@[\\\]^`{|}]+/g;

function escapeUri(value: string): string {
  return value
    .replace(/^[ \t\r\n]+/, '')
    .replace(ESCAPED, (run) => encodeURIComponent(run.toWellFormed()));
}
