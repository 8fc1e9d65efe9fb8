import { getFonts, getWindow, listAnimations, listenOn, listenPersistently } from '../../native.ts';
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

/**
 * Watches a document and its known shadow roots, and knows when the page last changed. It keeps instants only: what a
 * page pays for is one entry per batch of changes, however big. All times are epoch ms of this document's own clock.
 */
export class ChangeClock {
  /** 0 when nothing was seen to change yet. */
  lastChangeAt = 0;
  private readonly startedAt = readDocumentTime();
  private readonly ring = new Float64Array(MAX_CHANGES);
  private count = 0;
  /** When the focus came or went. */
  private focused: number[] = [];
  /** Restyles in a row: the pointer may cross sixty elements a second. */
  private crossed = 0;
  private isPaintAwaited = false;
  /** The first change since the frame began that is awaited: only the next one shows it. */
  private unpainted: number | null = null;
  /** Null if the moving elements may be others by now. */
  private moving: Element[] | null = null;
  private readonly watchers = new Set<MutationWatcher>();
  private readonly partWatchers = new Set<PartWatcher>();
  private readonly observer = new MutationObserver((records) => this.noteMutations(records));
  private readonly loads = new PerformanceObserver((list) => this.noteLoads(list.getEntries()));

  constructor(
    private readonly document: Document,
    private readonly signal: AbortSignal,
    private readonly shadowRoots: Pick<ShadowRoots, 'watch' | 'list'>,
    /** Our own overlay's: what it does is no change of the page. */
    private readonly isOurs: (node: EventTarget) => boolean = () => false,
  ) {
    if (!signal.aborted) this.start();
  }

  /** Includes what the browser has noticed but not reported yet. Call it before reading. */
  flush(): void {
    this.noteMutations(this.observer.takeRecords());
    this.noteLoads(this.loads.takeRecords());
  }

  /** Counts an instant for screenshots only: hovering restyles `parts`, and leaves the document as it was. */
  noteRestyle(parts: ChangedParts): void {
    this.notePress(parts);
    const now = readDocumentTime();
    const oneBefore = this.ring[(this.count - 2) % MAX_CHANGES] ?? 0;
    // No screenshot fits between two so close.
    if (this.crossed >= 2 && now - oneBefore < MIN_RESTYLE_GAP_MS) this.count--;
    this.keep(now);
    this.crossed++;
  }

  /** Counts an instant for screenshots at which `parts` show that the focus came or went. */
  noteFocus(parts: ChangedParts): void {
    this.notePress(parts);
    this.focused = [...this.focused, readDocumentTime()].slice(-MAX_CHANGES);
  }

  /** Counts a change that leaves no trace in the document: what a style sheet alone shows or hides. */
  noteChange(): void {
    this.push(null);
  }

  /** Counts no instant: what is held down (`parts`) shows only meanwhile (press-intervals). */
  notePress(parts: ChangedParts): void {
    for (const changed of this.partWatchers) changed(parts);
  }

  /**
   * The instants of changes at or after `since`, oldest first; after a later `since`, which is the answer's,
   * where there were too many to remember. What the focus did at or after `butFocusSince` is left out.
   */
  changes(since: number, butFocusSince = Infinity): { since: number; instants: number[] } {
    const { ring, count, focused } = this;
    const instants: number[] = [];
    for (let at = Math.max(0, count - MAX_CHANGES); at < count; at++) {
      const instant = ring[at % MAX_CHANGES] ?? 0;
      if (instant >= since) instants.push(instant);
    }
    const isAll = count <= MAX_CHANGES || instants.length < MAX_CHANGES;
    const known = isAll ? since : (instants[0] ?? since);
    const moved = focused.filter((instant) => instant >= since && instant < butFocusSince);
    const isReported = focused.length < MAX_CHANGES || moved.length < focused.length;
    const from = isReported ? known : Math.max(known, moved[0] ?? known);
    return { since: from, instants: [...instants, ...moved].sort((one, other) => one - other) };
  }

  /** Calls back at every change, as soon as it is known, with its mutations if there are any. */
  watch(changed: MutationWatcher, until: AbortSignal): void {
    addUntil(this.watchers, changed, until);
  }

  /** Calls back at every change, for screenshots too, with what it changed. */
  watchParts(changed: PartWatcher, until: AbortSignal): void {
    addUntil(this.partWatchers, changed, until);
  }

  /**
   * Whether nothing has changed for `ms`, and no animation runs. Not noticed: what a script draws, and rules that it changes in a
   * style sheet.
   */
  isStill(ms: number): boolean {
    this.flush();
    const since = Math.max(this.startedAt, this.lastChangeAt);
    if (readDocumentTime() - since < ms) return false;
    const inRoots = this.shadowRoots.list().flatMap((root) => root.getAnimations());
    const animations = [...listAnimations(this.document), ...inRoots];
    return !animations.some(({ playState }) => playState === 'running');
  }

  /** What in view moves by itself. */
  movers(): Mover[] {
    this.flush();
    this.moving ??= listMovingElements(this.document, this.shadowRoots.list());
    return listMovers(this.document, this.moving);
  }

  /** Whether something in view moves by itself, so that no two screenshots need be alike. */
  live(): boolean {
    return this.movers().length > 0;
  }

  private start(): void {
    const { document, signal, shadowRoots } = this;
    const options = { capture: true, passive: true, signal };
    const onEvent = ({ target }: Event): void => {
      if (target !== null && this.isOurs(target)) return;
      this.push(target instanceof Element ? [target] : null);
    };
    this.observe(document);
    shadowRoots.watch((root) => {
      this.observe(root);
      for (const type of [...ROOT_EVENTS, ...DOCUMENT_EVENTS]) {
        listenOn(root, type, onEvent, options);
      }
    }, signal);
    this.loads.observe({ type: 'resource' });
    const window = getWindow(document);
    for (const type of WINDOW_EVENTS) {
      if (window) listenPersistently(document, window, type, onEvent, options);
    }
    for (const type of DOCUMENT_EVENTS) {
      listenPersistently(document, document, type, onEvent, options);
    }
    getFonts(document).addEventListener('loadingdone', () => this.noteChange(), { signal });
    for (const preference of PREFERENCES) {
      window
        ?.matchMedia(preference)
        .addEventListener('change', () => this.noteChange(), { signal });
    }
    const stop = (): void => {
      this.observer.disconnect();
      this.loads.disconnect();
    };
    signal.addEventListener('abort', stop, { once: true });
  }

  private observe(root: Node): void {
    this.moving = null;
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    this.observer.observe(root, all);
  }

  private noteMutations(records: readonly MutationRecord[]): void {
    const changes = records.filter((record) => !isOwnChange(record, this.isOurs));
    if (changes.length === 0) return;
    this.push(changes.length > MAX_RECORDS ? null : listNodes(changes), records);
  }

  private noteLoads(loaded: readonly PerformanceEntry[]): void {
    const isSilent = (entry: PerformanceEntry): boolean =>
      entry instanceof PerformanceResourceTiming && SILENT_LOADERS.has(entry.initiatorType);
    if (loaded.some(isSilent)) this.noteRestyle(null);
  }

  private push(parts: ChangedParts, records: readonly MutationRecord[] = []): void {
    this.notePress(parts);
    this.lastChangeAt = readDocumentTime();
    this.keep(this.lastChangeAt);
    this.crossed = 0;
    this.moving = null;
    for (const changed of this.watchers) changed(records);
  }

  private keep(instant: number): void {
    this.add(instant);
    if (this.isPaintAwaited) this.unpainted ??= instant;
    else this.awaitPaint(instant);
  }

  private add(instant: number): void {
    this.ring[this.count % MAX_CHANGES] = instant;
    this.count++;
  }

  /** The second frame from now begins when the one that shows the change is done. Hidden pages have none. */
  private awaitPaint(instant: number): void {
    const window = getWindow(this.document);
    if (!window || this.signal.aborted) return;
    this.isPaintAwaited = true;
    window.requestAnimationFrame(() => {
      this.unpainted = null;
      window.requestAnimationFrame(() => {
        this.isPaintAwaited = false;
        const now = readDocumentTime();
        if (!this.signal.aborted && now - instant >= SLOW_PAINT_MS) this.add(now);
        if (this.unpainted !== null) this.awaitPaint(this.unpainted);
      });
    });
  }
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
