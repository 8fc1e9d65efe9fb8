import { FILLERS, FUNCTION_WORDS, PLACE_MARKERS } from '../lexicon/query-words.ts';
import { foldWord, tokenize } from './tokenize.ts';

/** What an instruction of several clauses asks for first. */

interface Steps {
  /** The clause that names the target. */
  main: string;
  /** A clause that says where: `In the Delivery section, …`, `Find the email by Ada and …`. */
  place: string;
}

const PRESS = '(?:click|tap|press|hit|push)';
/** "… and press Submit", "…, then click Next": what is done when the rest is done. */
const LATER = new RegExp(
  `^(?<first>.*?[\\p{L}\\p{N}"”]{2}.*?)(?:[,;.]\\s*|\\s+)(?:and(?:\\s+then)?|then|afterwards)\\s+(?<later>${PRESS}\\b.*)$`,
  'iu',
);
/** Clauses that only lead to where something is pressed. */
const SEEKING =
  /^\s*(?:please\s+)?(?:find|locate|look for|navigate|expand|switch|scroll|go to|go through|use)\b(?<where>.*)$/iu;
/** "For the user @ada, click Like": where comes first. */
const LEADING_PLACE =
  /^\s*(?:in|on|for|under|at|from|within|inside|next to|beside)\s+(?<where>[^,"“]{3,60}),\s+(?<rest>\p{L}.*)$/iu;
/** Says only that something is pressed. */
const PRESSING =
  /^\s*(?:please\s+)?(?:(?:click|tap)(?:\s+on)?|(?:press|hit|push)(?=\s+(?:on|the)\b)(?:\s+on)?|focus\s+(?:on|into|in))\s+(?=\S)/iu;

/**
 * Takes an instruction of several clauses apart: what is pressed when everything else is done is left for
 * later, unless all before it only leads there.
 */
export function readSteps(text: string): Steps {
  const { first = text, later = '' } = LATER.exec(text)?.groups ?? {};
  const where = later === '' ? undefined : SEEKING.exec(first)?.groups?.['where'];
  if (where !== undefined) return { main: dropPressing(later), place: where };
  const led = LEADING_PLACE.exec(first)?.groups;
  return led
    ? { main: dropPressing(led['rest'] ?? ''), place: led['where'] ?? '' }
    : { main: dropPressing(first), place: '' };
}

function dropPressing(text: string): string {
  return text.replace(PRESSING, '');
}

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
