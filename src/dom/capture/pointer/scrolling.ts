import {
  getBody,
  getClientHeight,
  getClientLeft,
  getClientTop,
  getClientWidth,
  getDocumentElement,
  getPageScroller,
  getScrollLeft,
  getScrollTop,
  measure,
} from '../../native.ts';
import { findEditable } from '../text/controls.ts';
import { containsComposed } from './deep-target.ts';
import type { Gesture } from './gesture.ts';
import { timeOfEvent } from './gesture.ts';
import type { PressTracker } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';

/** A scroll ends after this long without scroll events. */
const REST_MS = 300;
/** A scroll this long after a wheel or key event is not its effect (smooth scrolling included). */
const MAX_EFFECT_MS = 400;
const LINE_PX = 40;

const SCROLL_KEYS = new Set([
  'PageDown',
  'PageUp',
  'Home',
  'End',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  ' ',
]);

interface WheelBurst {
  before: Gesture;
  clientX: number;
  clientY: number;
  lastAt: number;
  x: number;
  y: number;
}

interface ScrollEpisode {
  turnId: string;
  scroller: Element;
  from: { left: number; top: number };
  timer: ReturnType<typeof setTimeout> | null;
}

/** Scrolling is one turn per scroller and burst: the sum of wheel deltas, or else the distance. */
export function createScrolling(ports: CapturePorts, hand: PressTracker) {
  let wheel: WheelBurst | null = null;
  let episode: ScrollEpisode | null = null;
  let held: Gesture | null = null;
  const offsets = new WeakMap<Element, { left: number; top: number }>();
  const page = getPageScroller(ports.document);
  if (page) offsets.set(page, { left: getScrollLeft(page), top: getScrollTop(page) });

  function onWheel(event: WheelEvent): void {
    // With Control it zooms.
    if (event.ctrlKey) return;
    const at = timeOfEvent(event);
    const { clientX, clientY } = event;
    // The target under a resting pointer changes while scrolling.
    const isSame = wheel?.clientX === clientX && wheel.clientY === clientY;
    if (!wheel || !isSame || at - wheel.lastAt > REST_MS) {
      end();
      const before = hand.captureState(event);
      if (!before) return;
      wheel = { before, clientX, clientY, lastAt: at, x: 0, y: 0 };
    }
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
    wheel.lastAt = at;
    wheel.x += event.deltaX * unit;
    wheel.y += event.deltaY * unit;
  }

  function onScroll(event: Event): void {
    const scroller = findScroller(event.target, ports.document);
    if (!scroller) return;
    const from = offsets.get(scroller) ?? { left: 0, top: 0 };
    offsets.set(scroller, { left: getScrollLeft(scroller), top: getScrollTop(scroller) });
    if (episode?.scroller !== scroller) {
      const cause = findCause(timeOfEvent(event), scroller);
      // Scrolling by the page itself is no action, and does not end one.
      if (!cause) return;
      close();
      episode = { turnId: '', scroller, from, timer: null };
      episode.turnId = hand.emit(describe(episode), null, { ...cause, turnId: null }, event);
    }
    if (episode.timer) clearTimeout(episode.timer);
    episode.timer = setTimeout(end, REST_MS);
  }

  function findCause(at: number, scroller: Element): Gesture | null {
    const isOf = ({ target }: Gesture): boolean =>
      scroller === getPageScroller(ports.document) || containsComposed(scroller, target);
    if (wheel && at - wheel.lastAt < MAX_EFFECT_MS) return isOf(wheel.before) ? wheel.before : null;
    if (held) return isOf(held) ? held : null;
    const last = hand.lastPress();
    if (last?.kind !== 'key' || !SCROLL_KEYS.has(last.key) || at - last.at > MAX_EFFECT_MS)
      return null;
    // The page handled the key, and scrolled by itself.
    if (last.turnId !== null) return null;
    // Scrolling during typing is a side effect.
    if (last.key === ' ' && findEditable(last.target)) return null;
    return isOf(last) ? last : null;
  }

  /** CSS px: the wheel's delta, or else the distance scrolled. */
  function describe({ scroller, from }: ScrollEpisode) {
    const uid = scroller === getPageScroller(ports.document) ? null : ports.uidOf(scroller);
    const x = wheel ? wheel.x : getScrollLeft(scroller) - from.left;
    const y = wheel ? wheel.y : getScrollTop(scroller) - from.top;
    return { intent: 'scroll', x, y, uid } as const;
  }

  function close(): void {
    if (!episode) return;
    if (episode.timer) clearTimeout(episode.timer);
    ports.revise({ turnId: episode.turnId, action: describe(episode) });
    episode = null;
    if (wheel) wheel = { ...wheel, x: 0, y: 0 };
  }

  function end(): void {
    if (episode) ports.requestScreenshot();
    close();
    wheel = null;
  }

  return {
    onWheel,
    onScroll,
    end,
    onDown(event: PointerEvent, press: Gesture | null): void {
      held = press && isOnScrollBar(event, press.target, ports.document) ? press : null;
    },
    onUp: () => {
      held = null;
    },
    /** Whether a scroll bar is being held. */
    isHeld: () => held !== null,
    /** What a key scrolls is not the wheel's. */
    onKey: () => {
      if (wheel) end();
    },
  };
}

function findScroller(target: EventTarget | null, document: Document): Element | null {
  if (target === document) return getPageScroller(document);
  return target instanceof Element ? target : null;
}

/** Scroll bars lie beside the client area, inside the border. */
function isOnScrollBar(event: PointerEvent, target: Element, document: Document): boolean {
  const isPage = target === getBody(document) || target === getDocumentElement(document);
  const root = getDocumentElement(document);
  if (isPage && root) {
    return event.clientX >= getClientWidth(root) || event.clientY >= getClientHeight(root);
  }
  const { left, top } = measure(target);
  const clientWidth = getClientWidth(target);
  return (
    clientWidth > 0 &&
    (event.clientX - left - getClientLeft(target) >= clientWidth ||
      event.clientY - top - getClientTop(target) >= getClientHeight(target))
  );
}
