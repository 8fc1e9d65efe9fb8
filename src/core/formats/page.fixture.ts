import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse, serialize } from 'parse5';
import { UID_ATTRIBUTE, formatUid } from '../snapshot/snapshot.ts';
import type { Box, FrameSnapshot } from '../snapshot/snapshot.ts';

/** A page as the recorder would have kept it. */
export interface FixturePage {
  frame: FrameSnapshot;
  /** Uid of every element, by its `id`. */
  uids: Record<string, string>;
  /** All uids, document order. */
  all: string[];
}

/**
 * Any HTML as a kept frame: every element has a uid and, but in the head, a box of its own, 20 px below
 * the one before.
 */
export function keepHtml(html: string, url = 'https://shop.example/', salt = 7): FixturePage {
  const document = parse(html);
  const root = document.childNodes.find((node) => node.nodeName === 'html');
  if (!root || !('tagName' in root)) throw new Error('parse5 always makes an html element');
  const boxes: Record<string, Box> = {};
  const uids: Record<string, string> = {};
  const all: string[] = [];
  const visit = (element: DefaultTreeAdapterTypes.Element, inHead: boolean): void => {
    const uid = formatUid(salt, all.length);
    all.push(uid);
    element.attrs = element.attrs.filter(({ name }) => name !== UID_ATTRIBUTE);
    element.attrs.push({ name: UID_ATTRIBUTE, value: uid });
    const id = element.attrs.find(({ name }) => name === 'id')?.value;
    if (id !== undefined) uids[id] ??= uid;
    if (!inHead) boxes[uid] = { x: 10, y: 20 * all.length, width: 100, height: 18 };
    const { childNodes: inner } = isTemplate(element) ? element.content : element;
    for (const child of inner) {
      if ('tagName' in child) visit(child, inHead || child.tagName === 'head');
    }
  };
  for (const child of root.childNodes) {
    if ('tagName' in child) visit(child, child.tagName === 'head');
  }
  const frame: FrameSnapshot = {
    frameId: 0,
    parentFrameId: null,
    ownerUid: null,
    place: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
    url,
    title: '',
    html: serialize(root),
    boxes,
    viewport: { width: 1280, height: 720 },
    scroll: { x: 0, y: 100 },
    exact: true,
  };
  return { frame, uids, all };
}

function isTemplate(
  element: DefaultTreeAdapterTypes.Element,
): element is DefaultTreeAdapterTypes.Template {
  return 'content' in element;
}
