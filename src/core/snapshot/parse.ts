import { parse } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';
import type { Uid } from '../action/action.ts';
import { appendText, buildTree, makeElement, readShadowMode } from './html-tree.ts';
import { walkElements } from './element-tree.ts';
import type { ElementNode } from './element-tree.ts';
import { UID_ATTRIBUTE, formatUid } from './snapshot.ts';
import type { Box, FrameSnapshot, PageSnapshot } from './snapshot.ts';

/**
 * The tree of a page: the top frame's html element, each frame's html element in the `content` of its
 * frame element, boxes of frames whose place is known. Frames that hang nowhere are left out.
 */
export function parsePage(page: PageSnapshot): ElementNode {
  const [top] = page.frames;
  if (!top) return makeElement('html', {}, 0, null);
  // Most pages have one frame, which owns nothing.
  const owners = page.frames.length > 1 ? new Map<string, ElementNode>() : null;
  const root = parseFrame(top, owners, true);
  if (!top.place) root.view = top.viewport;
  for (const frame of page.frames.slice(1)) {
    const owner = owners?.get(nameOwner(frame.parentFrameId, frame.ownerUid));
    if (!owner || owner.content) continue;
    const content = parseFrame(frame, owners, frame.place !== null);
    content.parent = owner;
    owner.content = content;
  }
  return root;
}

function parseFrame(
  frame: FrameSnapshot,
  owners: Map<string, ElementNode> | null,
  isPlaced: boolean,
): ElementNode {
  const attributes = { ...frame.root?.attributes };
  if (frame.root) attributes[UID_ATTRIBUTE] = frame.root.uid;
  const root = readTree(frame.html, frame.frameId, attributes);
  for (const node of walkElements(root)) {
    if (node.uid === null) continue;
    if (isPlaced) node.box = frame.boxes[node.uid] ?? null;
    if (!owners) continue;
    const owner = nameOwner(frame.frameId, node.uid);
    if (!owners.has(owner)) owners.set(owner, node);
  }
  return root;
}

function nameOwner(frameId: number | null, uid: Uid | null): string {
  return `${frameId} ${uid}`;
}

/** How a saved page is read. */
export interface ParseOptions {
  /** In the top viewport's coordinates, CSS px. */
  boxes?: Readonly<Record<Uid, Box>>;
}

/**
 * The tree of a page that was kept as html alone: innerHTML of the html element, or a whole document.
 * Elements without a uid get one that depends only on the html and their position in it.
 */
export function parseHtml(html: string, { boxes = {} }: ParseOptions = {}): ElementNode {
  const root = readTree(html, 0, {});
  const salt = hashText(html);
  let n = 0;
  for (const node of walkElements(root)) {
    node.uid ??= formatUid(salt, n);
    node.box = boxes[node.uid] ?? null;
    n++;
  }
  return root;
}

function readTree(html: string, frameId: number, attributes: Record<string, string>): ElementNode {
  const root = makeElement('html', { ...attributes }, frameId, null);
  if (/^\s*<head[\s>]/i.test(html) && buildTree(html, root)) return root;
  const document = parse(html);
  const parsed = document.childNodes.find((node) => node.nodeName === 'html');
  const own = parsed && 'attrs' in parsed ? readAttributes(parsed) : {};
  const fallback = makeElement('html', { ...own, ...attributes }, frameId, null);
  if (parsed && 'attrs' in parsed) convertChildren(parsed, fallback);
  return fallback;
}

type Parsed = DefaultTreeAdapterMap['element'];
type ParsedParent = DefaultTreeAdapterMap['parentNode'];

/** Without recursion: pages can be thousands of elements deep. */
function convertChildren(parsed: Parsed, root: ElementNode): void {
  const waiting = [{ from: listChildren(parsed), owner: root, into: root.children }];
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    for (const child of task.from.childNodes) {
      if (child.nodeName === '#text' && 'value' in child) appendText(task.into, child.value);
      if (!('tagName' in child)) continue;
      const attributes = readAttributes(child);
      const closed = child.tagName === 'template' ? readShadowMode(task.owner, attributes) : null;
      if (closed !== null) {
        const shadow = { closed, children: [] };
        task.owner.shadow = shadow;
        waiting.push({ from: listChildren(child), owner: task.owner, into: shadow.children });
        continue;
      }
      const tag = child.tagName.toLowerCase();
      const node = makeElement(tag, attributes, root.frameId, task.owner);
      task.into.push(node);
      waiting.push({ from: listChildren(child), owner: node, into: node.children });
    }
  }
}

function listChildren(parsed: Parsed): ParsedParent {
  return isTemplate(parsed) ? parsed.content : parsed;
}

function isTemplate(parsed: Parsed): parsed is DefaultTreeAdapterMap['template'] {
  return 'content' in parsed;
}

function readAttributes(parsed: Parsed): Record<string, string> {
  return Object.fromEntries(
    parsed.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  );
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
