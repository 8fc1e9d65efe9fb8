import type { ChangeLog } from '../../core/demonstration/screenshot-proof.ts';
import { listenPersistently, getWindow, queryAll } from '../native.ts';
import { readDocumentTime } from '../time.ts';

type PressInterval = ChangeLog['held'][number];

const MAX_INTERVALS = 64;
/** Painted later than this, a release counts from then: pictures from in between may not show it. */
const SLOW_PAINT_MS = 50;
/** So long after the press the browser has made what is held `:active`. */
const ACTIVE_DELAY_MS = 100;

/**
 * Notices when a person holds a pointer's button or the space bar down: style sheets may show what is held (`:active`)
 * with no trace in the document, and only meanwhile. Returns what tells the presses that ended at or after
 * `since`, oldest first (epoch ms of this document's own clock); one that goes on ends now.
 */
export function watchPressIntervals(
  document: Document,
  signal: AbortSignal,
  isOurs: (node: EventTarget) => boolean,
  /** Called with the innermost element, when it is pressed and when it is let go. */
  pressed: (target: Element) => void = () => undefined,
): (since: number) => PressInterval[] {
  const window = getWindow(document);
  let over: PressInterval[] = [];
  let since: number | null = null;
  let isByKey = false;
  let target: Element | null = null;

  const begin = (event: Event): void => {
    if (since !== null || !event.isTrusted || event.composedPath().some(isOurs)) return;
    since = readDocumentTime();
    isByKey = event.type === 'keydown';
    const [innermost] = event.composedPath();
    target = innermost instanceof Element ? innermost : null;
    if (target) pressed(target);
  };
  const end = (event: Event): void => {
    const mayEnd = isByKey === (event.type === 'keyup' || event.type === 'blur');
    if (since !== null && event.isTrusted && mayEnd) keep(since);
  };
  const keep = (from: number): void => {
    if (target) pressed(target);
    const held = { from, until: readDocumentTime() };
    since = null;
    over = [...over, held].slice(-MAX_INTERVALS);
    awaitPaint(held);
  };
  /** A release isn't always reported: another window or a menu of the browser may receive it. */
  const endUntold = (): void => {
    if (since === null || readDocumentTime() - since < ACTIVE_DELAY_MS) return;
    if (queryAll(document, ':active').length === 0) keep(since);
  };
  /** The second frame from now begins when the one that shows the release is done. Hidden pages have none. */
  const awaitPaint = (held: PressInterval): void => {
    window?.requestAnimationFrame(() =>
      window.requestAnimationFrame(() => {
        const now = readDocumentTime();
        if (now - held.until >= SLOW_PAINT_MS) held.until = now;
      }),
    );
  };

  if (window) {
    const on = <K extends keyof WindowEventMap>(
      type: K,
      hear: (event: WindowEventMap[K]) => void,
    ): void => {
      const options = { capture: true, passive: true, signal };
      listenPersistently<WindowEventMap[K]>(document, window, type, hear, options);
    };
    on('pointerdown', begin);
    on('keydown', (event) => {
      if (event.key === ' ') begin(event);
    });
    on('keyup', (event) => {
      if (event.key === ' ') end(event);
    });
    on('blur', (event) => {
      if (event.target === window) end(event);
    });
    for (const type of ['pointerup', 'pointercancel', 'dragend'] as const) on(type, end);
    on('pointermove', (event) => {
      if (event.buttons === 0) end(event);
    });
  }
  return (from) => {
    endUntold();
    const now = readDocumentTime();
    const open = since === null ? [] : [{ from: since, until: now }];
    return [...over.filter(({ until }) => until >= from), ...open];
  };
}
