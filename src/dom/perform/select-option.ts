import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { nameElement } from './target/element-name.ts';
import { moveFocus } from './input/focus.ts';
import { checkTarget } from './target/preflight.ts';
import { nextTask } from './task.ts';
import { foldText, normalizeSpace } from './effects/text.ts';
import { sendSet } from './input/field-value.ts';

/** Choosing in the browser's own lists, whose pop-up no page script can open or see. */

export async function prepareSelect(
  select: HTMLSelectElement,
  value: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const found = findOptions(select, value);
  if (!found) {
    const message = `${nameElement(select)} has no option “${value}”. It offers ${listOptions(select)}.`;
    return refuse('no-such-option', message);
  }
  return prepareOption(select, found, ctx);
}

export async function prepareOption(
  select: HTMLSelectElement,
  options: HTMLOptionElement[],
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const off = options.find((option) => option.matches(':disabled'));
  if (off) return refuse('disabled', `The option “${labelOf(off)}” cannot be chosen now.`);
  const hit = await checkTarget(select, 'layers', ctx);
  if (!hit.ok) return hit;
  const wanted = new Set(options);
  return {
    ok: true,
    subject: select,
    async act() {
      moveFocus(select, ctx);
      await nextTask(ctx.signal);
      if (holds(select)) return null;
      for (const option of select.options) {
        // One choice only: choosing the wanted one lets go of the other.
        if (select.multiple || wanted.has(option)) option.selected = wanted.has(option);
      }
      sendSet(select);
      await nextTask(ctx.signal);
      return null;
    },
    holds,
  };
  /** By value and label: a page may have redrawn the list with new option elements. */
  function holds(control: Element): boolean {
    if (!(control instanceof HTMLSelectElement)) return false;
    const asked = options.map(keyOf).sort();
    const chosen = [...control.selectedOptions].map(keyOf).sort();
    return asked.length === chosen.length && asked.every((key, index) => key === chosen[index]);
  }
}

/** The labels of the options, for a message; the first twelve of a long list. */
export function listOptions(select: HTMLSelectElement): string {
  const labels = [...select.options].map(labelOf).filter((label) => label !== '');
  const shown = labels.slice(0, 12).map((label) => `“${label}”`);
  const rest = labels.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export function labelOf(option: HTMLOptionElement): string {
  return normalizeSpace(option.label || option.text);
}

function keyOf(option: HTMLOptionElement): string {
  return `${option.value}\n${labelOf(option)}`;
}

/** For a list that takes several, the value may name several: a line each, or with commas. */
function findOptions(select: HTMLSelectElement, value: string): HTMLOptionElement[] | null {
  const one = findOption(select, value);
  if (one) return [one];
  if (!select.multiple) return null;
  if (value.trim() === '') return [];
  for (const separator of [/\n/u, /\s*[,;]\s*/u]) {
    const found = value.split(separator).map((part) => findOption(select, part));
    if (found.every((option) => option !== null)) return found;
  }
  return null;
}

/** By value, then label, then label without case and accents, then the only label that has the words. */
function findOption(select: HTMLSelectElement, text: string): HTMLOptionElement | null {
  const options = [...select.options];
  const folded = foldText(text);
  const words = ` ${wordsOf(folded)} `;
  const only = options.filter((option) =>
    ` ${wordsOf(foldText(labelOf(option)))} `.includes(words),
  );
  return (
    options.find((option) => option.value === text) ??
    options.find((option) => labelOf(option) === normalizeSpace(text)) ??
    options.find((option) => foldText(labelOf(option)) === folded) ??
    (words.trim() !== '' && only.length === 1 ? only[0] : undefined) ??
    null
  );
}

/** Words of letters and digits alone, with a blank between. */
export function wordsOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
