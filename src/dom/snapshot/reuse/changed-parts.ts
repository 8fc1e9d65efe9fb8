import type { Differences } from '../../../core/demonstration/screenshot-proof.ts';
import { uniteBoxes } from '../../../core/snapshot/merge-boxes.ts';
import type { Box, RawFrame } from '../../../core/snapshot/snapshot.ts';
import { measureRegion } from '../secrets/regions.ts';
import type { ShadowRoots } from '../shadow-roots.ts';
import {
  CONTENT_STATE,
  createStateRules,
  createStyleRules,
  listSiblingSelectors,
} from '../style-rules.ts';
import type { ChangeClock, ChangedParts } from './change-clock.ts';
import { findMovingArea } from './moving.ts';
import { getComposedParent, listAncestors } from '../../composed-tree.ts';
import { readDocumentTime } from '../../time.ts';
import * as dom from '../../native.ts';

const MAX_LAYOUTS = 3;
/** Of changes in more parts than this it is not known where. */
const MAX_PARTS = 60;
/** Of more siblings it is not asked which are restyled. */
const MAX_SIBLINGS = 50;
/** A page of which more moved, or looks different in more boxes, is another one. */
const MAX_CHANGED = 400;
const MAX_MOVED = 400;
const MARGIN_PX = 8;
/** Positions this close are the same to the eye, CSS px. */
const SAME_PX = 0.5;

/** The parts of a snapshot that later comparisons need. It omits the HTML, which may be large. */
type PageView = Pick<RawFrame, 'boxes'> & ViewState;
type ViewState = Pick<RawFrame, 'scroll' | 'viewport' | 'devicePixelRatio'>;

/** A page as a screenshot shows it that was asked for then. */
interface Layout {
  /** Epoch ms of this document's own clock. */
  at: number;
  page: PageView;
  /** The index in `page.boxes` of every element with a box in it, by its number. */
  boxed: ReadonlyMap<number, number>;
  modals: number;
  /** What was moving then; null when that may show anywhere. */
  moving: Box[] | null;
  /** What changed since, and when it last did; null when that may show anywhere. */
  parts: Map<Element, number> | null;
}

interface Comparison {
  target: number | null;
  boxedNow: ReadonlyMap<number, number>;
  boxesOf: (part: Element) => Box[] | null;
}

export interface ChangedPartsTools {
  clock: Pick<ChangeClock, 'watchParts' | 'movers'>;
  numberOf: (element: Element) => number;
  shadowRootOf: ShadowRoots['find'];
  animatedImages: () => readonly Element[];
}

/**
 * Knows where a page can differ from how it was when a screenshot was asked for. Where elements are is compared as a
 * whole. What looks different in its place is looked for where something changed: in that element, in later siblings
 * that a style sheet restyles because of it, and in ancestors that one restyles by what is in them (`:has`).
 */
export function trackChangedParts(
  document: Document,
  signal: AbortSignal,
  { clock, numberOf, shadowRootOf, animatedImages }: ChangedPartsTools,
) {
  const measurePart = createPartMeasurer({ numberOf, shadowRootOf });
  let layouts: Layout[] = [];

  clock.watchParts((parts) => {
    for (const layout of layouts) addParts(layout, parts);
  }, signal);
  signal.addEventListener('abort', () => (layouts = []), { once: true });

  const countModals = (): number => dom.queryAll(document, ':modal').length;

  /** Without movements that began since a layout as transitions: where they began is known from it. */
  function measureMoving({ hasTransitions }: { hasTransitions: boolean }): Box[] | null {
    const boxes: Box[] = animatedImages().flatMap(measureRegion);
    for (const mover of clock.movers()) {
      if (!hasTransitions && mover.isTransition && !mover.staysInside) continue;
      const area = findMovingArea(mover);
      if (!area) return null;
      boxes.push(...measureRegion(area));
    }
    return boxes;
  }

  function compare(
    layout: Layout,
    now: RawFrame,
    { target, boxedNow, boxesOf }: Comparison,
  ): Omit<Differences, 'since'> | null {
    if (!isSameView(layout.page, now) || layout.modals !== countModals()) return null;
    if (!layout.parts || !layout.moving) return null;
    const show = (boxes: readonly Box[]): Box[] => boxes.flatMap((box) => listShown(box, now));
    if (layout.parts.size === 0) return { moved: show(layout.moving), changed: [] };
    const parts = [...layout.parts].filter(([part]) => dom.isAttached(part));
    const around = parts.flatMap(([part]) =>
      listAncestors(part).map((at) => [numberOf(at), at] as const),
    );
    const moved = findMoved(layout, now, { target, boxedNow, around: new Map(around) });
    const moving = measureMoving({ hasTransitions: false });
    if (!moved || !moving) return null;
    const changed: Differences['changed'] = [];
    for (const [part, at] of parts) {
      const boxes = boxesOf(part);
      if (!boxes) return null;
      changed.push(...show(boxes).map((box) => ({ box, at })));
    }
    if (changed.length > MAX_CHANGED) return null;
    return { moved: show([...moved, ...layout.moving, ...moving]), changed };
  }

  return {
    /** Remembers the page as a screenshot that is asked for now will show it. Returns what forgets it again. */
    note(raw: RawFrame, at: number): () => void {
      const moving = measureMoving({ hasTransitions: true });
      const parts = new Map<Element, number>();
      const { boxes, scroll, viewport, devicePixelRatio } = raw;
      const page = { boxes, scroll, viewport, devicePixelRatio };
      const layout = { at, page, boxed: listBoxed(raw), modals: countModals(), moving, parts };
      layouts = [layout, ...layouts].slice(0, MAX_LAYOUTS);
      return () => {
        layouts = layouts.filter((one) => one !== layout);
      };
    },
    /**
     * Where the page as it is now, in `now`, can differ from each of those: CSS px in this viewport, newest first; only
     * those in which the target (its number) is where it was. Times are epoch ms of this document's own clock.
     */
    differences(now: RawFrame, target: number | null): Differences[] {
      const known = new Map<Element, Box[] | null>();
      const boxesOf = (part: Element): Box[] | null => {
        const boxes = known.get(part) ?? measurePart(part, now);
        known.set(part, boxes);
        return boxes;
      };
      const comparison = { target, boxesOf, boxedNow: listBoxed(now) };
      return layouts.flatMap((layout) => {
        const found = compare(layout, now, comparison);
        return found ? [{ since: layout.at, ...found }] : [];
      });
    },
  };
}

/** Measures where a part shows something: it, what is restyled with it, and all in them; null for anywhere. */
function createPartMeasurer({
  numberOf,
  shadowRootOf,
}: Pick<ChangedPartsTools, 'numberOf' | 'shadowRootOf'>) {
  const byContent = createStateRules(shadowRootOf, CONTENT_STATE);
  const bySibling = createStyleRules(shadowRootOf, listSiblingSelectors);

  function listRestyledSiblings(element: Element): Element[] {
    if (!bySibling.hasAny(element)) return [];
    const restyled: Element[] = [];
    let count = 0;
    for (
      let next = dom.getNextElementSibling(element);
      next;
      next = dom.getNextElementSibling(next)
    ) {
      if (bySibling.affects(next)) restyled.push(next);
      count += 1;
      const parent = dom.getParentElement(next);
      if (count > MAX_SIBLINGS && parent) return [parent];
    }
    return restyled;
  }

  /** What sticks out of an element and its text: elements that are placed elsewhere. */
  function listInside(element: Element, { uids, boxes }: RawFrame): Box[] {
    const after = findElementAfter(element);
    const first = uids.indexOf(numberOf(element));
    const end = after ? uids.indexOf(numberOf(after)) : uids.length;
    const inside: Box[] = [];
    for (let index = first + 1; index < (end < 0 ? uids.length : end); index += 1) {
      const box = Number.isNaN(boxes[4 * index]) ? null : readBox({ boxes }, index);
      if (box && !inside.some((one) => holds(one, box))) inside.push(box);
    }
    return inside;
  }

  return (part: Element, now: RawFrame): Box[] | null => {
    let outermost = part;
    for (const at of listAncestors(part)) if (byContent.affects(at)) outermost = at;
    const restyled = [outermost, ...listRestyledSiblings(outermost)];
    // What the body and the root look like is shown by the whole window.
    if (restyled.some((element) => ['html', 'body'].includes(dom.getLocalName(element))))
      return null;
    return restyled.flatMap((element) => [...measureRegion(element), ...listInside(element, now)]);
  };
}

/** The element that follows an element and all in it, as a document is walked: shadow roots before their hosts' children. */
function findElementAfter(element: Element): Element | null {
  for (let at: Element | null = element; at; at = getComposedParent(at)) {
    const next = dom.getNextElementSibling(at);
    if (next) return next;
    const host = dom.getParentElement(at) ? null : getComposedParent(at);
    const slotted = host && dom.getFirstElementChild(host);
    if (slotted) return slotted;
  }
  return null;
}

function holds(one: Box, other: Box): boolean {
  return (
    other.x >= one.x &&
    other.y >= one.y &&
    other.x + other.width <= one.x + one.width &&
    other.y + other.height <= one.y + one.height
  );
}

function addParts(layout: Layout, parts: ChangedParts): void {
  if (!layout.parts) return;
  const elements = parts?.map(toElement);
  if (!elements || elements.some((element) => !element || isStyle(element))) {
    layout.parts = null;
    return;
  }
  const now = readDocumentTime();
  for (const element of elements) if (element) layout.parts.set(element, now);
  if (layout.parts.size > MAX_PARTS) layout.parts = null;
}

/** What shows a node; null for a document. */
function toElement(node: Node): Element | null {
  if (node instanceof Element) return node;
  const shown = node instanceof ShadowRoot ? node : dom.getParentNode(node);
  if (shown instanceof ShadowRoot) return shown.host;
  return shown instanceof Element ? shown : null;
}

function isStyle(element: Element): boolean {
  const isSheet = ['style', 'link'].includes(dom.getLocalName(element));
  return isSheet || dom.queryAll(element, 'style, link[rel~="stylesheet"]').length > 0;
}

/** Whether scroll position, size and zoom are the same. */
export function isSameView(one: ViewState, other: ViewState): boolean {
  return (
    one.scroll.x === other.scroll.x &&
    one.scroll.y === other.scroll.y &&
    one.viewport.width === other.viewport.width &&
    one.viewport.height === other.viewport.height &&
    one.devicePixelRatio === other.devicePixelRatio
  );
}

function listBoxed({ uids, boxes }: RawFrame): Map<number, number> {
  const boxed = new Map<number, number>();
  for (const [index, uid] of uids.entries()) {
    if (!Number.isNaN(boxes[4 * index])) boxed.set(uid, index);
  }
  return boxed;
}

/** Where elements were and are that came, went or moved; null when they are many, or the target is one. */
function findMoved(
  { page, boxed }: Layout,
  now: RawFrame,
  {
    target,
    boxedNow,
    around,
  }: Pick<Comparison, 'target' | 'boxedNow'> & { around: ReadonlyMap<number, Element> },
): Box[] | null {
  const moved: Box[] = [];
  const isMovedTo = (uid: number, index: number | undefined, indexNow: number | undefined) => {
    const before = readBox(page, index);
    const after = readBox(now, indexNow);
    const grown = before && after && around.get(uid);
    if (grown && isEmptySpace(grown)) moved.push(...listGrowth(before, after));
    // A picture from in between shows it on its way.
    else if (before && after) moved.push(uniteBoxes(before, after));
    else for (const box of [before, after]) if (box) moved.push(box);
    const isLost = uid === target && !(before && after && isAbout(before, after));
    return !isLost && moved.length <= MAX_MOVED;
  };
  for (const [uid, indexNow] of boxedNow) {
    const index = boxed.get(uid);
    const isSame = index !== undefined && isSameBox(page.boxes, index, now.boxes, indexNow);
    if (!isSame && !isMovedTo(uid, index, indexNow)) return null;
  }
  for (const [uid, index] of boxed) {
    if (!boxedNow.has(uid) && !isMovedTo(uid, index, undefined)) return null;
  }
  return target === null || boxed.has(target) ? moved : null;
}

function readBox({ boxes }: Pick<RawFrame, 'boxes'>, index: number | undefined): Box | null {
  if (index === undefined) return null;
  const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(4 * index, 4 * index + 4);
  return { x, y, width, height };
}

function isSameBox(one: Float32Array, at: number, other: Float32Array, otherAt: number): boolean {
  for (let side = 0; side < 4; side += 1) {
    const apart = (one[4 * at + side] ?? NaN) - (other[4 * otherAt + side] ?? NaN);
    if (!(Math.abs(apart) <= SAME_PX)) return false;
  }
  return true;
}

/** Whether an element shows nothing of its own but a colour and its edges, so that only these move when it grows. */
function isEmptySpace(element: Element): boolean {
  const { backgroundImage, boxShadow } = getComputedStyle(element);
  if (backgroundImage !== 'none' || boxShadow !== 'none') return false;
  for (let node = dom.getFirstChild(element); node; node = dom.getNextSibling(node)) {
    if (dom.getNodeType(node) === Node.TEXT_NODE && (dom.getNodeValue(node) ?? '').trim() !== '')
      return false;
  }
  return true;
}

/** What is covered by one of two boxes only; both whole when they do not begin at the same place. */
function listGrowth(before: Box, after: Box): Box[] {
  const { x, y } = after;
  const isInPlace = Math.abs(before.x - x) <= SAME_PX && Math.abs(before.y - y) <= SAME_PX;
  if (!isInPlace) return [before, after];
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const right = x + Math.min(before.width, after.width);
  const bottom = y + Math.min(before.height, after.height);
  const growth = [
    { x: right, y, width: x + width - right, height },
    { x, y: bottom, width, height: y + height - bottom },
  ];
  return growth.filter((box) => box.width > 0 && box.height > 0);
}

/** Whether an element is about where it was, so that a click on it then would have met it too. */
function isAbout(before: Box, after: Box): boolean {
  const x = after.x + after.width / 2 - before.x;
  const y = after.y + after.height / 2 - before.y;
  return x >= 0 && y >= 0 && x <= before.width && y <= before.height;
}

function listShown(box: Box, { viewport }: RawFrame): Box[] {
  const left = Math.max(0, box.x - MARGIN_PX);
  const top = Math.max(0, box.y - MARGIN_PX);
  const right = Math.min(viewport.width, box.x + box.width + MARGIN_PX);
  const bottom = Math.min(viewport.height, box.y + box.height + MARGIN_PX);
  const isShown = box.width > 0 && box.height > 0 && right > left && bottom > top;
  return isShown ? [{ x: left, y: top, width: right - left, height: bottom - top }] : [];
}
