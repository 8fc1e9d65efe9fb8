import { getParentElement, getRootOf, queryAll, queryWithin } from '../read/native.ts';

/** Boxes for one character each: a code has so many. */
const FEWEST = 4;
const MOST = 8;
/** Boxes stand together, in so few elements around each. */
const DEPTH = 4;
/** A part of a card number has four digits, of an American Express one up to six. */
const LONGEST_PART = 6;

/** Whether a field is one of a row of boxes, for a digit each, which together take a code. */
export function isCodeBox(field: Element): boolean {
  if (!(field instanceof HTMLInputElement) || field.maxLength !== 1 || !isForDigits(field)) {
    return false;
  }
  let around = getParentElement(field);
  for (let depth = 0; around && depth < DEPTH; depth++, around = getParentElement(around)) {
    const { length } = queryWithin(around, 'input[maxlength="1"]');
    if (length >= FEWEST) return length <= MOST;
  }
  return false;
}

function isForDigits({ type, inputMode, pattern }: HTMLInputElement): boolean {
  return (
    type === 'tel' || type === 'number' || inputMode === 'numeric' || /\\d|\[0-9\]/.test(pattern)
  );
}

/** What was typed into a field and the like ones beside it, as one: a card number in four parts, a code in six. */
export function joinParts(
  field: HTMLInputElement | HTMLTextAreaElement,
  isSecret: (element: Element) => boolean,
): string {
  const { maxLength } = field;
  const root = getRootOf(field);
  const isSearchable = root instanceof Document || root instanceof ShadowRoot;
  if (maxLength < 1 || maxLength > LONGEST_PART || !isSearchable) return '';
  return Array.from(queryAll(root, 'input[maxlength]'))
    .filter((part) => part instanceof HTMLInputElement && part.form === field.form)
    .filter(isSecret)
    .map((part) => (part instanceof HTMLInputElement ? part.value : ''))
    .join('');
}
