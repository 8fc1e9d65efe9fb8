import { cutText } from '../effects/text.ts';

/** What the browser's own date, number and colour controls take, with an example for the user. */
const FORMATS: Record<string, string> = {
  date: 'a date like 2026-05-31',
  time: 'a time like 14:30',
  'datetime-local': 'a date and time like 2026-05-31T14:30',
  month: 'a month like 2026-05',
  week: 'a week like 2026-W22',
  number: 'a number like 12.5',
  range: 'a number',
  color: 'a colour like #0b63d6',
};

export function isCanonical(input: HTMLInputElement): boolean {
  return input.type in FORMATS;
}

/**
 * The value as the control would keep it, or a sentence why it would not. Tried on a fresh input, so
 * that the page's own stays untouched.
 */
export function readCanonical(
  input: HTMLInputElement,
  text: string,
): { ok: true; value: string } | { ok: false; message: string } {
  const probe = input.ownerDocument.createElement('input');
  for (const name of ['min', 'max', 'step']) {
    const limit = input.getAttribute(name);
    if (limit !== null) probe.setAttribute(name, limit);
  }
  probe.type = input.type;
  const asked = input.type === 'color' ? text.trim().toLowerCase() : text.trim();
  if (asked === '' && input.type !== 'range' && input.type !== 'color') {
    return { ok: true, value: '' };
  }
  probe.value = asked;
  const kept = probe.value;
  const numeric = input.type === 'number' || input.type === 'range';
  const same = numeric ? kept !== '' && Number(kept) === Number(asked) : kept !== '';
  const exact = input.type === 'color' ? kept === asked : same;
  if (!exact) return { ok: false, message: explain(input, text) };
  if (
    probe.validity.rangeUnderflow ||
    probe.validity.rangeOverflow ||
    probe.validity.stepMismatch
  ) {
    return { ok: false, message: explain(input, text) };
  }
  return { ok: true, value: kept };
}

function explain(input: HTMLInputElement, text: string): string {
  const limits = [
    input.min && `from ${input.min}`,
    input.max && `up to ${input.max}`,
    input.step && input.step !== 'any' && `in steps of ${input.step}`,
  ].filter(Boolean);
  const format = [FORMATS[input.type], ...limits].join(', ').replace(/, from/u, ' from');
  return `This field takes ${format}; “${cutText(text, 60)}” is not one.`;
}
