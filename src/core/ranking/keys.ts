import { foldWord } from './fold.ts';
import { FILLERS } from './lexicon/query-words.ts';
import { tokenize } from './tokenize.ts';

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
  if (text.length > LONGEST_REMEMBERED) return keys;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, keys);
  return keys;
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
  if (folded.size >= MOST_REMEMBERED) folded.clear();
  folded.set(word, key);
  return key;
}
