import type { Uid } from '../../core/action/action.ts';
import type { Gesture } from './gesture.ts';
import { timeOf } from './gesture.ts';
import type { CapturePorts } from './ports.ts';
import type { Emit } from './typing.ts';

/** Scrolling that rests this long is over. */
const REST_MS = 300;
/** A scroll this long after a wheel or key is not its effect (smooth scrolling included). */
const EFFECT_MS = 400;
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

interface Wheel {
  before: Gesture;
  lastAt: number;
  x: number;
  y: number;
}

interface Episode {
  turnId: string;
  uid: Uid | null;
  scroller: Element;
  from: { left: number; top: number };
  timer: ReturnType<typeof setTimeout> | null;
}

/** Scrolling is one turn per scroller and burst: wheel deltas added up, or the way moved by keys. */
export function createScrolling(
  ports: CapturePorts,
  emit: Emit,
  press: (event: Event) => Gesture | null,
) {
  let wheel: Wheel | null = null;
  let episode: Episode | null = null;
  const offsets = new WeakMap<Element, { left: number; top: number }>();
  const page = ports.document.scrollingElement;
  if (page) offsets.set(page, { left: page.scrollLeft, top: page.scrollTop });

  function onWheel(event: WheelEvent): void {
    const at = timeOf(event);
    if (!wheel || at - wheel.lastAt > REST_MS) {
      end();
      const before = press(event);
      if (!before) return;
      wheel = { before, lastAt: at, x: 0, y: 0 };
    }
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
    wheel.lastAt = at;
    wheel.x += event.deltaX * unit;
    wheel.y += event.deltaY * unit;
  }

  function onScroll(event: Event, key: (Gesture & { key: string }) | null): void {
    const scroller = findScroller(event.target, ports.document);
    if (!scroller) return;
    const at = timeOf(event);
    const from = offsets.get(scroller) ?? { left: 0, top: 0 };
    offsets.set(scroller, { left: scroller.scrollLeft, top: scroller.scrollTop });
    if (episode && episode.scroller !== scroller) end();
    if (!episode) {
      const cause = findCause(at, key);
      if (!cause) return;
      const uid = scroller === ports.document.scrollingElement ? null : ports.uidOf(scroller);
      const action = { intent: 'scroll', ...way(scroller, from), uid } as const;
      episode = { turnId: '', uid, scroller, from, timer: null };
      episode.turnId = emit(action, null, cause, event);
    }
    if (episode.timer) clearTimeout(episode.timer);
    episode.timer = setTimeout(end, REST_MS);
  }

  function findCause(at: number, key: (Gesture & { key: string }) | null): Gesture | null {
    if (wheel && at - wheel.lastAt < EFFECT_MS) return wheel.before;
    return key && SCROLL_KEYS.has(key.key) && at - key.at < EFFECT_MS ? key : null;
  }

  /** CSS px: what the wheel asked for, or else how far it went. */
  function way(scroller: Element, from: { left: number; top: number }): { x: number; y: number } {
    if (wheel) return { x: wheel.x, y: wheel.y };
    return { x: scroller.scrollLeft - from.left, y: scroller.scrollTop - from.top };
  }

  function end(): void {
    if (episode) {
      if (episode.timer) clearTimeout(episode.timer);
      const { turnId, uid, scroller, from } = episode;
      const action = { intent: 'scroll', ...way(scroller, from), uid } as const;
      ports.revise({ turnId, action, element: null });
      ports.wantShot();
    }
    episode = null;
    wheel = null;
  }

  return { onWheel, onScroll, end };
}

function findScroller(target: EventTarget | null, document: Document): Element | null {
  if (target === document) return document.scrollingElement;
  return target instanceof Element ? target : null;
}
