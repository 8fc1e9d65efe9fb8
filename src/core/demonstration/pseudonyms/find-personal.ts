import type { ElementNode } from '../../snapshot/element-tree.ts';
import { walkElements } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { DemonstrationContent } from '../content.ts';
import { readPage } from '../content.ts';
import type { Turn } from '../demonstration.ts';
import { isMasked } from '../secrets/secret-fields.ts';
import type { PersonalKind, PersonalText } from './key.ts';
import { isCardNumber } from './key.ts';

/**
 * Finds personal texts of a demonstration: e-mail addresses and card numbers wherever they stand, phone numbers in their
 * international form, what fields for names, addresses and phones hold, and who made the demonstration. A name in running
 * text is not recognized; people add it. Each text once, in order of appearance.
 */
export async function findPersonal(
  { demonstration, turns, read }: Pick<DemonstrationContent, 'demonstration' | 'turns' | 'read'>,
  { onProgress, signal }: { onProgress?: (fraction: number) => void; signal?: AbortSignal } = {},
): Promise<PersonalText[]> {
  const { annotator, navigatorName, instructorName, description } = demonstration.form;
  const found: PersonalText[] = [annotator, navigatorName, instructorName]
    .filter((name) => name.trim() !== '')
    .map((text) => ({ text, kind: 'person' }));
  found.push(...findInText(`${demonstration.title}\n${description}`));
  const seen = new Set<string>();
  for (const [at, turn] of turns.entries()) {
    signal?.throwIfAborted();
    onProgress?.(at / turns.length);
    found.push(...findInTurn(turn));
    const snapshot = turn.kind === 'browser' ? turn.snapshot : null;
    const pages = snapshot?.frames.map(({ html }) => html).join(' ');
    if (!snapshot || pages === undefined || seen.has(pages)) continue;
    seen.add(pages);
    const page = await readPage(read, snapshot, { withBoxes: false });
    if (page) found.push(...findInTree(parsePage(page)));
  }
  const known = new Set<string>();
  return found.filter(({ text }) => {
    const folded = text.trim().toLowerCase();
    if (folded === '' || known.has(folded)) return false;
    known.add(folded);
    return true;
  });
}

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?![\p{L}\p{N}])/gu;
const PHONE = /(?<![\p{L}\p{N}+])\+\d(?:[\s().\-/]{0,2}\d){7,14}(?!\d)/gu;
const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/gu;

/** The digits of the shortest card number. */
const CARD_DIGITS = 13;

function findInText(text: string): PersonalText[] {
  const found: PersonalText[] = [];
  // Pages have thousands of texts, nearly all without any of these.
  if (text.includes('@')) found.push(...findAll(text, EMAIL, 'email'));
  if (text.includes('+')) found.push(...findAll(text, PHONE, 'phone'));
  if (text.length >= CARD_DIGITS) {
    const cards = findAll(text, CARD, 'card');
    found.push(...cards.filter((card) => isCardNumber(card.text.replace(/\D/g, ''))));
  }
  return found;
}

function findAll(text: string, pattern: RegExp, kind: PersonalKind): PersonalText[] {
  return (text.match(pattern) ?? []).map((match) => ({ text: match, kind }));
}

function findInTurn(turn: Turn): PersonalText[] {
  const { action } = turn;
  if (turn.kind === 'say' || !turn.element) {
    return 'utterance' in action
      ? findInText(action.utterance)
      : findInText(JSON.stringify(action));
  }
  const { attributes, name, tagName } = turn.element;
  const typed = 'text' in action ? action.text : 'value' in action ? action.value : '';
  const named = { ...attributes, 'aria-label': name };
  return findInField(tagName.toLowerCase(), named, typed);
}

const FIELDS = new Set(['input', 'textarea', 'select']);

function findInTree(root: ElementNode): PersonalText[] {
  const found: PersonalText[] = [];
  for (const { tag, attributes, children } of walkElements(root)) {
    if (tag === 'script' || tag === 'style') continue;
    const own = children.filter((child) => typeof child === 'string').join('\n');
    const { href = '' } = attributes;
    found.push(...findInText(/^mailto:/iu.test(href) ? `${own}\n${href}` : own));
    const held = FIELDS.has(tag) ? (attributes['value'] ?? own) : '';
    if (held !== '') found.push(...findInField(tag, attributes, held));
  }
  return found;
}

/** Kinds by the tokens of `autocomplete` (HTML Standard, "Autofill"); others end with one of these. */
const AUTOFILL: readonly (readonly [RegExp, PersonalKind])[] = [
  [
    /^(?:name|given-name|additional-name|family-name|nickname|cc-name|cc-given-name|cc-family-name)$/,
    'person',
  ],
  [/^(?:street-address|address-line[123]|address-level[34])$/, 'address'],
  [/^tel(?:-national|-local)?$/, 'phone'],
  [/^email$/, 'email'],
  [/^cc-number$/, 'card'],
];

/** What fields are called where they say nothing themselves. */
const NAMED: readonly (readonly [RegExp, PersonalKind])[] = [
  [/\b(?:e-?mail)\b/i, 'email'],
  [/\b(?:phone|telephone|mobile|tel)\b/i, 'phone'],
  [/\b(?:street|address(?: line)?(?: \d)?)\b/i, 'address'],
  [
    /\b(?:(?:first|last|full|given|family|sur|middle|your|card ?holder'?s?) ?name|recipient|card ?holder)\b/i,
    'person',
  ],
];

/** Shorter texts occur by chance. */
const SHORTEST = 2;

function findInField(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  value: string,
): PersonalText[] {
  const text = value.trim();
  if (text.length < SHORTEST || isMasked(text)) return [];
  const kind = FIELDS.has(tag) ? readKind(attributes) : null;
  const inside = findInText(text);
  if (kind === null || inside.some((each) => each.text === text)) return inside;
  // A phone number has at least five digits, anything else at least two letters in a row.
  const isPlausible =
    kind === 'phone' ? /\d{5}/.test(text.replace(/\D/g, '')) : /\p{L}{2}/u.test(text);
  return kind === 'email' || !isPlausible ? inside : [...inside, { text, kind }];
}

function readKind(attributes: Readonly<Record<string, string>>): PersonalKind | null {
  if (attributes['type'] === 'search') return null;
  const tokens = attributes['autocomplete']?.toLowerCase().split(/\s+/) ?? [];
  for (const [pattern, kind] of AUTOFILL)
    if (tokens.some((token) => pattern.test(token))) return kind;
  if (attributes['type'] === 'email') return 'email';
  if (attributes['type'] === 'tel') return 'phone';
  const names = ['name', 'id', 'aria-label', 'placeholder'].map((name) => attributes[name] ?? '');
  const words = names
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-[\]]+/g, ' ');
  return NAMED.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
