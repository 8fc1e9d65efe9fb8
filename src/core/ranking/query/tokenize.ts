import { FILLERS, FUNCTION_WORDS, GLYPH_WORDS } from '../lexicon/query-words.ts';
import { splitPlain } from './split-plain.ts';

/** Scripts written without spaces: every character is a word of its own. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const WORD = new RegExp(
  `\\p{N}+(?:[.,:]\\p{N}+)+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);
const CASE_CHANGE = /(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const LONGEST = 40;

/**
 * Words of a text in order: split at anything but letters and digits and at case changes, lower
 * case, without accents and apostrophes. A text of signs only (`×`, `☰`, `🔍`) becomes the words
 * those signs stand for on controls.
 */
export function tokenize(text: string): string[] {
  return splitPlain(text) ?? splitAny(text);
}

function splitAny(text: string): string[] {
  if (!/[\p{L}\p{N}]/u.test(text))
    return Array.from(text).flatMap((sign) => GLYPH_WORDS.get(sign) ?? []);
  const plain = text
    .normalize('NFKC')
    .replace(/(\p{L})['’](\p{L})/gu, '$1$2')
    .replace(CASE_CHANGE, '$1$2 ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
  return (plain.match(WORD) ?? []).map((word) => word.slice(0, LONGEST));
}

const VOWEL = /[aeiouy]/;

/**
 * A light stem, so that forms of one word meet: plurals, -ed, -ing and a final e or y go (`shipping`
 * and `ships` → `ship`, `categories` → `categori`). Times lose their first zero (`09:45`). Only for comparing;
 * short words and other numbers stay.
 */
export function foldWord(word: string): string {
  if (/^0\d:\d\d$/.test(word)) return word.slice(1);
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return foldEnding(foldSuffix(foldPlural(word)));
}

const IRREGULAR = new Map([
  ['children', 'child'],
  ['people', 'person'],
  ['men', 'man'],
  ['women', 'woman'],
]);

function foldPlural(word: string): string {
  const single = IRREGULAR.get(word);
  if (single !== undefined) return single;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word;
}

function foldSuffix(word: string): string {
  const suffix = /(?:ing|ed)$/.exec(word)?.[0];
  const stem = suffix ? word.slice(0, -suffix.length) : word;
  if (!suffix || stem.length < 3 || !VOWEL.test(stem)) return word;
  const doubled = /([bdgklmnprt])\1$/.test(stem) && !stem.endsWith('ll');
  return doubled ? stem.slice(0, -1) : stem;
}

function foldEnding(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('e')) return word.slice(0, -1);
  return word.endsWith('y') && !/[aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

/** Texts whose keys are remembered: pages repeat themselves, and are ranked again after every step. */
const MOST_REMEMBERED = 20_000;
const LONGEST_REMEMBERED = 200;
const remembered = new Map<string, string[]>();
const folded = new Map<string, string>();

/** The words of a text as they are compared, for queries and pages alike: folded, without fillers. */
export function toKeys(text: string): string[] {
  const known = remembered.get(text);
  if (known) return known;
  const keys = dropFillers(tokenize(text)).map(fold);
  if (text.length <= LONGEST_REMEMBERED) remember(remembered, text, keys);
  return keys;
}

/** The keys of words with a meaning of their own. By words, since the key of "notes" is that of "not". */
export function toContentKeys(text: string): string[] {
  return dropFillers(tokenize(text))
    .filter((word) => !FUNCTION_WORDS.has(word))
    .map(fold);
}

/** Words without the empty ones. What is nothing but fillers is kept: it may be a name. */
export function dropFillers(words: string[]): string[] {
  const kept = words.filter((word) => !FILLERS.has(word));
  return kept.length > 0 ? kept : words;
}

function fold(word: string): string {
  const known = folded.get(word);
  if (known !== undefined) return known;
  const key = foldWord(word);
  remember(folded, word, key);
  return key;
}

function remember<V>(memory: Map<string, V>, text: string, value: V): void {
  if (memory.size >= MOST_REMEMBERED) memory.clear();
  memory.set(text, value);
}
