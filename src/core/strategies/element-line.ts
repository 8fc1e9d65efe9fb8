import type { Candidate } from '../ranking/candidate.ts';
import { collapse, cut } from '../ranking/visible-text.ts';

const LONGEST_NAME = 80;
const LONGEST_VALUE = 60;
const MOST_OPTIONS = 20;
const LONGEST_OPTION = 40;

/** `searchbox "Search the shop" value "lamp" disabled`: an element as assistive technology tells it. */
export function writeElement(candidate: Candidate): string {
  const { fields, checked, options } = candidate;
  const kind = candidate.role === 'generic' ? candidate.tag : candidate.role;
  const name = nameOf(candidate);
  const shown = options.slice(0, MOST_OPTIONS).map((option) => quote(option, LONGEST_OPTION));
  const more = options.length - shown.length;
  return [
    kind,
    name === '' ? '' : quote(name, LONGEST_NAME),
    fields.value === '' || fields.value === name
      ? ''
      : `value ${quote(fields.value, LONGEST_VALUE)}`,
    checked === null ? '' : checked ? 'checked' : 'not checked',
    shown.length === 0 ? '' : `options ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    candidate.expanded === undefined ? '' : candidate.expanded ? 'expanded' : 'collapsed',
    candidate.readOnly ? 'read-only' : '',
    candidate.disabled ? 'disabled' : '',
    candidate.behind ? 'behind a dialog' : '',
    candidate.inViewport ? '' : 'out of view',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** What a person would call it, whole; empty when nothing names it. */
function nameOf({ fields }: Candidate): string {
  const { name, label, text, placeholder, title, alt } = fields;
  return [name, label, text, placeholder, title, alt].find((field) => field !== '') ?? '';
}

/** In quotes, on one line. */
export function quote(text: string, length: number): string {
  return `"${cut(collapse(text), length)}"`;
}
