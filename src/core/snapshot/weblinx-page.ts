import type { Uid } from '../action/action.ts';
import type { ElementNode } from './element-tree.ts';
import { buildTree, makeElement, scanHtml } from './html-tree.ts';
import { writeAttribute } from './markup.ts';
import type { FrameSnapshot, PageSnapshot } from './snapshot.ts';
import { UID_ATTRIBUTE } from './snapshot.ts';

/** Marks the `div` that stands for a frame's html, head or body element. */
const FRAME_PART_ATTRIBUTE = 'data-wayscribe-frame';

/** A text put at a place of the html, instead of the next `length` characters. */
interface HtmlEdit {
  at: number;
  length: number;
  text: string;
}

/**
 * One WebLINX page (`pages/page-N-0.html`, format notes §1.8) for a page with frames: the top frame's
 * html with every other document in it, directly after its frame element. Not inside it: parsers
 * (lxml since libxml2 2.14, html.parser, browsers) read an iframe's content as mere text. A child's
 * html, head and body become `div`s so that no parser merges them into the top ones. Frames that
 * hang nowhere come at the end of the body. Begins with `<head`.
 */
export function inlineFrames(page: PageSnapshot): string {
  const [top, ...others] = page.frames;
  if (!top) return '<head></head><body></body>';
  const insertions = new Map<number, { uid: string | null; html: string }[]>();
  // Parents come before children, so from the back every child is complete before it is put into its parent.
  for (const frame of others.reverse()) {
    const inner = insertFrames(frame, insertions.get(frame.frameId) ?? [], true);
    const into = frame.ownerUid === null ? top.frameId : (frame.parentFrameId ?? top.frameId);
    const siblings = insertions.get(into) ?? [];
    insertions.set(into, siblings);
    siblings.unshift({ uid: frame.ownerUid, html: wrapDocument(frame, inner) });
  }
  return beginWithHead(insertFrames(top, insertions.get(top.frameId) ?? [], false));
}

function wrapDocument(frame: FrameSnapshot, inner: string): string {
  const attributes = { ...frame.root?.attributes, [FRAME_PART_ATTRIBUTE]: 'html' };
  const written = Object.entries(attributes).map(([name, value]) => writeAttribute(name, value));
  const uid = frame.root ? writeAttribute(UID_ATTRIBUTE, frame.root.uid) : '';
  return `<div${written.join('')}${uid}>${inner}</div>`;
}

function insertFrames(
  frame: FrameSnapshot,
  inserted: readonly { uid: string | null; html: string }[],
  isChild: boolean,
): string {
  const { html } = frame;
  if (inserted.length === 0 && !isChild) return html;
  const byUid = new Map<string | null, string>();
  for (const child of inserted) byUid.set(child.uid, (byUid.get(child.uid) ?? '') + child.html);
  const edits: HtmlEdit[] = [];
  const ends: (string | null)[] = [];
  let bodyEnd = html.length;
  const insertAfter = (uid: string | null, at: number): void => {
    const text = byUid.get(uid);
    byUid.delete(uid);
    if (text !== undefined) edits.push({ at, length: 0, text });
  };
  scanHtml(html, {
    open(name, from, nameEnd, to, isVoid) {
      const isPart = ends.length === 0 && (name === 'head' || name === 'body');
      if (isPart && isChild) {
        const text = `<div ${FRAME_PART_ATTRIBUTE}="${name}"`;
        edits.push({ at: from, length: nameEnd - from, text });
      }
      const uid = byUid.size > 0 ? readUid(html, nameEnd, to) : null;
      if (isVoid) {
        if (uid !== null) insertAfter(uid, to);
      } else ends.push(uid);
    },
    close(name, from, to) {
      const uid = ends.pop() ?? null;
      if (uid !== null) insertAfter(uid, to);
      const isPart = ends.length === 0 && (name === 'head' || name === 'body');
      if (isPart && isChild) edits.push({ at: from, length: to - from, text: '</div>' });
      if (isPart && name === 'body') bodyEnd = from;
    },
  });
  // What found no place (orphans, and frames in html of another form) is still in the page.
  if (byUid.size > 0) edits.push({ at: bodyEnd, length: 0, text: [...byUid.values()].join('') });
  return applyEdits(html, edits);
}

function readUid(html: string, nameEnd: number, to: number): string | null {
  const mark = ` ${UID_ATTRIBUTE}="`;
  const attributes = html.slice(nameEnd, to);
  const at = attributes.indexOf(mark);
  if (at < 0) return null;
  return attributes.slice(at + mark.length, attributes.indexOf('"', at + mark.length));
}

function applyEdits(html: string, edits: readonly HtmlEdit[]): string {
  const ordered = edits.toSorted((one, other) => one.at - other.at);
  let written = '';
  let at = 0;
  for (const edit of ordered) {
    written += html.slice(at, edit.at) + edit.text;
    at = edit.at + edit.length;
  }
  return written + html.slice(at);
}

/** Loaders take a page for a fragment unless it begins with its head. */
function beginWithHead(html: string): string {
  const head = html.search(/<head[\s>]/i);
  if (head === 0) return html;
  const before = head < 0 ? '' : html.slice(0, head);
  // Comments and blanks may stand before the head; anything else means that it is not the page's.
  const isPrologue = head > 0 && before.replace(/<!--[\s\S]*?-->/g, '').trim() === '';
  return isPrologue ? html.slice(head) + before.trim() : `<head></head>${html}`;
}

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
      return toReadElement({ tag: 'html', isForeign: false, attributes, inner: html, outer: html });
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
    return toReadElement({ ...place, attributes, inner, outer, node });
  }
  return null;
}

function toReadElement(element: {
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

interface ElementRange {
  tag: string;
  isForeign: boolean;
  from: number;
  contentFrom: number;
  contentTo: number;
  to: number;
}

/** The element whose start tag holds the offset. */
function findElement(html: string, at: number): ElementRange | null {
  const open: { tag: string; from: number; to: number }[] = [];
  let found: ElementRange | null = null;
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
