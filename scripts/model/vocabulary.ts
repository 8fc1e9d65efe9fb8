import { ENDINGS, WORDS } from './vocabulary-words.ts';

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/** Pieces of the tiny model in id order: special, printable ASCII (no capitals), continuations, words. */
export function makeVocabulary(): string[] {
  const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
  const signs = printable.filter((sign) => sign === sign.toLowerCase());
  const inner = signs.filter((sign) => /[a-z0-9]/.test(sign));
  const open = ['a', 'e', 'i', 'o', 'u'];
  const syllables = inner
    .filter((sign) => /[b-df-hj-np-tv-z]/.test(sign))
    .flatMap((consonant) => open.map((vowel) => consonant + vowel));
  const continuations = [...inner, ...syllables, ...ENDINGS].map((piece) => `##${piece}`);
  return [...new Set([...SPECIAL, ...signs, ...continuations, ...WORDS])];
}
