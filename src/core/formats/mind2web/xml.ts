import type { MindNode } from './tree.ts';

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
export function nameAttribute(name: string): string {
  const word = name.replace(/[^\p{L}\p{N}_]/gu, '_').replace(BEYOND_NAMES, '_');
  return /^\p{L}|^_/u.test(word) ? word : `_${word}`;
}

/** A tag's name, lower case: what is no word character becomes `-`. */
export function nameTag(tag: string): string {
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
export function keepXmlCharacters(text: string): string {
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
