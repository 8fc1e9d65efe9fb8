import { readConsequenceWords } from '../../../core/navigator/rules/consequences.ts';
import { closestComposed } from '../target/composed-tree.ts';
import type { PerformContext, Refused, Way } from '../context.ts';
import { nameElement } from '../target/element-name.ts';
import { isFocusable, moveFocus } from '../input/focus.ts';
import { readKey, sendKeyDown, sendKeyUp } from '../input/key-event.ts';
import { isShown } from '../target/preflight.ts';
import { nextTask } from '../task.ts';

/** Other ways to press something, for when a click had no effect at all. */

const CONTROL =
  'a[href],button,input:not([type="hidden"]),select,textarea,[role="button"],[role="link"],[role="checkbox"],[role="switch"],[role="tab"],[role="menuitem"],[tabindex="0"]';
/** What the browser itself turns keys into clicks on: the same click a second time helps nothing. */
const NATIVE = 'a[href],button,input,select,textarea,summary';
const BY_SPACE = /^(?:checkbox|switch|radio|option|menuitemcheckbox|menuitemradio)$/u;

/** The only control inside the target, else the key that a control of the page's own making takes. */
export function findOtherPress(
  target: Element,
  click: (target: Element, ctx: PerformContext) => Promise<Refused | null>,
  ctx: PerformContext,
): Way | null {
  if (!mayRepeat(target)) return null;
  const inner = findOnlyControl(target, ctx);
  if (inner) {
    return mayRepeat(inner)
      ? { how: 'inner', isHarmless: false, act: () => click(inner, ctx) }
      : null;
  }
  if (target.matches(NATIVE) || !isFocusable(target)) return null;
  const key = BY_SPACE.test(target.getAttribute('role') ?? '') ? ' ' : 'Enter';
  return { how: 'keyboard', isHarmless: false, act: () => pressKey(target, key, ctx) };
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

async function pressKey(target: Element, name: string, ctx: PerformContext): Promise<null> {
  if (!target.isConnected) return null;
  moveFocus(target, ctx);
  await nextTask(ctx.signal);
  const key = readKey(name);
  sendKeyDown(target, key);
  await nextTask(ctx.signal);
  sendKeyUp(target, key);
  return null;
}
