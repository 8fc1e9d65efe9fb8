import { GLYPH_WORDS } from './lexicon/glyphs.ts';
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
    return Array.from(text).flatMap((sign) => GLYPH_WORDS[sign] ?? []);
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
