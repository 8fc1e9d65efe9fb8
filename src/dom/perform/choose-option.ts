import { click } from './click.ts';
import { listRoots } from './composed-tree.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { nameElement } from './element-name.ts';
import { readKey, sendKeyDown, sendKeyUp } from './key-event.ts';
import { sendChange, typeText } from './field-value.ts';
import { moveFocus } from './focus.ts';
import { checkTarget, isShown } from './preflight.ts';
import { nextTask, wait } from './task.ts';
import { wordsOf } from './select-option.ts';
import { foldText, normalizeSpace } from './text.ts';

/** Lists of the page's own making: a control that opens options, which often hang at the end of the body. */

const LIST_MS = 2000;
const POLL_MS = 50;

export function isListControl(control: Element): boolean {
  return (
    control.getAttribute('role') === 'combobox' ||
    control.getAttribute('aria-haspopup') === 'listbox' ||
    // Before ARIA 1.2 many fields said no more of their list than that.
    /^(?:list|both)$/u.test(control.getAttribute('aria-autocomplete') ?? '')
  );
}

/** A list whose options come up for what is typed. */
export function isListField(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && isListControl(control) && !control.readOnly;
}

/**
 * Types the value and clicks the option that comes up for it. Where no list comes, the field takes any text, and
 * what was typed is what was asked for; where the list has no such option, the field gets back what it held.
 */
export async function prepareListField(
  field: HTMLInputElement,
  value: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const hit = await checkTarget(field, 'layers', ctx);
  if (!hit.ok) return hit;
  const held = field.value;
  const choice: Choice = { value, before: held, names: [], picked: null };
  let picked: Element | null = null;

  async function act(): Promise<Refused | null> {
    const isOpen = field.getAttribute('aria-expanded') === 'true';
    const before = new Set(isOpen ? [] : listOptions(ctx));
    moveFocus(field, ctx);
    await nextTask(ctx.signal);
    await typeText(field, value, ctx.signal);
    const options = await waitForOption(value, before, ctx);
    picked = findOption(options, value);
    note(choice, options, picked);
    if (picked) return click(picked, ctx);
    // Open and empty, it has looked for what was typed, and found nothing.
    if (options.length > 0 || field.getAttribute('aria-expanded') === 'true') {
      await typeText(field, held, ctx.signal);
      return refuseOption(field, value, options);
    }
    sendChange(field);
    await nextTask(ctx.signal);
    return null;
  }

  /** What was only typed shows the value as well: of what was chosen, the list is gone, or says so. */
  function holds(control: Element): boolean {
    if (!shows(control, choice, ctx)) return false;
    return picked === null || !isOffered(picked) || readShown(control) !== value;
  }

  return { ok: true, subject: field, act, holds };
}

function isOffered(option: Element): boolean {
  return option.isConnected && isShown(option) && option.getAttribute('aria-selected') !== 'true';
}

/** Opens the list, clicks the option of that name, and holds the control against it. */
export async function prepareChoice(
  control: Element,
  value: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const hit = await checkTarget(control, 'strict', ctx);
  if (!hit.ok) return hit;
  const choice: Choice = { value, before: readShown(control), names: [], picked: null };
  return {
    ok: true,
    subject: control,
    act: () => choose(control, choice, ctx),
    holds: (now) => shows(now, choice, ctx),
    shows: () => readShown(control),
  };
}

async function choose(
  control: Element,
  choice: Choice,
  ctx: PerformContext,
): Promise<Refused | null> {
  if (shows(control, choice, ctx)) return null;
  const { value } = choice;
  const open = control.getAttribute('aria-expanded') === 'true';
  const before = new Set(open ? [] : listOptions(ctx));
  const refused = open ? null : await click(control, ctx);
  if (refused) return refused;
  const options = await waitForOption(value, before, ctx);
  const option = findOption(options, value);
  note(choice, options, option);
  if (option && shows(control, choice, ctx)) close(control);
  else return option ? click(option, ctx) : refuseOption(control, value, options);
  return null;
}

function close(control: Element): void {
  const key = readKey('Escape');
  sendKeyDown(control, key);
  sendKeyUp(control, key);
}

/** Closes the list, and says what is in it. */
function refuseOption(control: Element, value: string, options: readonly Element[]): Refused {
  close(control);
  const names = options.slice(0, 12).map((each) => `“${normalizeSpace(each.textContent)}”`);
  const offer = names.length > 0 ? `It offers ${names.join(', ')}.` : 'It offers nothing like it.';
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

/** By its whole text, else the only one that has the words; a word that only begins so is another. */
function findOption(options: readonly Element[], value: string): Element | null {
  const wanted = foldText(value);
  const exact = options.filter((option) => foldText(option.textContent) === wanted);
  const holding = options.filter((option) => hasWords(option.textContent, value));
  if (wanted === '') return null;
  return exact[0] ?? (holding.length === 1 ? (holding[0] ?? null) : null);
}

/** What is being chosen, as far as it is known by now. */
interface Choice {
  value: string;
  /** What the control showed before. */
  before: string;
  /** What the list offers, and which of it was meant; empty and null before it has been seen. */
  names: readonly string[];
  picked: string | null;
}

function note(choice: Choice, options: readonly Element[], picked: Element | null): void {
  choice.names = options.map((option) => foldText(option.textContent));
  choice.picked = picked && foldText(picked.textContent);
}

/** Whether the control shows the choice: “Dark green” is not “Green”, “Colour: Green” is. */
function shows(control: Element, choice: Choice, ctx: PerformContext): boolean {
  const { value, before, names, picked } = choice;
  const wanted = picked ?? foldText(value);
  if (wanted === '') return false;
  const shown = readShown(control);
  if (foldText(shown) === wanted) return true;
  const chosen = listOptions(ctx).find((option) => option.getAttribute('aria-selected') === 'true');
  if (chosen && foldText(chosen.textContent) === wanted) return true;
  const named = names.filter((name) => hasWords(shown, name));
  const longest = named.reduce((best, name) => (name.length > best.length ? name : best), '');
  if (longest !== '') return longest === wanted;
  // Options often say more than what the control shows of them.
  return picked !== null && shown !== before && hasWords(shown, value);
}

function hasWords(text: string, part: string): boolean {
  const words = wordsOf(foldText(part));
  return words !== '' && ` ${wordsOf(foldText(text))} `.includes(` ${words} `);
}

function readShown(control: Element): string {
  const text = control instanceof HTMLInputElement ? control.value : control.textContent;
  return normalizeSpace(text);
}
