import { FILLERS, FUNCTION_WORDS, PLACE_MARKERS } from '../lexicon/query-words.ts';
import { foldWord, tokenize } from './tokenize.ts';

/** Where one clause ends and the next begins; quotations stay whole. */
const BETWEEN =
  /"[^"]*"|“[^”]*”|(?:[,;.]\s+|\s+(?=(?:and|then|afterwards)\s))(?:(?:and|then|afterwards)\s+)*/giu;
/** Asks for more than one of it, so that one action may not be all. */
const SEVERAL = /\d|\b(?:all|any|both|each|every|few|several|twice|times|two|three|four|five)\b/iu;
/** The share of a clause's words, without its verb, that an action has to have for the clause to be done by it. */
const COVERED = 0.6;

/**
 * Returns what of a request is left to do. `done` are the actions so far in sentences (`Click Add to cart`): each takes
 * the first clause away that it has most words of. All of the request, when nothing would be left.
 */
export function leaveDone(text: string, done: readonly string[]): string {
  if (done.length === 0) return text;
  const clauses = splitClauses(text);
  for (const sentence of done) {
    const words = new Set(readWords(sentence));
    const at = clauses.findIndex((clause) => isCovered(clause, words));
    if (at >= 0) clauses.splice(at, 1);
  }
  return clauses.length === 0 ? text : clauses.join(', ');
}

function splitClauses(text: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(BETWEEN)) {
    if (/^["“]/u.test(mark)) continue;
    clauses.push(text.slice(from, index));
    from = index + mark.length;
  }
  return [...clauses, text.slice(from)].map((clause) => clause.trim()).filter(Boolean);
}

function isCovered(clause: string, words: ReadonlySet<string>): boolean {
  const all = readWords(clause.replace(PLACE_MARKERS, ' '));
  const own = all.length > 1 ? all.slice(1) : all;
  if (own.length === 0 || SEVERAL.test(clause.replace(/"[^"]*"|“[^”]*”/gu, ''))) return false;
  return own.filter((word) => words.has(word)).length >= own.length * COVERED;
}

function readWords(text: string): string[] {
  const words = tokenize(text).filter((word) => !FILLERS.has(word) && !FUNCTION_WORDS.has(word));
  return words.map(foldWord);
}
