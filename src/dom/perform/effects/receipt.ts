import type { PageAction } from '../../../core/action/action.ts';
import type { Receipt, ReceiptChange } from '../../../core/action/receipt.ts';
import { MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import type { PerformContext, Prepared } from '../context.ts';
import { editingHostOf } from '../input/editable-text.ts';
import { isField } from '../input/text-input.ts';
import { labelOf } from '../select-option.ts';
import { readToggle } from '../toggle.ts';
import { locate } from '../target/locate.ts';
import type { OldAttribute, PageActivity } from './page-activity.ts';
import { cutText, normalizeSpace } from './text.ts';
import type { VisibleText } from './visible-text.ts';
import { isReordered, listNewText, readVisibleText } from './visible-text.ts';
import { activeElementOf, getParentOrHost, isInside } from '../../composed-tree.ts';

const MOST_CHANGES = 8;
const MOST_APPEARED = 5;
/** The page says that it is at work. */
const BUSY = '[aria-busy="true"],[role="progressbar"]:not([aria-valuenow]),progress:not([value])';

/** Compares the page with how it was just before an action. Create it after `activity.begin()`. */
export class Watch {
  private readonly intent: PageAction['intent'];
  private readonly prepared: Pick<Prepared, 'subject' | 'shows' | 'holds' | 'sends'>;
  private readonly activity: PageActivity;
  private readonly ctx: PerformContext;
  private readonly current: () => Element | null;
  private readonly before: PageState;
  private readonly placeBefore: ElementPlace | null;
  /** The version of the page that was last found unchanged. */
  private seen = -1;
  /** Which texts came and went up to this version of the page. */
  private texts: { changes: ReceiptChange[]; version: number } | null = null;

  constructor(
    intent: PageAction['intent'],
    prepared: Pick<Prepared, 'subject' | 'shows' | 'holds' | 'sends'>,
    activity: PageActivity,
    ctx: PerformContext,
  ) {
    this.intent = intent;
    this.prepared = prepared;
    this.activity = activity;
    this.ctx = ctx;
    const { subject, holds, shows } = prepared;
    // Where no state was asked for, what has gone is an outcome like others; a box may be drawn again, ticked.
    const isFollowed = subject !== null && readToggle(subject) !== null;
    this.current =
      holds || intent === 'drag' || isFollowed
        ? followSubject(subject, () => activity.version, ctx)
        : () => (subject?.isConnected ? subject : null);
    const shown = subject ? shows?.(subject) : undefined;
    this.before = readPage(subject, shown, activity.roots, ctx);
    this.placeBefore = intent === 'drag' && subject ? readPlace(subject) : null;
  }

  /** Whether the control holds what was asked; undefined where nothing was, or the control is gone. */
  isHeld(): boolean | undefined {
    const now = this.current();
    return now ? this.prepared.holds?.(now) : undefined;
  }

  /** Whether there is evidence by now. Cheap while nothing moves. */
  isChanged(): boolean {
    // A control that holds what was asked is all the evidence there can be, also when it did before.
    if (this.isHeld() === true) return true;
    const cheap = [
      ...this.listControls(),
      ...this.listMoved(),
      ...this.listPlace(),
      ...this.listRefused(),
    ];
    if (cheap.some(this.isMeaningful)) return true;
    if (this.seen === this.activity.version) return false;
    this.seen = this.activity.version;
    this.texts = null;
    return this.collect().some(this.isMeaningful);
  }

  /**
   * Whether the page shows an answer that is more than looks or focus, while neither the control nor anything else says
   * that it is busy.
   */
  isAnswered(): boolean {
    const { subject } = this.prepared;
    if (subject?.matches(':disabled,[aria-disabled="true"]')) return false;
    if ([...this.activity.roots].some((root) => root.querySelector(BUSY) !== null)) return false;
    const known = [...this.listControls(), ...this.listMoved(), ...this.listPlace()];
    const changes = [...known, ...this.readTexts()];
    return this.isHeld() === true || changes.some(this.isMeaningful);
  }

  /** Compares the page’s texts with those before, again only if the page has changed since the last time. */
  readTexts(): ReceiptChange[] {
    const { version } = this.activity;
    if (this.texts?.version !== version) this.texts = { changes: this.listTexts(), version };
    return this.texts.changes;
  }

  /** `isStill`: nothing can have changed since the texts were last read. */
  finish(isStill = false): Receipt {
    const { subject, holds } = this.prepared;
    if (!isStill) this.texts = null;
    const changes = this.collect();
    const isUnknown = this.activity.leaving?.gone === true || !this.ctx.document.defaultView;
    const isEvident = changes.some(this.isMeaningful);
    const verdict = isEvident ? 'changed' : isUnknown ? 'unknown' : 'unchanged';
    // Of a control that the page has put away, the last that it held is what is known.
    const isHeld = this.isHeld() ?? (subject ? holds?.(subject) : undefined);
    const asAsked = isHeld ?? (this.isFormRefused(changes) ? false : undefined);
    return {
      verdict,
      changes: changes.slice(0, MOST_CHANGES),
      ...(asAsked !== undefined && { asAsked }),
    };
  }

  private collect(): ReceiptChange[] {
    const { activity, ctx } = this;
    const known = [
      ...this.listMoved(),
      ...this.listControls(),
      ...this.listRefused(),
      ...this.listPlace(),
      ...this.readTexts(),
    ];
    const looks = known.length === 0 ? listLooks(this.prepared.subject, activity, ctx) : [];
    return [...known, ...looks, ...this.listFocus()];
  }

  private readonly isMeaningful = (change: ReceiptChange): boolean => {
    if (this.intent !== 'textInput' && this.intent !== 'change') return true;
    const { subject } = this.prepared;
    // Here something definite was asked of one control: nothing else is an answer.
    if (!subject || !('uid' in change) || change.uid !== this.ctx.uidOf(subject)) return false;
    return change.kind !== 'state' || change.name === 'pressed' || change.name === 'selected';
  };

  private listControls(): ReceiptChange[] {
    const { ctx, before } = this;
    const { subject, shows } = this.prepared;
    const others = [...before.controls]
      .filter(([element]) => element.isConnected && element !== subject)
      .flatMap(([element, state]) => compareControl(element, state, ctx));
    return [...(shows ? [] : this.compareSubject()), ...others, ...this.listShown()];
  }

  /** Uses the uid of the request, also if the element was redrawn. */
  private compareSubject(): ReceiptChange[] {
    const { ctx } = this;
    const { subject } = this.prepared;
    const state = subject && this.before.controls.get(subject);
    const now = this.current();
    if (!state || !now) return [];
    return compareControl(now, state, { ...ctx, uidOf: () => ctx.uidOf(subject) });
  }

  private listShown(): ReceiptChange[] {
    const { subject, shows } = this.prepared;
    const from = this.before.shown;
    if (!subject || !shows || from === undefined) return [];
    const to = shows(this.current() ?? subject);
    if (to === from) return [];
    const uid = this.ctx.uidOf(subject);
    return [{ kind: 'value', uid, from: cutText(from, TEXT_LENGTH), to: cutText(to, TEXT_LENGTH) }];
  }

  /** What was dragged counts as moved, too, where it is gone: its texts may stand elsewhere. */
  private listMoved(): ReceiptChange[] {
    const { subject } = this.prepared;
    if (!this.placeBefore || !subject) return [];
    const now = this.current();
    const isMoved =
      !now?.isConnected || isElsewhere(readPlace(now), this.placeBefore, now === subject);
    return isMoved ? [{ kind: 'moved', uid: this.ctx.uidOf(subject) }] : [];
  }

  private listPlace(): ReceiptChange[] {
    const { url, title, scrolled } = this.before;
    const { document } = this.ctx;
    const changes: ReceiptChange[] = [];
    const to = this.activity.leaving?.to || document.URL;
    if (to !== url) changes.push({ kind: 'url', from: url, to });
    if (document.title !== title) {
      changes.push({ kind: 'title', to: cutText(document.title, TEXT_LENGTH) });
    }
    for (const { scroller, left, top } of scrolled) {
      const x = Math.round(scroller.scrollLeft - left);
      const y = Math.round(scroller.scrollTop - top);
      if (x !== 0 || y !== 0) changes.push({ kind: 'scrolled', x, y });
    }
    return changes;
  }

  private listRefused(): ReceiptChange[] {
    return [...this.activity.invalid].map((element) => {
      const message =
        'validationMessage' in element && !this.ctx.isSecret(element)
          ? String(element.validationMessage)
          : 'true';
      const uid = this.ctx.uidOf(element);
      return { kind: 'state', uid, name: 'invalid', to: cutText(message, TEXT_LENGTH) };
    });
  }

  /** Whether the page calls a field of the form that was to be sent invalid, and stays where it is. */
  private isFormRefused(changes: readonly ReceiptChange[]): boolean {
    const { sends } = this.prepared;
    if (!sends || changes.some(({ kind }) => kind === 'url')) return false;
    const fields = new Set([...sends.elements].map((field) => this.ctx.uidOf(field)));
    return changes.some(
      (change) =>
        change.kind === 'state' &&
        change.name === 'invalid' &&
        change.to !== 'false' &&
        fields.has(change.uid),
    );
  }

  private listTexts(): ReceiptChange[] {
    const { text, editor } = this.before;
    const { restless, roots } = this.activity;
    const now = readVisibleText(roots, editor, this.ctx);
    const describeAs = (kind: 'appeared' | 'vanished', texts: string[]): ReceiptChange[] =>
      texts.map((each) => ({ kind, text: cutText(each, TEXT_LENGTH) }));
    const changes = [
      ...describeAs('appeared', listNewText(now, text, restless).slice(0, MOST_APPEARED)),
      ...describeAs('vanished', listNewText(text, now, restless)),
    ];
    // A drag says itself that its target stands elsewhere.
    const isOrder = !this.placeBefore && changes.length === 0 && isReordered(now, text, restless);
    return isOrder ? [{ kind: 'reordered' }] : changes;
  }

  /**
   * Focus that we have put on the target ourselves proves nothing (a dead button takes it as well)
   * and is left out. It counts when the page moved it elsewhere, and where a click is meant to focus:
   * in text.
   */
  private listFocus(): ReceiptChange[] {
    const { ctx } = this;
    const { subject } = this.prepared;
    const active = activeElementOf(ctx);
    if (!active || active === this.before.focus) return [];
    const own = subject && (isInside(active, subject, ctx) || isInside(subject, active, ctx));
    const writes = isField(active) || editingHostOf(active) !== null;
    if (own && !(writes && this.intent === 'click')) return [];
    return [{ kind: 'focus', uid: ctx.uidOf(active) }];
  }
}

/** Where an element stands among others, and in what scrolls around it. CSS px. */
interface ElementPlace {
  parent: Element | null;
  next: Element | null;
  x: number;
  y: number;
}

function readPlace(element: Element): ElementPlace {
  const parent = getParentOrHost(element);
  let { left: x, top: y } = element.getBoundingClientRect();
  for (let around = parent; around; around = getParentOrHost(around)) {
    x += around.scrollLeft;
    y += around.scrollTop;
  }
  return { parent, next: element.nextElementSibling, x, y };
}

/** Less is rounding, or a shadow that was drawn. CSS px. */
const LEAST_MOVE = 4;

/** `isSame`: it is the same node, so that its neighbours can be compared. */
function isElsewhere(now: ElementPlace, before: ElementPlace, isSame: boolean): boolean {
  const isAmongOthers = isSame && (now.parent !== before.parent || now.next !== before.next);
  return isAmongOthers || Math.hypot(now.x - before.x, now.y - before.y) >= LEAST_MOVE;
}

/** What an action may change, as it is at one moment. */
interface PageState {
  controls: Map<Element, ControlState>;
  /** Its text is its value, and not reported as text of the page. */
  editor: Element | null;
  text: VisibleText;
  /** What the subject shows as its text, where that is not its value. */
  shown: string | undefined;
  url: string;
  title: string;
  focus: Element | null;
  scrolled: { scroller: Element; left: number; top: number }[];
}

function readPage(
  subject: Element | null,
  shown: string | undefined,
  roots: Iterable<Document | ShadowRoot>,
  ctx: PerformContext,
): PageState {
  const editor = subject && editingHostOf(subject);
  return {
    controls: readControls(subject, roots),
    editor,
    text: readVisibleText(roots, editor, ctx),
    shown,
    url: ctx.document.URL,
    title: ctx.document.title,
    focus: activeElementOf(ctx),
    scrolled: listScrollers(subject, ctx).map((scroller) => ({
      scroller,
      left: scroller.scrollLeft,
      top: scroller.scrollTop,
    })),
  };
}

/** The page and every box around the target that scrolls. */
function listScrollers(target: Element | null, ctx: PerformContext): Element[] {
  const page = ctx.document.scrollingElement;
  const scrollers: Element[] = page ? [page] : [];
  for (let at = target; at; at = getParentOrHost(at)) {
    const moves = at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth;
    if (moves && at !== page) scrollers.push(at);
  }
  return scrollers;
}

/**
 * Where an element's state is to be read: itself, or what the page has drawn in its place since. Null when
 * it is gone, and nothing on the page is surely it. Looking for it takes time on large pages: it is looked
 * for once in each `version` of the page.
 */
function followSubject(
  subject: Element | null,
  version: () => number,
  ctx: PerformContext,
): () => Element | null {
  let missedIn = -1;
  const uid = subject && ctx.uidOf(subject);
  let known = subject;
  return () => {
    if (uid === null || known?.isConnected) return known;
    if (missedIn === version()) return null;
    const found = locate(uid, ctx);
    if (!found.ok) {
      missedIn = version();
      return null;
    }
    known = found.element;
    return known;
  };
}

/** Marks that controls put on themselves whenever pressed, whether or not anything comes of it. */
const PRESS_MARKS = /focus|hover|ripple|waves/iu;

/**
 * Changes of looks alone (a heart filled, a slide moved on), which leave no other trace: of the
 * target whenever they came, of the rest of the page only when they came with the events.
 */
function listLooks(
  target: Element | null,
  activity: PageActivity,
  ctx: PerformContext,
): ReceiptChange[] {
  const restless = activity.restless;
  const counts = (element: Element, prompt: boolean): boolean =>
    element.isConnected &&
    !restless.has(element) &&
    (prompt || (target !== null && isInside(element, target, ctx)));
  for (const old of activity.attributes()) {
    if (!counts(old.element, old.prompt)) continue;
    const to = describe(old);
    if (to !== null) return [{ kind: 'state', uid: ctx.uidOf(old.element), name: old.name, to }];
  }
  const picture = activity.pictures.find(
    ({ element, prompt }) =>
      counts(element, prompt) && !PRESS_MARKS.test(element.getAttribute('class') ?? ''),
  );
  const around = picture?.element.parentElement;
  return around ? [{ kind: 'state', uid: ctx.uidOf(around), name: 'content', to: 'changed' }] : [];
}

function describe(old: OldAttribute): string | null {
  const now = old.element.getAttribute(old.name);
  if (old.name !== 'class') return now === old.value ? null : cutText(now ?? 'none', 60);
  const [before, after] = [readClasses(old.value), readClasses(now)];
  const added = [...after].filter((name) => !before.has(name));
  const removed = [...before].filter((name) => !after.has(name)).map((name) => `not ${name}`);
  const all = [...added, ...removed];
  return all.length > 0 ? cutText(all.join(' '), 60) : null;
}

function readClasses(text: string | null): Set<string> {
  return new Set(
    (text ?? '').split(/\s+/u).filter((name) => name !== '' && !PRESS_MARKS.test(name)),
  );
}

/** What controls hold: not in the page's markup, so no mutation tells of it. */
export interface ControlState {
  value: string | null;
  checked: boolean | null;
  selected: string | null;
  states: Record<string, string>;
}

const STATES = ['expanded', 'pressed', 'selected', 'current', 'invalid', 'sort'];
const WATCHED = [
  'input,textarea,select,details,dialog,[role="checkbox"],[role="radio"],[role="switch"],[aria-checked]',
  ...STATES.map((name) => `[aria-${name}]`),
].join(',');

/** Cut of texts in a receipt, code points. */
const TEXT_LENGTH = 200;

/** The target first, then every other control in the page. */
function readControls(
  target: Element | null,
  roots: Iterable<ParentNode>,
): Map<Element, ControlState> {
  const states = new Map<Element, ControlState>();
  if (target) states.set(target, readControl(target));
  for (const root of roots) {
    for (const element of root.querySelectorAll(WATCHED)) {
      if (!states.has(element)) states.set(element, readControl(element));
    }
  }
  return states;
}

function readControl(element: Element): ControlState {
  const states: Record<string, string> = {};
  for (const name of STATES) {
    const value = element.getAttribute(`aria-${name}`);
    if (value !== null) states[name] = value;
  }
  if (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement) {
    states['open'] = String(element.open);
  }
  if (element.matches('button,input,select,textarea,fieldset')) {
    states['disabled'] = String(element.matches(':disabled'));
  }
  return {
    value: readValue(element),
    checked: readChecked(element),
    selected: element instanceof HTMLSelectElement ? readSelected(element) : null,
    states,
  };
}

function readValue(element: Element): string | null {
  if (isField(element)) return element.value;
  const host = editingHostOf(element);
  return host ? normalizeSpace(host.innerText) : null;
}

function readChecked(element: Element): boolean | null {
  if (element instanceof HTMLInputElement) {
    return /^(?:checkbox|radio)$/u.test(element.type) ? element.checked : null;
  }
  const checked = element.getAttribute('aria-checked');
  return checked === null ? null : checked === 'true';
}

function readSelected(select: HTMLSelectElement): string {
  return [...select.selectedOptions].map(labelOf).join(', ');
}

/** The difference of one control, as changes. Of a secret only that it has changed. */
function compareControl(
  element: Element,
  before: ControlState,
  ctx: PerformContext,
): ReceiptChange[] {
  const after = readControl(element);
  const changes: ReceiptChange[] = [];
  const uid = (): string => ctx.uidOf(element);
  if (before.value !== null && after.value !== null && before.value !== after.value) {
    const [from, to] = [before.value, after.value].map((text) => showText(element, text, ctx));
    changes.push({ kind: 'value', uid: uid(), from: from ?? '', to: to ?? '' });
  }
  if (after.checked !== null && before.checked !== after.checked) {
    changes.push({ kind: 'checked', uid: uid(), to: after.checked });
  }
  if (after.selected !== null && before.selected !== after.selected) {
    changes.push({ kind: 'selected', uid: uid(), to: cutText(after.selected, TEXT_LENGTH) });
  }
  for (const name of new Set([...Object.keys(before.states), ...Object.keys(after.states)])) {
    const to = after.states[name] ?? 'false';
    if ((before.states[name] ?? 'false') !== to)
      changes.push({ kind: 'state', uid: uid(), name, to });
  }
  return changes;
}

function showText(element: Element, text: string, ctx: PerformContext): string {
  if (text !== '' && ctx.isSecret(element)) return MASK;
  return cutText(text, TEXT_LENGTH);
}
