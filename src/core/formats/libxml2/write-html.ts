import { BOOLEAN_ATTRIBUTES, EMPTY_TAGS, RAW_TAGS } from './elements.ts';
import type { LxmlNode } from './node.ts';
import { COMMENT } from './node.ts';

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
