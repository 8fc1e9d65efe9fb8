import type { Candidate } from '../ranking/candidate.ts';
import { collapse, cut } from '../ranking/visible-text.ts';

const LONGEST = 80;
const LONGEST_VALUE = 60;
const LONGEST_OPTION = 40;
const LONGEST_CONTEXT = 120;
const MOST_OPTIONS = 20;

/** Roles that the tag tells by itself. */
const PLAIN: Readonly<Record<string, string | undefined>> = {
  a: 'link',
  button: 'button',
  img: 'img',
  option: 'option',
  select: 'combobox',
  textarea: 'textbox',
};

/**
 * A candidate of a page that is open, as a line of WebLINX's (format notes §4.2) with the fields that help a
 * model to choose: neither its path and box nor attributes, but its accessible name, role, state, options and
 * what it stands beside. Fields that say nothing new are left out; so is whether it is in view, since it is
 * scrolled there. `around` is told of its places already.
 */
export function writeLiveCandidate(candidate: Candidate, around: readonly string[]): string {
  const { uid, tag, role, fields, checked, options } = candidate;
  const told: Record<string, string> = {
    tag,
    text: oneLine(fields.text),
    name: fields.name === fields.text ? '' : oneLine(fields.name),
    role: role === 'generic' || role === PLAIN[tag] ? '' : role,
    label: fields.label === fields.name ? '' : oneLine(fields.label),
    placeholder: fields.placeholder === fields.name ? '' : oneLine(fields.placeholder),
    value: fields.value === fields.text ? '' : oneLine(fields.value, LONGEST_VALUE),
    checked: checked === null ? '' : String(checked),
    options: listOptions(options),
    context: writeContext(candidate, around),
    state: listStates(candidate),
  };
  const written = Object.entries(told).flatMap(([name, text]) =>
    text === '' ? [] : [`[[${name}]] ${text}`],
  );
  return `(uid = ${uid}) ${written.join(' ')}`;
}

function listOptions(options: readonly string[]): string {
  const shown = options.slice(0, MOST_OPTIONS).map((option) => oneLine(option, LONGEST_OPTION));
  const more = options.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' | ');
}

/** What is nearest first; not what its own name or the places around it tell, nor one thing twice. */
function writeContext({ fields }: Candidate, around: readonly string[]): string {
  const known = [...around, fields.name, fields.text];
  const pieces: string[] = [];
  for (const line of fields.context.split('\n')) {
    const piece = collapse(line);
    const isKnown = [...known, ...pieces].some((text) => text.includes(piece));
    // The same, cut elsewhere.
    const repeats = [...around, ...pieces].some(
      (text) => text !== '' && piece.startsWith(text.replace(/…$/, '')),
    );
    if (piece !== '' && !isKnown && !repeats) pieces.push(piece);
  }
  return cut(pieces.join(' / '), LONGEST_CONTEXT);
}

function listStates({ expanded, readOnly, disabled, behind }: Candidate): string {
  return [
    expanded === undefined ? '' : expanded ? 'expanded' : 'collapsed',
    readOnly ? 'read-only' : '',
    disabled ? 'disabled' : '',
    behind ? 'behind a dialog' : '',
  ]
    .filter((state) => state !== '')
    .join(', ');
}

function oneLine(text: string, length = LONGEST): string {
  return cut(collapse(text), length);
}
