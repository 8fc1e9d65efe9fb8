import type { PerformContext, Prepared, Refused, Way } from './context.ts';
import { refuse } from './context.ts';
import { dropFocus, focusableFrom, moveFocus, isFocusable } from './input/focus.ts';
import {
  cancelPress,
  movePointer,
  send,
  sendClick,
  sendContextMenu,
  sendDoubleClick,
} from './input/pointer.ts';
import { hasOffer, opensPopup } from './popup.ts';
import { findSentForm } from './press.ts';
import { listOptions, prepareOption } from './select-option.ts';
import { nameElement } from './target/element-name.ts';
import { locate } from './target/locate.ts';
import type { Point } from './target/point.ts';
import { checkTarget, findHit, reaches, findPressable, isShown } from './target/preflight.ts';
import { checkAnnouncedEffect } from './target/same-effect.ts';
import { nextFrame, nextTask } from './task.ts';
import { closestComposed, elementAt } from '../composed-tree.ts';
import { readConsequenceWords } from '../../core/navigator/rules/consequences.ts';
import { readKey, sendKeyDown, sendKeyUp } from './input/key-event.ts';

export async function prepareClick(
  target: Element,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const select = target.closest('select');
  if (target instanceof HTMLOptionElement && select) return prepareOption(select, [target], ctx);
  if (select && !select.multiple && select.size < 2) {
    const message = `${nameElement(select)} is a list that opens only for a real pointer. Say which option to choose: ${listOptions(select)}.`;
    return refuse('unsupported', message);
  }
  if (opensFiles(target)) {
    return refuse(
      'unsupported',
      'Choosing a file needs you: press that button yourself, or attach the file in Wayscribe’s message box and say where to put it.',
    );
  }
  const pressed = findPressable(target);
  const hit = await checkTarget(pressed, 'strict', ctx);
  if (!hit.ok) return hit;
  return {
    ok: true,
    subject: target,
    act: () => click(pressed, ctx),
    sends: findSentForm(target),
    hasCome: opensPopup(target) ? () => hasOffer(target, null, ctx) : undefined,
    another: () => findOtherPress(target, ctx),
  };
}

/** A click with the other button, or two clicks in a row. */
export async function preparePointing(
  target: Element,
  act: (pressed: Element, ctx: PerformContext) => Promise<Refused | null>,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const pressed = findPressable(target);
  const hit = await checkTarget(pressed, 'strict', ctx);
  if (!hit.ok) return hit;
  return { ok: true, subject: target, act: () => act(pressed, ctx) };
}

/** Two clicks and their double click. What the first one has replaced or covered gets no second one. */
export async function doubleClick(target: Element, ctx: PerformContext): Promise<Refused | null> {
  const refused = await click(target, ctx);
  if (refused || !target.isConnected) return refused;
  const hit = findHit(target, 'strict', ctx);
  if (!hit.ok) return null;
  await nextTask(ctx.signal);
  await click(target, ctx, 2);
  const now = findHit(target, 'strict', ctx);
  const { element, point } = now.ok ? now : hit;
  if (element.isConnected) sendDoubleClick(element, point);
  return null;
}

/** A press with the other button, which opens a menu of the page's own. */
export async function rightClick(target: Element, ctx: PerformContext): Promise<Refused | null> {
  const hit = findHit(target, 'strict', ctx);
  if (!hit.ok) return hit;
  const { element, point } = hit;
  movePointer(element, point, ctx);
  await nextTask(ctx.signal);
  send(element, 'pointerdown', point, { button: 2 });
  const focusable = focusableFrom(element);
  if (focusable) moveFocus(focusable, ctx);
  sendContextMenu(element, point);
  await nextTask(ctx.signal);
  send(elementAt(point, ctx) ?? element, 'pointerup', point, { button: 2 });
  return null;
}

/**
 * Sends all events of a click, each part in a task of its own. Refuses if the page has moved since. `count`: 2 for the
 * second click of a double click.
 */
export async function click(
  target: Element,
  ctx: PerformContext,
  count = 1,
): Promise<Refused | null> {
  const hit = findHit(target, 'strict', ctx);
  if (!hit.ok) return hit;
  const wasClosed = isClosedPopup(target);
  movePointer(hit.element, hit.point, ctx);
  await nextTask(ctx.signal);
  if (wasClosed && (await hasOpened(target, ctx))) return null;
  const pressed = elementAt(hit.point, ctx);
  const over = pressed && reaches(pressed, target, ctx) ? pressed : hit.element;
  const refusedBy = await press(over, hit.point, ctx, count);
  const released = elementAt(hit.point, ctx);
  // A menu may have opened under the pointer: it gets the release, as it would from a hand.
  send(released ?? over, 'pointerup', hit.point, { isAlone: refusedBy === 'pointer', count });
  await nextTask(ctx.signal);
  const now = target.isConnected ? target : findDrawnAnew(target, ctx);
  // What the press has laid over the target keeps the click from it, as it does for a hand: a menu
  // opened by the press would be closed again. A target that only moved is clicked where it is now.
  if (!now || !findHit(now, 'strict', ctx).ok) return null;
  const clicked = over.isConnected ? over : now;
  const end = letLinksOpen(ctx);
  sendClick(clicked, hit.point, count);
  end();
  return null;
}

function isClosedPopup(target: Element): boolean {
  return opensPopup(target) && target.getAttribute('aria-expanded') === 'false';
}

/** A hand rests on a control before it presses: what opens under the pointer would be closed by the press. */
async function hasOpened(target: Element, { signal }: PerformContext): Promise<boolean> {
  await nextFrame(signal);
  await nextFrame(signal);
  return target.getAttribute('aria-expanded') === 'true';
}

/** What the page has put in the target's place during the press, if it says and does the same. */
function findDrawnAnew(target: Element, ctx: PerformContext): Element | null {
  const uid = ctx.uidOf(target);
  const located = locate(uid, ctx);
  if (!located.ok) return null;
  return checkAnnouncedEffect({ intent: 'click', uid }, located.element, ctx)
    ? null
    : located.element;
}

/** Returns what the page refused; after a refused pointer event the release has no mouse event either. */
export async function press(
  element: Element,
  point: Point,
  ctx: PerformContext,
  count = 1,
): Promise<ReturnType<typeof send>> {
  const refusedBy = send(element, 'pointerdown', point, { count });
  if (refusedBy === 'none') {
    const focusable = focusableFrom(element);
    if (focusable) moveFocus(focusable, ctx);
    else if (!closestComposed(element, 'label')) dropFocus(ctx);
  }
  try {
    await nextTask(ctx.signal);
  } catch (stopped) {
    cancelPress(element, point);
    throw stopped;
  }
  return refusedBy;
}

function opensFiles(target: Element): boolean {
  const label = closestComposed(target, 'label');
  const control = label instanceof HTMLLabelElement ? label.control : target;
  return control instanceof HTMLInputElement && control.type === 'file';
}

/**
 * Without a user's gesture the browser blocks links that open a tab as pop-ups, and the user talks
 * to the side panel, not to the page. While a click is sent, such a link that the page has left to
 * the browser is opened through the extension instead. Returns what ends it.
 */
function letLinksOpen(ctx: PerformContext): () => void {
  const view = ctx.document.defaultView;
  const openTab = ctx.openTab;
  if (!view || !openTab || view.navigator.userActivation.isActive) return () => undefined;
  function openInstead(event: MouseEvent): void {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (event.defaultPrevented || !link || !opensTab(link)) return;
    event.preventDefault();
    openTab?.(link.href);
  }
  // Last in the event's path, so that the page has had its say.
  view.addEventListener('click', openInstead);
  return () => {
    view.removeEventListener('click', openInstead);
  };
}

function opensTab(link: HTMLAnchorElement): boolean {
  const target = link.target || (link.ownerDocument.querySelector('base')?.target ?? '');
  if (!/^https?:$/u.test(link.protocol) || link.hasAttribute('download')) return false;
  return target === '_blank' || (target !== '' && !/^_(self|parent|top)$/u.test(target));
}

/** Other ways to press something, for when a click had no effect at all. */

const CONTROL =
  'a[href],button,input:not([type="hidden"]),select,textarea,[role="button"],[role="link"],[role="checkbox"],[role="switch"],[role="tab"],[role="menuitem"],[tabindex="0"]';
/** What the browser itself turns keys into clicks on: the same click a second time helps nothing. */
const NATIVE = 'a[href],button,input,select,textarea,summary';
const BY_SPACE = /^(?:checkbox|switch|radio|option|menuitemcheckbox|menuitemradio)$/u;

/** The only control inside the target, else the key that a control of the page's own making takes. */
export function findOtherPress(target: Element, ctx: PerformContext): Way | null {
  if (!mayRepeat(target)) return null;
  const inner = findOnlyControl(target, ctx);
  if (inner) {
    return mayRepeat(inner)
      ? { how: 'inner', isHarmless: false, act: () => click(inner, ctx) }
      : null;
  }
  if (target.matches(NATIVE) || !isFocusable(target)) return null;
  const key = BY_SPACE.test(target.getAttribute('role') ?? '') ? ' ' : 'Enter';
  return { how: 'keyboard', isHarmless: false, act: () => pressByKey(target, key, ctx) };
}

/** Nothing that sends, buys or deletes is done twice, however little came of it. */
function mayRepeat(target: Element): boolean {
  const owner = closestComposed(target, 'button,input,a[href]');
  const submits =
    (owner instanceof HTMLButtonElement || owner instanceof HTMLInputElement) &&
    owner.form !== null &&
    /^(?:submit|image)$/u.test(owner.type);
  return !submits && readConsequenceWords(nameElement(target)).size === 0;
}

function findOnlyControl(target: Element, ctx: PerformContext): Element | null {
  const scope = ctx.shadowRootOf(target) ?? target;
  const inside = [...scope.querySelectorAll(CONTROL)].filter(isShown);
  const [only] = inside;
  return inside.length === 1 && only ? only : null;
}

async function pressByKey(target: Element, name: string, ctx: PerformContext): Promise<null> {
  if (!target.isConnected) return null;
  moveFocus(target, ctx);
  await nextTask(ctx.signal);
  const key = readKey(name);
  sendKeyDown(target, key);
  await nextTask(ctx.signal);
  sendKeyUp(target, key);
  return null;
}
