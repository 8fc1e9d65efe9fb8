import { getFonts, getWindow, listenPersistently, listenOn } from '../../native.ts';
import type { ShadowRoots } from '../shadow-roots.ts';
import { listMovingElements, listMovers } from './moving.ts';
import type { Mover } from './moving.ts';
import { readDocumentTime } from '../../time.ts';
import { addUntil } from '../shadow-roots.ts';

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

/** The nodes that a change was about; null when it may show anywhere. */
export type ChangedParts = readonly Node[] | null;

/** Of a change in more places than this it is not known where. */
const MAX_RECORDS = 60;

export type ChangeClock = ReturnType<typeof startChangeClock>;

/**
 * Watches a document and its known shadow roots. It keeps instants only: what a page pays for is one
 * entry per batch of changes, however big.
 */
export function startChangeClock(
  document: Document,
  signal: AbortSignal,
  shadowRoots: Pick<ShadowRoots, 'watch' | 'list'>,
  isOurs: (node: EventTarget) => boolean = () => false,
) {
  const ring = new Float64Array(MAX_CHANGES);
  let count = 0;
  let lastChangeAt = 0;
  let movers: Element[] | null = null;
  const watchers = new Set<MutationWatcher>();
  const partWatchers = new Set<PartWatcher>();
  const reportParts = (parts: ChangedParts): void => {
    for (const changed of partWatchers) changed(parts);
  };
  const note = (records: readonly MutationRecord[]): void => {
    const changes = records.filter((record) => !isOwnChange(record, isOurs));
    if (changes.length > 0) push(changes.length > MAX_RECORDS ? null : listNodes(changes), records);
  };
  const hear = ({ target }: Event): void => {
    if (target === null || !isOurs(target)) push(target instanceof Element ? [target] : null);
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
        const now = readDocumentTime();
        if (!signal.aborted && now - instant >= SLOW_PAINT_MS) {
          ring[count % MAX_CHANGES] = now;
          count++;
        }
        if (unpainted !== null) awaitPaint(unpainted);
      });
    });
  };
  const restyle = (parts: ChangedParts): void => {
    reportParts(parts);
    const now = readDocumentTime();
    const oneBefore = ring[(count - 2) % MAX_CHANGES] ?? 0;
    // No picture fits between two so close.
    if (crossed >= 2 && now - oneBefore < MIN_RESTYLE_GAP_MS) count--;
    keep(now);
    crossed++;
  };
  const push = (parts: ChangedParts, records: readonly MutationRecord[] = []): void => {
    reportParts(parts);
    lastChangeAt = readDocumentTime();
    keep(lastChangeAt);
    crossed = 0;
    movers = null;
    for (const changed of watchers) changed(records);
  };
  const observer = new MutationObserver(note);
  const hearLoaded = (loaded: readonly PerformanceEntry[]): void => {
    const isSilent = (entry: PerformanceEntry): boolean =>
      entry instanceof PerformanceResourceTiming && SILENT_LOADERS.has(entry.initiatorType);
    if (loaded.some(isSilent)) restyle(null);
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
  const listMoversNow = (): Mover[] => {
    flush();
    movers ??= listMovingElements(document, shadowRoots.list());
    return listMovers(document, movers);
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
    getFonts(document).addEventListener('loadingdone', () => push(null), { signal });
    for (const preference of PREFERENCES) {
      window?.matchMedia(preference).addEventListener('change', () => push(null), { signal });
    }
    const stop = (): void => {
      observer.disconnect();
      loads.disconnect();
    };
    signal.addEventListener('abort', stop, { once: true });
  }
  return {
    /** 0 when nothing was seen to change yet. */
    get lastChangeAt() {
      return lastChangeAt;
    },
    /** Counts in what the browser has noticed but not told yet. Call before asking. */
    flush,
    /** Counts an instant for pictures only: what hovering restyles (`parts`) leaves the document as it was. */
    noteRestyle: restyle,
    /** Counts an instant for pictures at which it is seen at `parts` that the focus came or went. */
    noteFocus: (parts: ChangedParts): void => {
      reportParts(parts);
      focused = [...focused, readDocumentTime()].slice(-MAX_CHANGES);
    },
    /** Counts a change that leaves no trace in the document: what a style sheet alone shows or hides. */
    noteChange: (): void => push(null),
    /** Counts no instant: what is held down (`parts`) shows only meanwhile (press-intervals). */
    notePress: reportParts,
    /**
     * The instants of changes at or after `since`, oldest first; after a later `since`, which is the answer's,
     * where there were too many to remember. What the focus did at or after `butFocusSince` is left out.
     */
    changes: (
      since: number,
      butFocusSince: number = Infinity,
    ): { since: number; instants: number[] } => {
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
    /** Calls back at every change, as soon as it is known, with the mutations if it is some. */
    watch: (changed: MutationWatcher, until: AbortSignal): void =>
      addUntil(watchers, changed, until),
    /** Calls back at every change, for pictures too, with what it changed. */
    watchParts: (changed: PartWatcher, until: AbortSignal): void =>
      addUntil(partWatchers, changed, until),
    /** Whether something in view moves by itself, so that no two pictures need be alike. */
    live: (): boolean => listMoversNow().length > 0,
    movers: listMoversNow,
  };
}

type MutationWatcher = (records: readonly MutationRecord[]) => void;
type PartWatcher = (parts: ChangedParts) => void;

function isOwnChange(
  { target, addedNodes, removedNodes }: MutationRecord,
  isOurs: (node: EventTarget) => boolean,
): boolean {
  if (isOurs(target)) return true;
  if (addedNodes.length + removedNodes.length !== 1) return false;
  const node = addedNodes[0] ?? removedNodes[0];
  return node !== undefined && isOurs(node);
}

/** Of a list of children that changed, the elements that came and went too: they may be style sheets. */
function listNodes(records: readonly MutationRecord[]): Node[] {
  return records.flatMap(({ target, addedNodes, removedNodes }) => [
    target,
    ...[...addedNodes, ...removedNodes].filter((node) => node instanceof Element),
  ]);
}
