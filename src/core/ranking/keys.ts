import { foldWord } from './fold.ts';
import { FILLERS } from './lexicon/query-words.ts';
import { tokenize } from './tokenize.ts';

/** The words of a text as they are compared, for queries and pages alike: folded, without fillers. */
export function toKeys(text: string): string[] {
  return dropFillers(tokenize(text)).map(foldWord);
}

/** Words without the empty ones. What is nothing but fillers is kept: it may be a name. */
export function dropFillers(words: string[]): string[] {
  const kept = words.filter((word) => !FILLERS.has(word));
  return kept.length > 0 ? kept : words;
}
