import type { Candidate } from '../ranking/candidate.ts';
import { toKeys } from '../ranking/query/tokenize.ts';
import { isKindOf, meansSame } from './same-value.ts';

/** What can be done with a candidate, told from its role and tag. */

const TEXT_ROLES = new Set(['textbox', 'searchbox', 'spinbutton']);
const TOGGLE_ROLES = new Set(['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio']);
const CHOICE_ROLES = new Set([...TOGGLE_ROLES, 'option', 'menuitem', 'tab', 'treeitem']);

export function isSelect({ tag }: Candidate): boolean {
  return tag === 'select';
}

/** Takes typed text; date and time inputs, which have no role, among them. */
export function isTextField({ tag, role, readOnly }: Candidate): boolean {
  if (readOnly === true && role === 'combobox') return false;
  if (isDial({ tag, role })) return false;
  if (TEXT_ROLES.has(role) || tag === 'textarea') return true;
  return tag === 'input' && (role === 'combobox' || role === 'generic');
}

export function isSearchField(candidate: Candidate): boolean {
  const { name, label, placeholder, title, key } = candidate.fields;
  const said = [name, label, placeholder, title, key].join(' ');
  return isTextField(candidate) && (candidate.role === 'searchbox' || /\bsearch\b/i.test(said));
}

/** Can be turned on and off: toggle buttons too. */
export function isToggle({ role, checked }: Candidate): boolean {
  return TOGGLE_ROLES.has(role) || isToggleButton({ role, checked });
}

/** A button that stays pressed (`aria-pressed`). */
export function isToggleButton({ role, checked }: Pick<Candidate, 'role' | 'checked'>): boolean {
  return role === 'button' && checked !== null;
}

/** One of several that can be chosen by clicking it. */
export function isChoice({ role, tag }: Candidate): boolean {
  return CHOICE_ROLES.has(role) && tag !== 'select';
}

/** Whether it is a select with the option, or a choice that is called so; `exact`: by these words alone. */
export function holdsChoice(each: Candidate, value: string, exact = true): boolean {
  const wanted = normalizeName(value);
  if (wanted === '') return false;
  return isSelect(each)
    ? each.options.some((option) => normalizeName(option) === wanted)
    : isChoice(each) && isNamed(each, value, exact);
}

/** Opens a list of its own, or is one; the browser knows nothing of its options. */
export function isCombobox({ role, tag, opens }: Candidate): boolean {
  if (tag === 'select') return false;
  return role === 'listbox' || (role === 'combobox' && (tag !== 'input' || opens === true));
}

const LIST_KEY = /\b(?:combo ?box|drop ?down|select|selector|picker)\b/i;

/** A button that opens a menu or list to choose from, as its ARIA or at least its class says. */
export function isOpener({ role, opens, fields }: Candidate): boolean {
  if (!['button', 'menuitem', 'link', 'generic'].includes(role)) return false;
  return opens === true || LIST_KEY.test(fields.key);
}

/** One of what a list or menu holds. */
export function isOption({ role }: Candidate): boolean {
  return /^(?:option|menuitem|menuitemradio|menuitemcheckbox|treeitem)$/.test(role);
}

/** A slider or a spin button that the page draws: set to a number, not typed into. */
export function isDial({ tag, role }: Pick<Candidate, 'tag' | 'role'>): boolean {
  return role === 'slider' || (role === 'spinbutton' && tag !== 'input');
}

/** Whether what it holds must not be repeated: the page knows it, its own mask, or a name that says so. */
export function isSecret({ fields, secret }: Candidate): boolean {
  if (secret === true || /^[•●*]+$/u.test(fields.value)) return true;
  const said = [fields.name, fields.label, fields.placeholder, fields.key].join(' ');
  return /\b(?:password|passcode|passphrase|pin|cvc|cvv|security code|card number)\b/i.test(said);
}

/** Comparable form of a name: case, accents, quotes and punctuation do not count. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** "Time zone" and "Timezone" are one name. `wanted` is in its comparable form. */
export function isSameName(name: string, wanted: string): boolean {
  const called = normalizeName(name);
  return called !== '' && called.replaceAll(' ', '') === wanted.replaceAll(' ', '');
}

/** Whether all words of `part` stand in `whole`, next to each other. */
export function containsWords(whole: string, part: string): boolean {
  return part !== '' && ` ${whole} `.includes(` ${part} `);
}

/**
 * The options that `value` may mean: those that are called exactly so, else those that say the same in other
 * words, else those that begin with it, else those that have its words in them.
 */
export function findOptions(options: readonly string[], value: string): string[] {
  const wanted = normalizeName(value);
  const fits: ((option: string) => boolean)[] = [
    (option) => option === value,
    (option) => normalizeName(option) === wanted,
    (option) => toKeys(option).join(' ') === toKeys(value).join(' '),
    (option) => meansSame(value, option),
    (option) => isKindOf(value, option),
    (option) => wanted !== '' && `${normalizeName(option)} `.startsWith(`${wanted} `),
    (option) => containsWords(normalizeName(option), wanted),
  ];
  const found = fits.map((fit) => options.filter(fit)).find((list) => list.length > 0) ?? [];
  return [...new Set(found)];
}

/** "Warnings" for "Warnings (1)": what is called so, with the number of what is behind it. */
export function isCounted({ fields }: Candidate, value: string): boolean {
  const wanted = normalizeName(value);
  return [fields.name, fields.label, fields.text].some((name) => {
    const [, called = ''] =
      /^(\D*[^\d\s([])\s*[([]?\d[\d.,]*[kKmM+]?[)\]]?$/u.exec(name.trim()) ?? [];
    return called !== '' && normalizeName(called) === wanted;
  });
}

/** Whether it is called exactly so, or (not `exact`) has these words in its name. */
export function isNamed({ fields }: Candidate, value: string, exact = true): boolean {
  const wanted = normalizeName(value);
  return [fields.name, fields.label, fields.text].some((name) => {
    return exact ? isSameName(name, wanted) : containsWords(normalizeName(name), wanted);
  });
}
