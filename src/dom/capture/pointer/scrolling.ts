import * as dom from '../../native.ts';
import { findEditable, SCROLL_KEYS } from '../text/controls.ts';
import type { PressTracker, Gesture } from './press-tracker.ts';
import type { CapturePorts } from '../ports.ts';
import { containsComposed } from '../../composed-tree.ts';
import { timeOfEvent } from '../../time.ts';

/** A scroll ends after this long without scroll events. */
const REST_MS = 300;
/** A scroll this long after a wheel or key event is not its effect (smooth scrolling included). */
const MAX_EFFECT_MS = 400;
const LINE_PX = 40;

interface WheelBurst {
  before: Gesture;
  clientX: number;
  clientY: number;
  lastAt: number;
  x: number;
  y: number;
}

interface Offset {
  left: number;
  top: number;
}

interface ScrollEpisode {
  turnId: string;
  scroller: Element;
  from: Offset;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Scrolling is one turn per scroller and burst: the sum of wheel deltas, or else the distance. */
export class Scrolling {
  private wheel: WheelBurst | null = null;
  private episode: ScrollEpisode | null = null;
  /** The press that holds a scroll bar. */
  private held: Gesture | null = null;
  private readonly offsets = new WeakMap<Element, Offset>();

  constructor(
    private readonly ports: CapturePorts,
    private readonly presses: PressTracker,
  ) {
    const page = dom.getPageScroller(ports.document);
    if (page) this.offsets.set(page, readOffset(page));
  }

  onWheel(event: WheelEvent): void {
    // With Control it zooms.
    if (event.ctrlKey) return;
    const at = timeOfEvent(event);
    const { clientX, clientY } = event;
    let { wheel } = this;
    // The target under a resting pointer changes while scrolling.
    const isSame = wheel?.clientX === clientX && wheel.clientY === clientY;
    if (!wheel || !isSame || at - wheel.lastAt > REST_MS) {
      this.end();
      const before = this.presses.captureState(event);
      if (!before) return;
      wheel = { before, clientX, clientY, lastAt: at, x: 0, y: 0 };
      this.wheel = wheel;
    }
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
    wheel.lastAt = at;
    wheel.x += event.deltaX * unit;
    wheel.y += event.deltaY * unit;
  }

  onScroll(event: Event): void {
    const { document } = this.ports;
    const scroller = event.target === document ? dom.getPageScroller(document) : event.target;
    if (!(scroller instanceof Element)) return;
    const from = this.offsets.get(scroller) ?? { left: 0, top: 0 };
    this.offsets.set(scroller, readOffset(scroller));
    if (this.episode?.scroller !== scroller) {
      const cause = this.findCause(timeOfEvent(event), scroller);
      // Scrolling by the page itself is no action, and does not end one.
      if (!cause) return;
      this.close();
      const action = this.describe(scroller, from);
      const turnId = this.presses.emit(action, null, { ...cause, turnId: null }, event);
      this.episode = { turnId, scroller, from, timer: undefined };
    }
    clearTimeout(this.episode.timer);
    this.episode.timer = setTimeout(() => this.end(), REST_MS);
  }

  onDown(event: PointerEvent, press: Gesture | null): void {
    this.held = press && isOnScrollBar(event, press.target, this.ports.document) ? press : null;
  }

  onUp(): void {
    this.held = null;
  }

  isScrollBarHeld(): boolean {
    return this.held !== null;
  }

  /** What a key scrolls is not the wheel's. */
  onKey(): void {
    if (this.wheel) this.end();
  }

  end(): void {
    if (this.episode) this.ports.requestScreenshot();
    this.close();
    this.wheel = null;
  }

  private close(): void {
    if (!this.episode) return;
    const { turnId, scroller, from, timer } = this.episode;
    clearTimeout(timer);
    this.ports.revise({ turnId, action: this.describe(scroller, from) });
    this.episode = null;
    if (this.wheel) this.wheel = { ...this.wheel, x: 0, y: 0 };
  }

  private findCause(at: number, scroller: Element): Gesture | null {
    const { wheel, held } = this;
    const { last } = this.presses;
    let cause: Gesture | null = null;
    if (wheel && at - wheel.lastAt < MAX_EFFECT_MS) cause = wheel.before;
    else if (held) cause = held;
    else if (last && isScrollKey(last) && at - last.at <= MAX_EFFECT_MS) cause = last;
    const isOf =
      cause &&
      (scroller === dom.getPageScroller(this.ports.document) ||
        containsComposed(scroller, cause.target));
    return isOf ? cause : null;
  }

  /** CSS px: the wheel's delta, or else the distance scrolled. */
  private describe(scroller: Element, from: Offset) {
    const uid =
      scroller === dom.getPageScroller(this.ports.document) ? null : this.ports.uidOf(scroller);
    const x = this.wheel ? this.wheel.x : dom.getScrollLeft(scroller) - from.left;
    const y = this.wheel ? this.wheel.y : dom.getScrollTop(scroller) - from.top;
    return { intent: 'scroll', x, y, uid } as const;
  }
}

function readOffset(scroller: Element): Offset {
  return { left: dom.getScrollLeft(scroller), top: dom.getScrollTop(scroller) };
}

/** Whether the browser scrolls for a key: not if the page handled it, nor as a side effect of typing a space. */
function isScrollKey({ kind, key, turnId, target }: Gesture): boolean {
  if (kind !== 'key' || !SCROLL_KEYS.has(key) || turnId !== null) return false;
  return key !== ' ' || !findEditable(target);
}

/** Scroll bars lie beside the client area, inside the border. */
function isOnScrollBar(event: PointerEvent, target: Element, document: Document): boolean {
  const isPage = target === dom.getBody(document) || target === dom.getDocumentElement(document);
  const root = dom.getDocumentElement(document);
  if (isPage && root) {
    return event.clientX >= dom.getClientWidth(root) || event.clientY >= dom.getClientHeight(root);
  }
  const { left, top } = dom.measure(target);
  const clientWidth = dom.getClientWidth(target);
  return (
    clientWidth > 0 &&
    (event.clientX - left - dom.getClientLeft(target) >= clientWidth ||
      event.clientY - top - dom.getClientTop(target) >= dom.getClientHeight(target))
  );
}
