import { TEXT_EDIT } from '../../core/snapshot/snapshot.ts';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import { MASK } from './secrets.ts';

/** Reads the live state of form fields that attributes do not show, in document order. */
export interface FieldReader {
  visit(element: Element, index: number): void;
  readonly edits: RawFrame['edits'];
  /** Fields whose value must not be found in what is kept, by index. */
  readonly secrets: ReadonlyMap<number, HTMLInputElement | HTMLTextAreaElement>;
}

export function createFieldReader(isSecret: (element: Element) => boolean): FieldReader {
  const edits: RawFrame['edits'] = [];
  const secrets = new Map<number, HTMLInputElement | HTMLTextAreaElement>();
  let isListSecret = false;

  const setFlag = (element: Element, index: number, name: string, isSet: boolean): void => {
    if (element.hasAttribute(name) !== isSet) edits.push([index, name, isSet ? '' : null]);
  };
  const readInput = (input: HTMLInputElement, index: number): void => {
    const { type } = input;
    if (type === 'checkbox' || type === 'radio') setFlag(input, index, 'checked', input.checked);
    else if (isSecret(input)) {
      secrets.set(index, input);
      if (input.value !== '') edits.push([index, 'value', MASK]);
      else if (input.hasAttribute('value')) edits.push([index, 'value', null]);
    } else if (type !== 'file') {
      const { value } = input;
      if (value !== (input.getAttribute('value') ?? '')) edits.push([index, 'value', value]);
    }
  };
  const readTextarea = (area: HTMLTextAreaElement, index: number): void => {
    const isMasked = isSecret(area);
    if (isMasked) secrets.set(index, area);
    const { value } = area;
    if (isMasked && value !== '') edits.push([index, TEXT_EDIT, MASK]);
    else if (value !== area.defaultValue) edits.push([index, TEXT_EDIT, value]);
  };
  return {
    edits,
    secrets,
    visit(element, index) {
      if (element instanceof HTMLInputElement) readInput(element, index);
      else if (element instanceof HTMLTextAreaElement) readTextarea(element, index);
      else if (element instanceof HTMLSelectElement) isListSecret = isSecret(element);
      else if (element instanceof HTMLOptionElement) {
        setFlag(element, index, 'selected', element.selected && !isListSecret);
      }
    },
  };
}
