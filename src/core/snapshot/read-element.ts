import type { Uid } from '../action/action.ts';
import { makeElement, buildTree } from './build-tree.ts';
import type { ElementNode } from './node.ts';
import { scanHtml } from './scan.ts';
import { UID_ATTRIBUTE } from './snapshot.ts';
import type { PageSnapshot } from './snapshot.ts';

/** An element as WebLINX's `element` field wants it (format notes §1.7). */
export interface ReadElement {
  /** As DOM `tagName`: upper case, but as written inside SVG and MathML. */
  tagName: string;
  /** All of them, the uid included. */
  attributes: Record<string, string>;
  /** As the DOM's: without shadow roots and template contents. */
  textContent: string;
  innerHTML: string;
  outerHTML: string;
}

/** Reads an element back from the kept page; null when it is not in it. */
export function readElement(page: PageSnapshot, uid: Uid): ReadElement | null {
  const mark = ` ${UID_ATTRIBUTE}="${uid}"`;
  for (const { html, frameId, root } of page.frames) {
    if (root?.uid === uid) {
      const attributes = { ...root.attributes, [UID_ATTRIBUTE]: uid };
      return describe({ tag: 'html', isForeign: false, attributes, inner: html, outer: html });
    }
    const at = html.indexOf(mark);
    const place = at < 0 ? null : findElement(html, at);
    if (!place) continue;
    const holder = makeElement('html', {}, frameId, null);
    const outer = html.slice(place.from, place.to);
    buildTree(outer, holder);
    const node = holder.children.find((child) => typeof child !== 'string');
    const attributes = { ...node?.attributes, [UID_ATTRIBUTE]: uid };
    const inner = html.slice(place.contentFrom, place.contentTo);
    return describe({ ...place, attributes, inner, outer, node });
  }
  return null;
}

function describe(element: {
  tag: string;
  isForeign: boolean;
  attributes: Record<string, string>;
  inner: string;
  outer: string;
  node?: ElementNode | undefined;
}): ReadElement {
  return {
    tagName: element.isForeign ? element.tag : element.tag.toUpperCase(),
    attributes: element.attributes,
    textContent: element.node ? collectText(element.node) : readText(element.inner),
    innerHTML: element.inner,
    outerHTML: element.outer,
  };
}

interface Place {
  tag: string;
  isForeign: boolean;
  from: number;
  contentFrom: number;
  contentTo: number;
  to: number;
}

/** The element whose start tag holds the offset. */
function findElement(html: string, at: number): Place | null {
  const open: { tag: string; from: number; to: number }[] = [];
  let found: Place | null = null;
  let depth = -1;
  scanHtml(html, {
    open(_name, from, nameEnd, to, isVoid) {
      const tag = html.slice(from + 1, nameEnd);
      if (from < at && at < to) {
        const isForeign = isForeignIn(open, tag);
        found = { tag, isForeign, from, contentFrom: to, contentTo: to, to };
        if (!isVoid) depth = open.length;
      }
      if (!isVoid) open.push({ tag, from, to });
    },
    close(_name, from, to) {
      open.pop();
      if (found && open.length === depth) {
        found = { ...found, contentTo: from, to };
        depth = -1;
      }
    },
    text() {
      // Only tags matter here.
    },
  });
  return found;
}

function isForeignIn(open: readonly { tag: string }[], tag: string): boolean {
  const nearest = open.findLast((ancestor) => /^(svg|math|foreignobject)$/i.test(ancestor.tag));
  return /^(svg|math)$/.test(tag) || (nearest !== undefined && /^(svg|math)$/.test(nearest.tag));
}

function readText(html: string): string {
  const holder = makeElement('html', {}, 0, null);
  buildTree(html, holder);
  return collectText(holder);
}

/** Without recursion: pages can be thousands of elements deep. */
function collectText(root: ElementNode): string {
  let text = '';
  const waiting: (ElementNode | string)[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') text += node;
    else if (node.tag !== 'template')
      for (const child of node.children.toReversed()) waiting.push(child);
  }
  return text;
}
