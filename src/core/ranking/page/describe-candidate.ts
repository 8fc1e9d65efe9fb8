import type { Candidate } from '../candidate.ts';
import { cut } from './visible-text.ts';

const LENGTH = 60;
const ROLE_NAMES: Record<string, string> = {
  combobox: 'list',
  generic: 'item',
  img: 'image',
  listbox: 'list',
  menuitem: 'menu item',
  menuitemcheckbox: 'menu item',
  menuitemradio: 'menu item',
  radio: 'choice',
  searchbox: 'search box',
  spinbutton: 'number box',
  textbox: 'text box',
  treeitem: 'item',
};

/**
 * The label a person would use for a candidate among others: its name, and what tells it apart from
 * those of the same name, the nearest thing first: its place (`Add to cart (Walnut lamp)`), its kind
 * (`Search (button)`), else its number in the page's order (`Edit (2nd of 3)`). `among` may contain it.
 */
export function describeCandidate(candidate: Candidate, among: readonly Candidate[]): string {
  const name = nameCandidate(candidate);
  const said = name.toLowerCase();
  const twins = among.filter(
    (other) => other.uid !== candidate.uid && nameCandidate(other).toLowerCase() === said,
  );
  if (twins.length === 0) return name;
  const own = linesOf(candidate).filter(
    (line) => line !== name && !twins.some((twin) => linesOf(twin).includes(line)),
  );
  // A price or a date distinguishes elements too, but people don't call them by it.
  const place = own.find((line) => /\p{L}{2}/u.test(line)) ?? own[0];
  if (place) return `${name} (${cut(place, LENGTH)})`;
  const kind = nameRole(candidate);
  if (!twins.some((twin) => nameRole(twin) === kind)) return `${name} (${kind})`;
  const order = among.filter((other) => other.uid === candidate.uid || twins.includes(other));
  const sorted = [...order].sort(
    (a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0),
  );
  const number = sorted.findIndex((other) => other.uid === candidate.uid) + 1;
  return `${name} (${toOrdinal(number)} of ${twins.length + 1})`;
}

/** A candidate's name without regard to others, and without a colon at its end; its kind and place when nothing names it. */
export function nameCandidate(candidate: Candidate): string {
  const { name, label, text, placeholder, title, alt, value } = candidate.fields;
  const words = [name, label, text, placeholder, title, alt, value].find((field) => field !== '');
  if (words && /[\p{L}\p{N}]/u.test(words)) return cut(words.replace(/\s*:$/u, ''), LENGTH);
  const [place] = linesOf(candidate);
  const kind = words ?? nameRole(candidate);
  if (words && !place) return cut(words, LENGTH);
  return place ? `${kind} at “${cut(place, LENGTH)}”` : `unnamed ${kind}`;
}

/** The everyday word for a candidate's role. */
function nameRole(candidate: Candidate): string {
  return ROLE_NAMES[candidate.role] ?? candidate.role;
}

function linesOf(candidate: Candidate): string[] {
  return candidate.fields.context.split('\n').filter(Boolean);
}

/** `1st`, `12th`. */
export function toOrdinal(number: number): string {
  const tens = number % 100;
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
}
