import { parentOf } from './composed-tree.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { nameElement } from './element-name.ts';
import { sendChange } from './field-value.ts';
import { listPoints } from './point.ts';
import { nextTask } from './task.ts';

/** Putting files that the user picked into the page, as a choice in the browser's dialog or a drop would. */

/** Between a drop zone and the hidden input beside it. */
const MOST_LEVELS = 3;
const FILE_INPUT = 'input[type="file"]';
const ZONE = /drop|drag|upload|attach|\bfiles?\b/iu;

/** The file input meant: the element itself, its label's, or the only one in or right around it. */
export function findFileInput(target: Element, ctx: PerformContext): HTMLInputElement | null {
  if (isFileInput(target)) return target;
  if (target instanceof HTMLLabelElement && target.control) {
    return isFileInput(target.control) ? target.control : null;
  }
  if (target.matches('input,textarea,select')) return null;
  let scope: ParentNode | null = ctx.shadowRootOf(target) ?? target;
  for (let level = 0; scope && level <= MOST_LEVELS; level += 1) {
    const inputs = [...scope.querySelectorAll(FILE_INPUT)].filter(isFileInput);
    if (inputs.length > 0) return inputs.length === 1 ? (inputs[0] ?? null) : null;
    scope = scope instanceof Element ? parentOf(scope) : target;
  }
  return null;
}

function isFileInput(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/** Whether the page says of the element that files are dropped there. */
export function isDropZone(target: Element): boolean {
  const marks = [target.id, target.getAttribute('class'), target.getAttribute('aria-label')];
  return ZONE.test(marks.join(' ')) || ZONE.test(target.textContent.slice(0, 200));
}

export function prepareUpload(
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
  if (input?.matches(':disabled'))
    return refuse('disabled', `${nameElement(input)} is switched off.`);
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
        input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        sendChange(input);
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
  const place = { clientX: point.x, clientY: point.y, view: zone.ownerDocument.defaultView };
  for (const type of ['dragenter', 'dragover', 'drop']) {
    const init = { ...place, bubbles: true, cancelable: true, composed: true, dataTransfer };
    zone.dispatchEvent(new DragEvent(type, init));
  }
}
