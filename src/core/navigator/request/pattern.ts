import { readNumber, readStars } from '../same-value.ts';
import { parseWebAddress } from '../sites.ts';
import type { Tokens } from './tokens.ts';
import { dropClosing, dropMarks, joinTokens, readText, splitWords, startsWith } from './tokens.ts';

/** What stood in the slots of a pattern, by the names of the slots. */
export type Slots = Readonly<Record<string, Tokens>>;

type Element =
  | { kind: 'words'; options: readonly string[][]; isOptional: boolean }
  | { kind: 'slot'; name: string; isOptional: boolean };

export type Pattern = readonly Element[];

/**
 * Compiles a pattern such as `type|key_in TEXT in|into FIELD`: alternatives are separated by `|`, words of one
 * alternative by `_`, `[…]` is optional, and a name in capitals is a slot for one or more tokens.
 */
export function compilePattern(pattern: string): Pattern {
  return pattern.split(' ').map((part): Element => {
    const [, optional, name] = /^(\[?)([A-Z]+!?)\]?$/.exec(part) ?? [];
    if (name !== undefined) return { kind: 'slot', name, isOptional: optional === '[' };
    const isOptional = part.startsWith('[');
    const options = part.replace(/^\[|\]$/g, '').split('|');
    const words = options.map((option) => option.split('_'));
    // The longest first: "click on" before "click".
    return { kind: 'words', options: words.sort((a, b) => b.length - a.length), isOptional };
  });
}

/** Superlatives, by which lists are sorted. */
export const MOST_WORD = /\p{L}est$|^(?:most|least|recent|popular|expensive|liked|relevant)$/u;

/** Slots that hold only what this accepts. `FIELD!` must say that it is a field. */
const ACCEPTS: Readonly<Record<string, (tokens: Tokens) => boolean>> = {
  ADDRESS: (tokens) => tokens.length === 1 && parseWebAddress(readText(tokens)).ok,
  SCHEME: (tokens) => {
    const read = parseWebAddress(readText(tokens));
    return !read.ok && read.reason === 'scheme';
  },
  'VALUE!': (tokens) => tokens.length <= 3 && readNumber(readText(tokens)) !== null,
  NUMBER: (tokens) => tokens.length <= 3 && readNumber(readText(tokens)) !== null,
  CHORD: (tokens) =>
    /^(?:ctrl|control|cmd|command|alt|option|shift|meta)\s*[+-]/i.test(readText(tokens)),
  EXTENT: (tokens) =>
    /^(?:an?|one|little|bit|slightly|more|further|again|page|screen|all|the|way| )+$/i.test(
      readText(tokens),
    ),
  KEY: (tokens) => readKeyName(readText(tokens), false) !== null,
  KEYNAME: (tokens) => readKeyName(readText(tokens), true) !== null,
  MOST: (tokens) => tokens.length <= 3 && tokens.some(({ key }) => MOST_WORD.test(key)),
  RATING: (tokens) => readStars(readText(tokens)) !== null,
  QUOTE: ([first, ...rest]) => first?.kind === 'quote' && rest.length === 0,
  WORD: (tokens) => tokens.length === 1,
  BOX: (tokens) => namesField(tokens),
  // "Find proxy", but "find the settings".
  SOUGHT: ([first, , ...rest]) =>
    first !== undefined &&
    rest.length === 0 &&
    !/^(?:the|my|me|an?|this|that|all|out)$/.test(first.key),
  CODE: (tokens) => isOf(tokens, 3, /^(?:code|coupon|voucher)$/),
  DIALOG: (tokens) =>
    isOf(
      tokens,
      6,
      /^(?:dialog(?:ue)?|pop-?up|modal|banner|overlay|lightbox|alert|notification|notice|warning|toast|window|box)$/,
    ),
  LIST: (tokens) => isOf(tokens, 3, /^list$/),
  MENU: (tokens) => isOf(tokens, 5, /^menu$/),
  PATH: (tokens) => /\p{L}\s*[>→›»]\s*\p{L}/u.test(joinTokens(tokens)),
  FOLD: (tokens) => isOf(tokens, 3, /^(?:section|panel|accordion)$/),
  // They name no single field: the label says which one.
  FIELDS: (tokens) => isOf(tokens, 4, /^(?:fields|boxes|inputs|textboxes|blanks|form)$/),
  FORM: (tokens) =>
    tokens.length <= 5 &&
    tokens.some(({ key }) => /^(?:form|fields|details|data|information|boxes|this|it)$/.test(key)),
  'FIELD!': (tokens) =>
    namesField(tokens) || /^(?:the|my|a|an|its|his|her|our|their)$/.test(tokens[0]?.key ?? ''),
};

/** Whether there are at most this many tokens, and the last one is such a word. */
function isOf(tokens: Tokens, most: number, word: RegExp): boolean {
  return tokens.length <= most && word.test(tokens.at(-1)?.key ?? '');
}

/** Slots that keep the marks at their end. */
const KEEPS_MARKS = new Set(['TEXT', 'VALUE', 'PARTS']);

/**
 * Matches all tokens of a clause; null if they don't fit. Of several ways to part a value from a field, the first
 * one whose value is quoted or whose field is called a field ("the search box") counts, otherwise the last one.
 */
export function matchPattern(pattern: Pattern, clause: Tokens): Slots | null {
  const last = pattern.at(-1);
  const keepsMarks = last?.kind === 'slot' && KEEPS_MARKS.has(last.name);
  // "The name should be Ada please": no value of a control ends so, while a text may.
  const said = last?.kind === 'slot' && last.name === 'VALUE' ? dropPlease(clause) : clause;
  const matches = [...listMatches(pattern, keepsMarks ? dropStop(said) : dropClosing(said))];
  const parts = matches[0] && findParts(matches[0]);
  return matches.find(isDecided) ?? matches.at(parts ? -1 : 0) ?? null;
}

function dropPlease(tokens: Tokens): Tokens {
  const named = dropMarks(tokens);
  const isPlease = /^(?:please|pls|plz)$/.test(named.at(-1)?.key ?? '');
  return isPlease && named.length > 2 ? named.slice(0, -1) : tokens;
}

/** A full stop ends the sentence; an ellipsis is part of the text, and so is the stop of an initial: "Robin A." */
function dropStop(tokens: Tokens): Tokens {
  const [before, last] = tokens.slice(-2);
  const isStop = last?.key === '.' && last.kind === 'mark' && before?.key !== '.';
  const name = tokens.at(-3);
  const isInitial = /^\p{Lu}$/u.test(before?.text ?? '') && /^\p{Lu}\p{L}/u.test(name?.text ?? '');
  return isStop && !isInitial && tokens.length > 1 ? tokens.slice(0, -1) : tokens;
}

function isDecided(slots: Slots): boolean {
  const parts = findParts(slots);
  if (!parts) return false;
  const { value, field } = parts;
  const isQuoted = value.length === 1 && value[0]?.kind === 'quote';
  return isQuoted || (!value.some(({ kind }) => kind === 'quote') && namesField(field));
}

/** A value and the field that it is for. */
function findParts(slots: Slots): { value: Tokens; field: Tokens } | null {
  const value = slots['TEXT'] ?? slots['VALUE'];
  const field = slots['FIELD'] ?? slots['FIELD!'];
  return value && field ? { value, field } : null;
}

function* listMatches(pattern: Pattern, tokens: Tokens): Generator<Slots> {
  const [element, ...rest] = pattern;
  if (!element) {
    if (tokens.length === 0) yield {};
    return;
  }
  if (element.kind === 'words') {
    let hasMatch = false;
    for (const option of element.options) {
      if (!startsWith(tokens, option)) continue;
      for (const slots of listMatches(rest, tokens.slice(option.length))) {
        hasMatch = true;
        yield slots;
      }
    }
    if (element.isOptional && !hasMatch) yield* listMatches(rest, tokens);
    return;
  }
  const { name, isOptional } = element;
  if (isOptional) yield* listMatches(rest, tokens);
  const accepts = ACCEPTS[name];
  const least = rest.length === 0 ? tokens.length : 1;
  for (let length = Math.max(1, least); length <= tokens.length; length++) {
    const held = tokens.slice(0, length);
    if (accepts && !accepts(held)) continue;
    for (const others of listMatches(rest, tokens.slice(length))) yield { [name]: held, ...others };
  }
}

const FIELD_WORDS = splitWords(
  'box field input textbox textarea area bar editor blank cell dropdown drop-down menu list selector picker ' +
    'select fields boxes inputs',
);
const PREPOSITIONS = splitWords('in into inside within on under to as for at from');

/** Whether the words up to the next preposition are quoted or name a field. */
function namesField(tokens: Tokens): boolean {
  const end = tokens.findIndex(({ key }, at) => at > 0 && PREPOSITIONS.has(key));
  const head = dropMarks(end < 0 ? tokens : tokens.slice(0, end));
  const isQuoted = head.at(-1)?.kind === 'quote' && head.length <= 2;
  return isQuoted || head.some(({ key }) => FIELD_WORDS.has(key));
}

/** By their `KeyboardEvent.key`, in lower case as people write them. */
const KEYS = listKeys(
  'Enter Escape Tab Backspace PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight return=Enter esc=Escape ' +
    'space= spacebar= ' +
    Array.from({ length: 12 }, (_, at) => `F${String(at + 1)}`).join(' '),
);
/** These are as likely to name a button. */
const KEYS_IF_CALLED_KEY = listKeys(
  'Delete Home End del=Delete up=ArrowUp down=ArrowDown left=ArrowLeft right=ArrowRight',
);

function listKeys(table: string): ReadonlyMap<string, string> {
  const entries = table.split(' ').map((entry) => entry.split('='));
  return new Map(entries.map(([name = '', key = name]) => [name.toLowerCase(), key || ' ']));
}

/** Returns the `KeyboardEvent.key` of what a person calls a key; null for other words. `isCalledKey`: "key" stood beside it. */
export function readKeyName(words: string, isCalledKey: boolean): string | null {
  const said = words.toLowerCase().replace(/^the\s+/, '');
  const name = said.replace(/[\s-]+/g, '').replace(/^(up|down|left|right)arrow$/, 'arrow$1');
  return KEYS.get(name) ?? (isCalledKey ? KEYS_IF_CALLED_KEY.get(name) : undefined) ?? null;
}
