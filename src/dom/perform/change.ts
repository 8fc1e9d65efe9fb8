import { click } from './click.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { isDial, prepareDial } from './dial.ts';
import { foldText, normalizeSpace } from './effects/text.ts';
import { editingHostOf } from './input/editable-text.ts';
import { sendChange, typeText, sendSet } from './input/field-value.ts';
import { moveFocus } from './input/focus.ts';
import { pressKey } from './input/key-event.ts';
import { sendDrag } from './input/pointer.ts';
import { isField, prepareTextInput, isCanonical } from './input/text-input.ts';
import { prepareSelect, wordsOf } from './select-option.ts';
import { nameElement } from './target/element-name.ts';
import { listPoints } from './target/point.ts';
import { checkTarget, isShown, refuseDisabled } from './target/preflight.ts';
import { nextTask, wait } from './task.ts';
import { prepareToggle, readToggle } from './toggle.ts';
import { getParentOrHost, listRoots } from '../composed-tree.ts';

/** Sets a control to a value: an option's label, `true` or `false`, a date, a number, a text. */
export async function prepareChange(
  target: Element,
  value: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const input = findFileInput(target, ctx);
  if (isFileTarget(target) || (ctx.files && (input ?? isDropZone(target)))) {
    return prepareUpload(target, input, ctx);
  }
  const control = controlOf(target);
  if (control instanceof HTMLSelectElement) return prepareSelect(control, value, ctx);
  if (readToggle(control) !== null) return prepareToggle(control, value, ctx);
  if (isDial(control)) return prepareDial(control, value, ctx);
  if (isListField(control)) return prepareListField(control, value, ctx);
  const isList = isListControl(control);
  if (isList && control instanceof HTMLInputElement) return prepareChoice(control, value, ctx);
  if (isField(control) || editingHostOf(control)) return prepareTextInput(control, value, ctx);
  if (isList) return prepareChoice(control, value, ctx);
  const message = `${nameElement(target)} is not a control the browser knows. Click it to open it, then click what to choose.`;
  return refuse('unsupported', message);
}

/** What can be nothing but a place for files. */
function isFileTarget(target: Element): boolean {
  const control = target instanceof HTMLLabelElement ? target.control : target;
  return control instanceof HTMLInputElement && control.type === 'file';
}

/** A label stands for its control, an option for its list. */
function controlOf(target: Element): Element {
  if (target instanceof HTMLOptionElement) return target.closest('select') ?? target;
  if (target instanceof HTMLLabelElement && target.control) return target.control;
  const label = target.closest('label');
  const known = target instanceof HTMLInputElement ? isCanonical(target) || isField(target) : false;
  return !known && readToggle(target) === null && !(target instanceof HTMLSelectElement)
    ? (label?.control ?? target)
    : target;
}

/** Putting files that the user picked into the page, as a choice in the browser's dialog or a drop would. */

/** Between a drop zone and the hidden input beside it. */
const MOST_LEVELS = 3;
const FILE_INPUT = 'input[type="file"]';
const ZONE = /drop|drag|upload|attach|\bfiles?\b/iu;

/** The file input meant: the element itself, its label's, or the only one in or right around it. */
function findFileInput(target: Element, ctx: PerformContext): HTMLInputElement | null {
  if (isFileInput(target)) return target;
  if (target instanceof HTMLLabelElement && target.control) {
    return isFileInput(target.control) ? target.control : null;
  }
  if (target.matches('input,textarea,select')) return null;
  let scope: ParentNode | null = ctx.shadowRootOf(target) ?? target;
  for (let level = 0; scope && level <= MOST_LEVELS; level += 1) {
    const inputs = [...scope.querySelectorAll(FILE_INPUT)].filter(isFileInput);
    if (inputs.length > 0) return inputs.length === 1 ? (inputs[0] ?? null) : null;
    scope = scope instanceof Element ? getParentOrHost(scope) : target;
  }
  return null;
}

function isFileInput(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/** Whether the page says of the element that files are dropped there. */
function isDropZone(target: Element): boolean {
  const marks = [target.id, target.getAttribute('class'), target.getAttribute('aria-label')];
  return ZONE.test(marks.join(' ')) || ZONE.test(target.textContent.slice(0, 200));
}

function prepareUpload(
  target: Element,
  input: HTMLInputElement | null,
  ctx: PerformContext,
): Prepared | Refused {
  const { files } = ctx;
  const place = input ?? target;
  if (!files) {
    const message = `${nameElement(target)} takes a file. Attach it in Wayscribe’s message box and say its name; only files you picked can be uploaded.`;
    return refuse('unsupported', message);
  }
  if (input?.matches(':disabled')) return refuseDisabled(input);
  if (input && files.names.length > 1 && !input.multiple) {
    return refuse('invalid', `${nameElement(input)} takes one file, not ${files.names.length}.`);
  }
  const wanted = files.names.join(', ');
  const before = readPage(ctx);
  const shows = (): string => {
    const held = [...(input?.files ?? [])].map(({ name }) => name).join(', ');
    // Many pages take a file, list it themselves, and empty the input at once; or name it and refuse it.
    return held === '' && showsAll(files.names, before, ctx) ? wanted : held;
  };
  return {
    ok: true,
    subject: place,
    async act() {
      const transfer = new DataTransfer();
      for (const file of await files.fetch()) transfer.items.add(file);
      ctx.signal.throwIfAborted();
      if (!place.isConnected) return refuse('gone', 'The page has changed: this element is gone.');
      if (input) {
        Reflect.set(HTMLInputElement.prototype, 'files', transfer.files, input);
        sendSet(input);
      } else {
        drop(place, transfer);
      }
      await nextTask(ctx.signal);
      return null;
    },
    holds: () => shows() === wanted,
    shows,
  };
}

function readPage({ document }: PerformContext): string {
  return document.body.innerText;
}

function showsAll(names: readonly string[], before: string, ctx: PerformContext): boolean {
  const now = readPage(ctx);
  return names.every((name) => countTaken(now, name) > countTaken(before, name));
}

/** What pages say of a file that they do not take. */
const REFUSAL =
  /\b(?:too|not|only|cannot|can.t|couldn.t|unsupported|invalid|exceeds?|fail(?:ed|ure)?|errors?|rejected|refused|limit|maximum)\b|\b(?:zu groß|nicht|nur|ungültig|fehler|trop|pas|erreur|échec|demasiado|no se|inválido|rechazado)(?!\p{L})/iu;

/** How often a name stands in a line that says nothing against it. */
function countTaken(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => line.includes(name));
  return lines.filter((line) => !REFUSAL.test(line.replaceAll(name, ''))).length;
}

function drop(zone: Element, dataTransfer: DataTransfer): void {
  const point = listPoints(zone)[0] ?? { x: 0, y: 0 };
  for (const type of ['dragenter', 'dragover', 'drop'] as const)
    sendDrag(zone, type, point, dataTransfer);
}

/** Lists of the page's own making: a control that opens options, which often hang at the end of the body. */

const LIST_MS = 2000;
const POLL_MS = 50;

function isListControl(control: Element): boolean {
  return (
    control.getAttribute('role') === 'combobox' ||
    control.getAttribute('aria-haspopup') === 'listbox' ||
    // Before ARIA 1.2 many fields said no more of their list than that.
    /^(?:list|both)$/u.test(control.getAttribute('aria-autocomplete') ?? '')
  );
}

/** A list whose options come up for what is typed. */
function isListField(control: Element): control is HTMLInputElement {
  return control instanceof HTMLInputElement && isListControl(control) && !control.readOnly;
}

/**
 * Types the value and clicks the option that comes up for it. Where no list comes, the field takes any text, and
 * what was typed is what was asked for; where the list has no such option, the field gets back what it held.
 */
async function prepareListField(
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
async function prepareChoice(
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
    shows: readShown,
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
  if (option && shows(control, choice, ctx)) pressKey(control, 'Escape');
  else return option ? click(option, ctx) : refuseOption(control, value, options);
  return null;
}

/** Closes the list, and says what is in it. */
function refuseOption(control: Element, value: string, options: readonly Element[]): Refused {
  pressKey(control, 'Escape');
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
