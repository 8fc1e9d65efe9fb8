import { isCanonical } from './canonical-value.ts';
import { isListControl, isListField, prepareChoice, prepareListField } from './choose-option.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { editingHostOf } from './editable-text.ts';
import { nameElement } from './element-name.ts';
import { prepareSelect } from './select-option.ts';
import { isField, prepareTextInput } from './text-input.ts';
import { findFileInput, isDropZone, prepareUpload } from './upload.ts';
import { prepareToggle, readToggle } from './toggle.ts';

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
