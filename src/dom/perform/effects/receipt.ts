import type { PageAction } from '../../../core/action/action.ts';
import type { Receipt, ReceiptChange } from '../../../core/action/receipt.ts';
import { MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import type { PerformContext, Prepared } from '../context.ts';
import { editingHostOf } from '../input/editable-text.ts';
import { isField } from '../input/text-input.ts';
import { labelOf } from '../select-option.ts';
import { activeElementOf, isInside, parentOf } from '../target/composed-tree.ts';
import { locate } from '../target/locate.ts';
import type { OldAttribute, PageActivity } from './page-activity.ts';
import { cutText, normalizeSpace } from './text.ts';
import { listNewText, readVisibleText } from './visible-text.ts';

const MOST_CHANGES = 8;
const MOST_APPEARED = 5;

export interface Watch {
  /** Whether there is evidence by now. Cheap while nothing moves. */
  isChanged(): boolean;
  finish(): Receipt;
  /** Whether the control holds what was asked; undefined where nothing was, or the control is gone. */
  isHeld(): boolean | undefined;
}

/** Takes down how things are before an action; call after `activity.begin()`. */
export function startWatch(
  intent: PageAction['intent'],
  { subject: target, shows, holds }: Pick<Prepared, 'subject' | 'shows' | 'holds'>,
  activity: PageActivity,
  ctx: PerformContext,
): Watch {
  const view = ctx.document.defaultView;
  // Where no state was asked for, what has gone is an outcome like others.
  const follow = followSubject(target, () => activity.version(), ctx);
  const current = holds ? follow : () => (target?.isConnected ? target : null);
  const controls = readControls(target, activity.roots());
  const editor = target && editingHostOf(target);
  const text = readVisibleText(activity.roots(), editor, ctx);
  const shown = shows?.();
  const url = ctx.document.URL;
  const { title } = ctx.document;
  const focus = activeElementOf(ctx);
  const scrollers = listScrollers(target, ctx);
  const places = scrollers.map((each) => ({ x: each.scrollLeft, y: each.scrollTop }));
  let seen = -1;

  function listControls(): ReceiptChange[] {
    const own = listShown();
    const others = [...controls]
      .filter(([element]) => element.isConnected && element !== target)
      .flatMap(([element, before]) => compareControl(element, before, ctx));
    return [...(shows ? [] : compareTarget()), ...others, ...own];
  }

  /** Uses the uid of the request, also if the element was redrawn. */
  function compareTarget(): ReceiptChange[] {
    const before = target && controls.get(target);
    const now = current();
    if (!before || !now) return [];
    return compareControl(now, before, { ...ctx, uidOf: () => ctx.uidOf(target) });
  }

  function isHeld(): boolean | undefined {
    const now = current();
    return now ? holds?.(now) : undefined;
  }

  function listShown(): ReceiptChange[] {
    if (!target || !shows || shown === undefined || shows() === shown) return [];
    const [from, to] = [shown, shows()].map((each) => cutText(each, TEXT_LENGTH));
    return [{ kind: 'value', uid: ctx.uidOf(target), from: from ?? '', to: to ?? '' }];
  }

  function listPlace(): ReceiptChange[] {
    const changes: ReceiptChange[] = [];
    const to = activity.leaving()?.to || ctx.document.URL;
    if (to !== url) changes.push({ kind: 'url', from: url, to });
    if (ctx.document.title !== title) {
      changes.push({ kind: 'title', to: cutText(ctx.document.title, TEXT_LENGTH) });
    }
    for (const [index, scroller] of scrollers.entries()) {
      const before = places[index] ?? { x: 0, y: 0 };
      const x = Math.round(scroller.scrollLeft - before.x);
      const y = Math.round(scroller.scrollTop - before.y);
      if (x !== 0 || y !== 0) changes.push({ kind: 'scrolled', x, y });
    }
    return changes;
  }

  function listRefused(): ReceiptChange[] {
    return [...new Set(activity.invalid())].map((element) => {
      const message =
        'validationMessage' in element && !ctx.isSecret(element)
          ? String(element.validationMessage)
          : 'true';
      return { kind: 'state', uid: ctx.uidOf(element), name: 'invalid', to: cutText(message, 200) };
    });
  }

  function listTexts(): ReceiptChange[] {
    const now = readVisibleText(activity.roots(), editor, ctx);
    const restless = activity.restless();
    const appeared = listNewText(now, text, restless).slice(0, MOST_APPEARED);
    const vanished = listNewText(text, now, restless);
    return [
      ...appeared.map((each) => ({ kind: 'appeared' as const, text: cutText(each, TEXT_LENGTH) })),
      ...vanished.map((each) => ({ kind: 'vanished' as const, text: cutText(each, TEXT_LENGTH) })),
    ];
  }

  /**
   * Focus that we have put on the target ourselves proves nothing (a dead button takes it as well)
   * and is left out. It counts when the page moved it elsewhere, and where a click is meant to focus:
   * in text.
   */
  function listFocus(): ReceiptChange[] {
    const active = activeElementOf(ctx);
    if (!active || active === focus) return [];
    const own = target && (isInside(active, target, ctx) || isInside(target, active, ctx));
    const writes = isField(active) || editingHostOf(active) !== null;
    if (own && !(writes && intent === 'click')) return [];
    return [{ kind: 'focus', uid: ctx.uidOf(active) }];
  }

  function isMeaningful(change: ReceiptChange): boolean {
    if (intent !== 'textInput' && intent !== 'change') return true;
    // Here something definite was asked of one control: nothing else is an answer.
    if (!target || !('uid' in change) || change.uid !== ctx.uidOf(target)) return false;
    return change.kind !== 'state' || change.name === 'pressed' || change.name === 'selected';
  }

  function collect(): ReceiptChange[] {
    const known = [...listControls(), ...listRefused(), ...listPlace(), ...listTexts()];
    const looks = known.length === 0 ? listLooks(target, activity, ctx) : [];
    return [...known, ...looks, ...listFocus()];
  }

  return {
    isHeld,
    isChanged() {
      // A control that holds what was asked is all the evidence there can be, also when it did before.
      if (isHeld() === true) return true;
      if ([...listControls(), ...listPlace(), ...listRefused()].some(isMeaningful)) return true;
      if (seen === activity.version()) return false;
      seen = activity.version();
      return collect().some(isMeaningful);
    },
    finish() {
      const changes = collect();
      const left = activity.leaving()?.gone === true;
      const reporting = changes.some(isMeaningful);
      const verdict = reporting ? 'changed' : left || !view ? 'unknown' : 'unchanged';
      // Of a control that the page has put away, the last that it held is what is known.
      const asAsked = isHeld() ?? (target ? holds?.(target) : undefined);
      return {
        verdict,
        changes: changes.slice(0, MOST_CHANGES),
        ...(asAsked !== undefined && { asAsked }),
      };
    },
  };
}

/** The page and every box around the target that scrolls. */
function listScrollers(target: Element | null, ctx: PerformContext): Element[] {
  const page = ctx.document.scrollingElement;
  const scrollers: Element[] = page ? [page] : [];
  for (let at = target; at; at = parentOf(at)) {
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
  const restless = activity.restless();
  const counts = (element: Element, prompt: boolean): boolean =>
    element.isConnected &&
    !restless.has(element) &&
    (prompt || (target !== null && isInside(element, target, ctx)));
  for (const old of activity.attributes()) {
    if (!counts(old.element, old.prompt)) continue;
    const to = describe(old);
    if (to !== null) return [{ kind: 'state', uid: ctx.uidOf(old.element), name: old.name, to }];
  }
  const picture = activity
    .pictures()
    .find(
      (each) =>
        counts(each.element, each.prompt) &&
        !PRESS_MARKS.test(each.element.getAttribute('class') ?? ''),
    );
  const around = picture?.element.parentElement;
  return around ? [{ kind: 'state', uid: ctx.uidOf(around), name: 'content', to: 'changed' }] : [];
}

/** What it is now, or null when it is as before. */
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
