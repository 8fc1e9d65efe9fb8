import {
  getFonts,
  getWindow,
  isRendered,
  listAnimations,
  listByName,
  listenPersistently,
  listenOn,
  measure,
  queryAll,
} from '../../native.ts';
import type { ShadowRoots } from '../shadow-roots.ts';

/** How many changes are remembered. */
const MAX_CHANGES = 256;
/** Restyles closer than this count as their first and last. */
const MIN_RESTYLE_GAP_MS = 50;
/** Painted later than this, a change counts once more then: pictures from in between may not show it. */
const SLOW_PAINT_MS = 50;

/** What may change how the page looks or where things are, beside its nodes. */
const WINDOW_EVENTS = [
  'scroll',
  'resize',
  'input',
  'change',
  'toggle',
  'transitionrun',
  'transitionend',
  'transitioncancel',
  'animationstart',
  'animationiteration',
  'animationend',
  'animationcancel',
  'fullscreenchange',
  // Back from the page that was shown meanwhile.
  'pageshow',
];

/** Of those, what ends at the shadow root it happens in. */
const ROOT_EVENTS = WINDOW_EVENTS.filter((type) => type !== 'input' && type !== 'pageshow');

/** These do not reach the window. */
const DOCUMENT_EVENTS = ['load', 'error', 'seeked', 'play', 'pause', 'prerenderingchange'];

/** What the person may change of the browser, and every style sheet may ask for. */
const PREFERENCES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(prefers-reduced-motion: reduce)',
  '(forced-colors: active)',
];

/** What loads these pictures tells of it with no event: a style sheet, or a film whose poster it is. */
const SILENT_LOADERS = new Set(['css', 'video']);

/** Knows when the page last changed. All times are epoch ms of this document's own clock. */
export interface ChangeClock {
  /** 0 when nothing was seen to change yet. */
  readonly lastChangeAt: number;
  /** Counts in what the browser has noticed but not told yet. Call before asking. */
  flush(): void;
  /**
   * The instants of changes at or after `since`, oldest first; after a later `since`, which is the answer's,
   * where there were too many to remember. What the focus did at or after `butFocusSince` is left out.
   */
  changes(since: number, butFocusSince?: number): { since: number; instants: number[] };
  /** Counts an instant for pictures only: what hovering restyles leaves the document as it was. */
  noteRestyle(): void;
  /** Counts an instant for pictures at which it is seen that the focus came or went. */
  noteFocus(): void;
  /** Counts a change that leaves no trace in the document: what a style sheet alone shows or hides. */
  noteChange(): void;
  /** Calls back at every change, as soon as it is known, with the mutations if it is some. */
  watch(changed: (records: readonly MutationRecord[]) => void, signal: AbortSignal): void;
  /** Whether something in view moves by itself, so that no two pictures need be alike. */
  live(): boolean;
}

/**
 * Watches a document and its known shadow roots. It keeps instants only: what a page pays for is one
 * entry per batch of changes, however big.
 */
export function startChangeClock(
  document: Document,
  signal: AbortSignal,
  shadowRoots: Pick<ShadowRoots, 'watch' | 'list'>,
  /** Our own overlay's: what it does is no change of the page. */
  isOurs: (node: EventTarget) => boolean = () => false,
): ChangeClock {
  const ring = new Float64Array(MAX_CHANGES);
  let count = 0;
  let lastChangeAt = 0;
  /** Null when they may be others by now. */
  let movers: Element[] | null = null;
  const watchers = new Set<(records: readonly MutationRecord[]) => void>();
  const note = (records: readonly MutationRecord[]): void => {
    if (records.some((record) => !isOwnChange(record, isOurs))) push(records);
  };
  const hear = (event: Event): void => {
    if (event.target === null || !isOurs(event.target)) push();
  };
  let focused: number[] = [];
  /** Restyles in a row: the pointer may cross sixty elements a second. */
  let crossed = 0;
  const keep = (instant: number): void => {
    ring[count % MAX_CHANGES] = instant;
    count++;
    if (isPaintAwaited) unpainted ??= instant;
    else awaitPaint(instant);
  };
  let isPaintAwaited = false;
  /** The first change since the frame began that is awaited: only the next one shows it. */
  let unpainted: number | null = null;
  /** The second frame from now begins when the one that shows the change is done. Hidden pages have none. */
  const awaitPaint = (instant: number): void => {
    const window = getWindow(document);
    if (!window || signal.aborted) return;
    isPaintAwaited = true;
    window.requestAnimationFrame(() => {
      unpainted = null;
      window.requestAnimationFrame(() => {
        isPaintAwaited = false;
        const now = performance.timeOrigin + performance.now();
        if (!signal.aborted && now - instant >= SLOW_PAINT_MS) {
          ring[count % MAX_CHANGES] = now;
          count++;
        }
        if (unpainted !== null) awaitPaint(unpainted);
      });
    });
  };
  const restyle = (): void => {
    const now = performance.timeOrigin + performance.now();
    const oneBefore = ring[(count - 2) % MAX_CHANGES] ?? 0;
    // No picture fits between two so close.
    if (crossed >= 2 && now - oneBefore < MIN_RESTYLE_GAP_MS) count--;
    keep(now);
    crossed++;
  };
  const push = (records: readonly MutationRecord[] = []): void => {
    lastChangeAt = performance.timeOrigin + performance.now();
    keep(lastChangeAt);
    crossed = 0;
    movers = null;
    for (const changed of watchers) changed(records);
  };
  const observer = new MutationObserver(note);
  const hearLoaded = (loaded: readonly PerformanceEntry[]): void => {
    const isSilent = (entry: PerformanceEntry): boolean =>
      entry instanceof PerformanceResourceTiming && SILENT_LOADERS.has(entry.initiatorType);
    if (loaded.some(isSilent)) restyle();
  };
  const loads = new PerformanceObserver((list) => hearLoaded(list.getEntries()));
  const flush = (): void => {
    note(observer.takeRecords());
    hearLoaded(loads.takeRecords());
  };
  const observe = (root: Node): void => {
    movers = null;
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  };
  if (!signal.aborted) {
    observe(document);
    const options = { capture: true, passive: true, signal };
    shadowRoots.watch((root) => {
      observe(root);
      for (const type of [...ROOT_EVENTS, ...DOCUMENT_EVENTS]) listenOn(root, type, hear, options);
    }, signal);
    loads.observe({ type: 'resource' });
    const window = getWindow(document);
    for (const type of WINDOW_EVENTS) {
      if (window) listenPersistently(document, window, type, hear, options);
    }
    for (const type of DOCUMENT_EVENTS) listenPersistently(document, document, type, hear, options);
    getFonts(document).addEventListener('loadingdone', () => push(), { signal });
    for (const preference of PREFERENCES) {
      window?.matchMedia(preference).addEventListener('change', () => push(), { signal });
    }
    const stop = (): void => {
      observer.disconnect();
      loads.disconnect();
    };
    signal.addEventListener('abort', stop, { once: true });
  }
  return {
    get lastChangeAt() {
      return lastChangeAt;
    },
    flush,
    noteRestyle: restyle,
    noteFocus: () => {
      focused = [...focused, performance.timeOrigin + performance.now()].slice(-MAX_CHANGES);
    },
    noteChange: () => push(),
    changes: (since, butFocusSince = Infinity) => {
      const kept = Math.min(count, MAX_CHANGES);
      const instants: number[] = [];
      for (let at = count - kept; at < count; at++) {
        const instant = ring[at % MAX_CHANGES] ?? 0;
        if (instant >= since) instants.push(instant);
      }
      const isAll = count <= MAX_CHANGES || instants.length < MAX_CHANGES;
      const known = isAll ? since : (instants[0] ?? since);
      const moved = focused.filter((instant) => instant >= since && instant < butFocusSince);
      const isReported = focused.length < MAX_CHANGES || moved.length < focused.length;
      const from = isReported ? known : Math.max(known, moved[0] ?? known);
      return { since: from, instants: [...instants, ...moved].sort((one, other) => one - other) };
    },
    watch: (changed, until) => {
      if (until.aborted) return;
      watchers.add(changed);
      until.addEventListener('abort', () => watchers.delete(changed), { once: true });
    },
    live: () => {
      flush();
      movers ??= listMovingElements(document, shadowRoots.list());
      return isAnythingMoving(document, movers);
    },
  };
}

function isOwnChange(
  { target, addedNodes, removedNodes }: MutationRecord,
  isOurs: (node: EventTarget) => boolean,
): boolean {
  if (isOurs(target)) return true;
  if (addedNodes.length + removedNodes.length !== 1) return false;
  const node = addedNodes[0] ?? removedNodes[0];
  return node !== undefined && isOurs(node);
}

/** What may move by itself, beside pictures of a kind that may. */
const MOVING_ELEMENTS = [
  ...['canvas', 'video', 'marquee', 'progress'],
  ...['animate', 'animateTransform', 'animateMotion'],
];

/** What may move by itself: films and drawings. Stays true until the document changes. */
export function listMovingElements(
  document: Document,
  shadowRoots: readonly ShadowRoot[],
): Element[] {
  return [
    ...MOVING_ELEMENTS.flatMap((name) => Array.from(listByName(document, name))),
    ...shadowRoots.flatMap((root) => Array.from(queryAll(root, MOVING_ELEMENTS.join()))),
  ];
}

/**
 * Whether something of that, or a running animation, is in view. Whether a canvas is being drawn on
 * cannot be seen, so every one counts.
 */
export function isAnythingMoving(document: Document, movers: readonly Element[]): boolean {
  const window = getWindow(document);
  if (!window) return false;
  const isInView = (element: Element): boolean => {
    const { left, top, right, bottom } = measure(element);
    const { innerWidth, innerHeight } = window;
    const overlaps = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return overlaps && right > left && bottom > top && isRendered(element);
  };
  for (const element of movers) {
    if (isPaused(element)) continue;
    const shown = element instanceof SVGAnimationElement ? element.ownerSVGElement : element;
    if (shown && isInView(shown)) return true;
  }
  return listAnimations(document).some(({ playState, effect, timeline }) => {
    // What follows the scrolling moves with it only.
    if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) return false;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return target !== null && isInView(target);
  });
}

function isPaused(mover: Element): boolean {
  if (mover instanceof HTMLVideoElement) return mover.paused || mover.ended;
  if (mover instanceof HTMLProgressElement) return mover.position >= 0;
  return mover instanceof SVGAnimationElement && !isAnimating(mover);
}

function isAnimating(animation: SVGAnimationElement): boolean {
  if (animation.ownerSVGElement?.animationsPaused() !== false) return false;
  const repeats = Number.parseFloat(animation.getAttribute('repeatCount') ?? '1');
  const isEndless = Number.isNaN(repeats) || animation.hasAttribute('repeatDur');
  try {
    const beganAt = animation.getStartTime();
    const now = animation.getCurrentTime();
    return now >= beganAt && (isEndless || now < beganAt + repeats * animation.getSimpleDuration());
  } catch {
    // It has not begun, or has no length, and then sets a value once.
    return false;
  }
}
