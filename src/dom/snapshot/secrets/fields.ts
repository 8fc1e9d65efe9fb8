import { MASK } from '../../../core/demonstration/secrets/secret-fields.ts';
import { TEXT_EDIT } from '../../../core/snapshot/snapshot.ts';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';

export type FieldReader = ReturnType<typeof createFieldReader>;

/** Reads the live state of form fields that attributes do not show, in document order. */
export function createFieldReader(isSecret: (element: Element) => boolean) {
  const edits: RawFrame['edits'] = [];
  const secrets = new Map<number, HTMLInputElement | HTMLTextAreaElement>();
  const secretFields: Element[] = [];
  const checks: { input: HTMLInputElement; was: boolean }[] = [];
  const options: { option: HTMLOptionElement; was: boolean }[] = [];
  const texts: { field: HTMLInputElement | HTMLTextAreaElement; was: string }[] = [];
  let isListSecret = false;

  const setFlag = (element: Element, index: number, name: string, isSet: boolean): void => {
    if (element.hasAttribute(name) !== isSet) edits.push([index, name, isSet ? '' : null]);
  };
  const readInput = (input: HTMLInputElement, index: number): void => {
    const { type } = input;
    if (type === 'checkbox' || type === 'radio') {
      const { checked } = input;
      checks.push({ input, was: checked });
      setFlag(input, index, 'checked', checked);
    } else if (isSecret(input)) {
      const { value } = input;
      secrets.set(index, input);
      secretFields.push(input);
      texts.push({ field: input, was: value });
      if (value !== '') edits.push([index, 'value', MASK]);
      else if (input.hasAttribute('value')) edits.push([index, 'value', null]);
    } else if (type !== 'file') {
      const { value } = input;
      texts.push({ field: input, was: value });
      if (value !== (input.getAttribute('value') ?? '')) edits.push([index, 'value', value]);
    }
  };
  const readTextarea = (area: HTMLTextAreaElement, index: number): void => {
    const isMasked = isSecret(area);
    if (isMasked) {
      secrets.set(index, area);
      secretFields.push(area);
    }
    const { value } = area;
    texts.push({ field: area, was: value });
    if (isMasked && value !== '') edits.push([index, TEXT_EDIT, MASK]);
    else if (value !== area.defaultValue) edits.push([index, TEXT_EDIT, value]);
  };
  return {
    edits,
    /** Fields whose value must not be found in what is kept, by index. */
    secrets,
    /** All secret fields, lists included. */
    secretFields,
    visit(element: Element, index: number): void {
      if (element instanceof HTMLInputElement) readInput(element, index);
      else if (element instanceof HTMLTextAreaElement) readTextarea(element, index);
      else if (element instanceof HTMLSelectElement) {
        isListSecret = isSecret(element);
        if (isListSecret) secretFields.push(element);
      } else if (element instanceof HTMLOptionElement) {
        const { selected } = element;
        options.push({ option: element, was: selected });
        setFlag(element, index, 'selected', selected && !isListSecret);
      }
    },
    /** Whether every field visited still holds what it held; scripts set values without a trace. */
    isUnchanged: (): boolean =>
      checks.every(({ input, was }) => input.checked === was) &&
      options.every(({ option, was }) => option.selected === was) &&
      texts.every(({ field, was }) => field.value === was),
  };
}
