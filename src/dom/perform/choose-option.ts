import { click } from './click.ts';
import { listRoots } from './composed-tree.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { nameElement } from './element-name.ts';
import { readKey, sendKeyDown, sendKeyUp } from './key-event.ts';
import { checkTarget, isShown } from './preflight.ts';
import { wait } from './task.ts';
import { foldText, normalizeSpace } from './text.ts';

/** Lists of the page's own making: a control that opens options, which often hang at the end of the body. */

const LIST_MS = 2000;
const POLL_MS = 50;

export function isListControl(control: Element): boolean {
  return (
    control.getAttribute('role') === 'combobox' ||
    control.getAttribute('aria-haspopup') === 'listbox'
  );
}

/** Opens the list, clicks the option of that name, and holds the control against it. */
export async function prepareChoice(
  control: Element,
  value: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const hit = await checkTarget(control, 'strict', ctx);
  if (!hit.ok) return hit;
  return {
    ok: true,
    subject: control,
    act: () => choose(control, value, ctx),
    holds: () => shows(control, value, ctx),
    shows: () => readShown(control),
  };
}

async function choose(
  control: Element,
  value: string,
  ctx: PerformContext,
): Promise<Refused | null> {
  if (shows(control, value, ctx)) return null;
  const open = control.getAttribute('aria-expanded') === 'true';
  const before = new Set(open ? [] : listOptions(ctx));
  const refused = open ? null : await click(control, ctx);
  if (refused) return refused;
  const options = await waitForOption(value, before, ctx);
  const option = findOption(options, value);
  if (option) return click(option, ctx);
  const key = readKey('Escape');
  sendKeyDown(control, key);
  sendKeyUp(control, key);
  const names = options.slice(0, 12).map((each) => `“${normalizeSpace(each.textContent)}”`);
  const offer = names.length > 0 ? `It offers ${names.join(', ')}.` : 'No list opened.';
  return refuse('no-such-option', `${nameElement(control)} has no option “${value}”. ${offer}`);
}

/** The options that have come up, as soon as the one asked for is among them. */
async function waitForOption(
  value: string,
  before: ReadonlySet<Element>,
  ctx: PerformContext,
): Promise<Element[]> {
  const until = ctx.now() + LIST_MS;
  for (;;) {
    const options = listOptions(ctx).filter((option) => !before.has(option));
    if (findOption(options, value) || ctx.now() >= until) return options;
    await wait(POLL_MS, ctx.signal);
  }
}

function listOptions(ctx: PerformContext): Element[] {
  return listRoots(ctx)
    .flatMap((root) => [...root.querySelectorAll('[role="option"],[role="menuitemradio"]')])
    .filter(isShown);
}

/** By its whole text, else the only one that has the words. */
function findOption(options: readonly Element[], value: string): Element | null {
  const wanted = foldText(value);
  const exact = options.filter((option) => foldText(option.textContent) === wanted);
  const holding = options.filter((option) => foldText(option.textContent).includes(wanted));
  if (wanted === '') return null;
  return exact[0] ?? (holding.length === 1 ? (holding[0] ?? null) : null);
}

function shows(control: Element, value: string, ctx: PerformContext): boolean {
  const wanted = foldText(value);
  if (wanted === '') return false;
  if (foldText(readShown(control)).includes(wanted)) return true;
  const chosen = listOptions(ctx).find((option) => option.getAttribute('aria-selected') === 'true');
  return chosen !== undefined && foldText(chosen.textContent) === wanted;
}

function readShown(control: Element): string {
  const text = control instanceof HTMLInputElement ? control.value : control.textContent;
  return normalizeSpace(text);
}
