import { listenForGood } from '../read/listen.ts';
import { getFonts, getWindow, listenOn } from '../read/native.ts';
import { isAnythingMoving, listMovers } from './moving.ts';
import type { ShadowRoots } from './shadow-roots.ts';

/** How many changes are remembered. */
const REMEMBERED = 256;
/** Restyles closer than this count as their first and last. */
const CROSSING_MS = 50;
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
  const ring = new Float64Array(REMEMBERED);
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
    ring[count % REMEMBERED] = instant;
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
          ring[count % REMEMBERED] = now;
          count++;
        }
        if (unpainted !== null) awaitPaint(unpainted);
      });
    });
  };
  const restyle = (): void => {
    const now = performance.timeOrigin + performance.now();
    const oneBefore = ring[(count - 2) % REMEMBERED] ?? 0;
    // No picture fits between two so close.
    if (crossed >= 2 && now - oneBefore < CROSSING_MS) count--;
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
      if (window) listenForGood(document, window, type, hear, options);
    }
    for (const type of DOCUMENT_EVENTS) listenForGood(document, document, type, hear, options);
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
      focused = [...focused, performance.timeOrigin + performance.now()].slice(-REMEMBERED);
    },
    noteChange: () => push(),
    changes: (since, butFocusSince = Infinity) => {
      const kept = Math.min(count, REMEMBERED);
      const instants: number[] = [];
      for (let at = count - kept; at < count; at++) {
        const instant = ring[at % REMEMBERED] ?? 0;
        if (instant >= since) instants.push(instant);
      }
      const isAll = count <= REMEMBERED || instants.length < REMEMBERED;
      const known = isAll ? since : (instants[0] ?? since);
      const moved = focused.filter((instant) => instant >= since && instant < butFocusSince);
      const isTold = focused.length < REMEMBERED || moved.length < focused.length;
      const from = isTold ? known : Math.max(known, moved[0] ?? known);
      return { since: from, instants: [...instants, ...moved].sort((one, other) => one - other) };
    },
    watch: (changed, until) => {
      if (until.aborted) return;
      watchers.add(changed);
      until.addEventListener('abort', () => watchers.delete(changed), { once: true });
    },
    live: () => {
      flush();
      movers ??= listMovers(document, shadowRoots.list());
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
