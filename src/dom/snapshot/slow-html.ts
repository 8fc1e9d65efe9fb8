import { MASK } from '../../core/demonstration/secret.ts';
import { escapeText, writeAttribute } from '../../core/snapshot/markup.ts';
import { neutraliseRawText } from '../../core/snapshot/neutralise.ts';
import { MARKUP_INSIDE } from '../../core/snapshot/snapshot.ts';
import {
  getAttributes,
  getFirstChild,
  getNextSibling,
  getNodeName,
  getNodeType,
  getNodeValue,
} from '../read/native.ts';
import * as Kind from './kinds.ts';
import { listLeaks } from './scrub.ts';
import type { ShadowRoots } from './shadow-roots.ts';

/** What is still to be written: a node, or a finished piece. */
type Pending = Node | string;

export interface SlowTools {
  kinds: Kind.KindReader;
  shadowRoots: ShadowRoots;
  isSecret: (element: Element) => boolean;
}

/**
 * Writes the document as `getHTML` does, in JavaScript and with nothing in it that could be misread:
 * for browsers without it, and for the rare page whose raw text cannot be told from its tags. Comments
 * are left out. `spans` belongs to this html.
 */
export function writeSlowly(root: Element, tools: SlowTools): { html: string; spans: number[] } {
  const parts: string[] = [];
  const spans: number[] = [];
  const pending: Pending[] = [];
  const postpone = (items: readonly Pending[]): void => {
    for (let at = items.length - 1; at >= 0; at--) pending.push(items[at] ?? '');
  };
  postpone(listChildren(root));
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item === 'string') parts.push(item);
    else if (getNodeType(item) === Node.ELEMENT_NODE) {
      postpone(writeElement(item as Element, tools, parts, spans));
    } else if (getNodeType(item) !== Node.COMMENT_NODE) parts.push(escapeText(getText(item)));
  }
  return { html: parts.join(''), spans };
}

/** Writes the start tag; returns what follows it. */
function writeElement(
  element: Element,
  { kinds, shadowRoots, isSecret }: SlowTools,
  parts: string[],
  spans: number[],
): Pending[] {
  const name = kinds.nameOf(element, getNodeName(element));
  const isGenuine = kinds.isGenuine(element, name);
  const kind = isGenuine ? kinds.kindOf(name) : 0;
  const tag = isGenuine ? name.toLowerCase() : name;
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const leaks = isField && isSecret(element) ? listLeaks(element) : null;
  const attributes = Array.from(getAttributes(element), (attribute) =>
    writeAttribute(attribute.name, leaks?.get(attribute.name) ?? attribute.value),
  );
  parts.push(`<${tag}${attributes.join('')}>`);
  if ((kind & Kind.VOID) !== 0) return [];
  const end = `</${tag}>`;
  if (leaks && element instanceof HTMLTextAreaElement) return [MASK, end];
  if ((kind & Kind.RAW) !== 0) return [...writeRawContent(element, tag, spans), end];
  const shadowRoot = shadowRoots.known(element);
  const holder = element instanceof HTMLTemplateElement ? element.content : element;
  const shadow = shadowRoot
    ? [`<template shadowrootmode="${shadowRoot.mode}">`, ...listChildren(shadowRoot), '</template>']
    : [];
  return [...shadow, ...listChildren(holder), end];
}

function writeRawContent(element: Element, tag: string, spans: number[]): Pending[] {
  const children = listChildren(element);
  if (children.every((child) => getNodeType(child) === Node.TEXT_NODE)) {
    const whole = children.map(getText).join('');
    // The stitcher escapes plaintext, once.
    const text = tag === 'plaintext' ? whole : neutraliseRawText(whole, tag);
    spans.push(text.length);
    return [text];
  }
  spans.push(MARKUP_INSIDE);
  return children;
}

function listChildren(parent: Node): Node[] {
  const children: Node[] = [];
  for (let child = getFirstChild(parent); child; child = getNextSibling(child))
    children.push(child);
  // Instructions have no place in HTML.
  return children.filter((child) => getNodeType(child) !== Node.PROCESSING_INSTRUCTION_NODE);
}

function getText(node: Node): string {
  return getNodeValue(node) ?? '';
}
