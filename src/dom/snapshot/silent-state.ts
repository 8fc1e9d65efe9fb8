import * as dom from '../native.ts';
import type { ChangeClock, ChangedParts } from './reuse/change-clock.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import { readDocumentTime } from '../time.ts';
import { isInView } from './target-box.ts';

/** Of what is in view only so much is looked at, a look must cost no press a frame: fields, and characters of drawings. */
const MAX_FIELDS = 500;
const MAX_DRAWN_CHARS = 100_000;

/** Such changes that are remembered. */
const MAX_CHANGES = 256;

/** Lists that the page itself draws (`appearance: base-select`) open with neither a mutation nor an event. */
const SUPPORTS_OPEN = CSS.supports('selector(:open)');

/** What a look found of each field and drawing; under null, of what may show anywhere. */
type State = Map<Element | null, unknown[]>;

interface StateSample {
  at: number;
  state: State;
  drawn: State;
  /** When the clock last knew of a change. */
  changedAt: number;
}

export interface SilentTools {
  shadowRoots: Pick<ShadowRoots, 'list'>;
  clock: Pick<ChangeClock, 'lastChangeAt' | 'noteRestyle'>;
  /** Our own overlay's: what it shows is not the page. */
  isOurs: (node: EventTarget) => boolean;
}

/**
 * Calls back when a look finds a difference: it came about between that look and the one before. Compares
 * from look to look what scripts can change with no trace that an observer or a listener sees: values and
 * checks of fields and what is drawn, both in view; style sheets, animations that are held or over, the
 * selection, the address, highlights, pinch zoom. It doesn't compare the focus (see FocusWatcher), elements defined
 * late (see createLateRoots), a declaration within a rule, custom states and registered properties: screenshots from
 * shortly before an action cover the last three (screenshot-requests.ts).
 */
export function watchSilentChanges(
  document: Document,
  signal: AbortSignal,
  { shadowRoots, clock, isOurs }: SilentTools,
) {
  const read = (): State => {
    const { fields, roots } = shown.list();
    const anywhere: unknown[] = [dom.getUrl(document)];
    const state: State = new Map([[null, anywhere]]);
    for (const field of fields.slice(0, MAX_FIELDS)) state.set(field, readField(field));
    addSheets(anywhere, document, roots);
    addAnimations(state, document, isOurs);
    addSelection(anywhere, document);
    addView(anywhere, document);
    return state;
  };
  const readNow = (): StateSample => ({
    at: readDocumentTime(),
    state: read(),
    drawn: readDrawings(shown.list().drawings),
    changedAt: clock.lastChangeAt,
  });
  let found: number[] = [];
  let count = 0;
  const look = (): void => {
    const now = readNow();
    // What is drawn is mostly redrawn by mutations, of which the clock knows.
    const redrawn = now.changedAt === last.changedAt ? compare(now.drawn, last.drawn) : [];
    const changed = [...redrawn, ...compare(now.state, last.state)];
    if (changed.length > 0) {
      found = [...found, last.at].slice(-MAX_CHANGES);
      count += 1;
      clock.noteRestyle(toParts(changed));
    }
    last = now;
  };
  const shown = trackVisibleParts(document, signal, {
    shadowRoots,
    version: () => clock.lastChangeAt,
    beforeRelist: look,
    afterRelist: () => {
      last = readNow();
    },
  });
  let last = readNow();
  return {
    /**
     * Looks, and tells after which looks at or after `since` something was found to be different, oldest first
     * (epoch ms of this document's own clock); after a later `since`, where there were too many to remember.
     */
    changes(since: number): { since: number; instants: number[] } {
      look();
      const instants = found.filter((instant) => instant >= since);
      const isAll = found.length < MAX_CHANGES || instants.length < MAX_CHANGES;
      return { since: isAll ? since : (instants[0] ?? since), instants };
    },
    /** Pictures in view of a kind that may move. */
    animatedImages: (): readonly Element[] => shown.list().animatedImages,
    /** Looks for what there is to be looked at; to be called before a picture is taken. */
    refresh: shown.refresh,
    /** Another number whenever a look found a difference. */
    count: (): number => count,
  };
}

function readField(field: Element): unknown[] {
  if (field instanceof HTMLInputElement) {
    const { type } = field;
    const isCheck = type === 'checkbox' || type === 'radio';
    if (isCheck) return [field.checked, field.indeterminate];
    return [field.value, field.validity.customError];
  }
  if (field instanceof HTMLTextAreaElement) return [field.value, field.validity.customError];
  if (!(field instanceof HTMLSelectElement)) return [];
  const isOpen = SUPPORTS_OPEN && dom.matchesSelector(field, ':open');
  const chosen = field.multiple ? Array.from(field.selectedOptions, ({ index }) => index) : [];
  return [field.selectedIndex, field.validity.customError, isOpen, ...chosen];
}

/** Scripts set what a drawing's attributes are (`SVGAnimatedRect.baseVal`, SVG 2) without a mutation. */
function readDrawings(drawings: readonly Element[]): State {
  const drawn: State = new Map();
  let left = MAX_DRAWN_CHARS;
  for (const drawing of drawings) {
    if (left <= 0) break;
    const markup = dom.getOuterHtml(drawing);
    drawn.set(drawing, [markup]);
    left -= markup.length;
  }
  return drawn;
}

/** Where two looks differ. What only one of them looked at counts, since others are then in view. */
function compare(one: State, other: State): (Element | null)[] {
  const all = new Set([...one.keys(), ...other.keys()]);
  return [...all].filter((part) => !isSame(one.get(part) ?? [], other.get(part) ?? []));
}

function toParts(changed: readonly (Element | null)[]): ChangedParts {
  const parts = changed.filter((part) => part !== null);
  return parts.length < changed.length ? null : parts;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => Object.is(part, other[at]));
}

function addSheets(state: unknown[], document: Document, roots: readonly ShadowRoot[]): void {
  const seen = new Set<CSSStyleSheet>();
  const add = (sheet: CSSStyleSheet): void => {
    state.push(sheet, sheet.disabled);
    if (seen.has(sheet)) return;
    seen.add(sheet);
    const rules = readRules(sheet);
    // Replaced rules are other objects.
    if (rules) state.push(rules.length, rules[0], rules[rules.length - 1]);
  };
  for (const sheet of dom.getStyleSheets(document)) add(sheet);
  for (const sheet of dom.getAdoptedSheets(document)) add(sheet);
  for (const root of roots) {
    for (const sheet of root.styleSheets) add(sheet);
    for (const sheet of root.adoptedStyleSheets) add(sheet);
  }
}

/** Sheets of other origins, whose rules cannot be read, so that no page can change them. */
const unreadableSheets = new WeakSet<CSSStyleSheet>();

function readRules(sheet: CSSStyleSheet): CSSRuleList | null {
  if (unreadableSheets.has(sheet)) return null;
  try {
    return sheet.cssRules;
  } catch {
    unreadableSheets.add(sheet);
    return null;
  }
}

/** Those that run count as moving as long as they are in view (moving.ts); they end unheard. */
function addAnimations(
  state: State,
  document: Document,
  isOurs: (node: EventTarget) => boolean,
): void {
  for (const animation of dom.listAnimations(document)) {
    const { effect, playState, currentTime } = animation;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    if (target && isOurs(target)) continue;
    const isHeld = playState === 'paused' && typeof currentTime === 'number';
    const known = state.get(target) ?? [];
    state.set(target, [...known, animation, playState, isHeld && currentTime]);
  }
}

/** A caret alone, which blinks, is no difference. */
function addSelection(state: unknown[], document: Document): void {
  let active = dom.getActiveElement(document);
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd } = active;
    if (selectionStart !== selectionEnd) state.push(active, selectionStart, selectionEnd);
  }
  const selection = dom.findSelection(document);
  if (!selection || selection.isCollapsed) return;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  state.push(anchorNode, anchorOffset, focusNode, focusOffset);
}

function addView(state: unknown[], document: Document): void {
  for (const [name, highlight] of CSS.highlights) state.push(name, highlight, highlight.size);
  const view = dom.getWindow(document)?.visualViewport;
  if (view) state.push(view.scale, view.offsetLeft, view.offsetTop);
}

/** What in view may look different without a trace in the document. */
export interface VisibleParts {
  fields: readonly Element[];
  /** Outermost ones. */
  drawings: readonly Element[];
  /** Pictures of a kind that may move. */
  animatedImages: readonly Element[];
  roots: readonly ShadowRoot[];
}

const FIELDS = ['input', 'textarea', 'select'] as const;
/** The browser does not say whether a GIF has several frames; few that stand still are made any more. */
const ANIMATED_IMAGE = /\.gif(?:$|[?#])|^data:image\/gif/i;
/** Smaller ones are no pictures: they keep a place, or count visitors. */
const MIN_IMAGE_PX = 16;
/** A page that has no idle time is looked at all the same. */
const IDLE_TIMEOUT_MS = 500;

export interface VisiblePartsTools {
  shadowRoots: Pick<ShadowRoots, 'list'>;
  /** Another number whenever the page changed. */
  version: () => number;
  /** To be called right before other parts count, and right after. */
  beforeRelist: () => void;
  afterRelist: () => void;
}

/**
 * The parts as they were when the page last had idle time: measuring them takes longer than an action may
 * wait. After a change they are looked at again when the browser is idle, or soon after they are asked for.
 */
export function trackVisibleParts(
  document: Document,
  signal: AbortSignal,
  { shadowRoots, version, beforeRelist: turning, afterRelist: turned }: VisiblePartsTools,
): { list: () => VisibleParts; refresh: () => void } {
  const window = dom.getWindow(document);
  const look = (): VisibleParts =>
    window ? listVisibleParts(document, window, shadowRoots.list()) : NO_PARTS;
  let parts = look();
  let listed = version();
  let handle = 0;
  const relist = (): void => {
    window?.cancelIdleCallback(handle);
    handle = 0;
    turning();
    listed = version();
    parts = look();
    turned();
  };
  signal.addEventListener('abort', () => window?.cancelIdleCallback(handle), { once: true });
  return {
    list() {
      if (version() !== listed && handle === 0 && !signal.aborted) {
        handle = window?.requestIdleCallback(relist, { timeout: IDLE_TIMEOUT_MS }) ?? 0;
      }
      return parts;
    },
    refresh() {
      if (version() !== listed) relist();
    },
  };
}

const NO_PARTS: VisibleParts = { fields: [], drawings: [], animatedImages: [], roots: [] };

function listVisibleParts(
  document: Document,
  window: Window,
  shadowRoots: readonly ShadowRoot[],
): VisibleParts {
  const isShown = (element: Element): boolean => {
    const rect = dom.measure(element);
    return rect.width > 0 && rect.height > 0 && isInView(rect, window);
  };
  // A host may have no box itself.
  const roots = shadowRoots.filter(({ host }) => {
    const rect = dom.measure(host);
    return (rect.width === 0 && rect.height === 0) || isInView(rect, window);
  });
  const find = (names: readonly string[]): Element[] => [
    ...names.flatMap((name) => Array.from(dom.listByName(document, name))),
    ...roots.flatMap((root) => Array.from(dom.queryAll(root, names.join()))),
  ];
  return {
    fields: find(FIELDS).filter(isShown),
    drawings: find(['svg']).filter((drawing) => isOutermost(drawing) && isShown(drawing)),
    animatedImages: find(['img']).filter((image) => mayBeAnimated(image) && isShown(image)),
    roots,
  };
}

function isOutermost(drawing: Element): boolean {
  const parent = dom.getParentElement(drawing);
  return parent === null || dom.findClosest(parent, 'svg') === null;
}

function mayBeAnimated(image: Element): boolean {
  return (
    image instanceof HTMLImageElement &&
    ANIMATED_IMAGE.test(dom.getAttribute(image, 'src') ?? '') &&
    image.naturalWidth >= MIN_IMAGE_PX &&
    image.naturalHeight >= MIN_IMAGE_PX
  );
}
