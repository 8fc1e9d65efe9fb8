import { readOrdinal } from '../../ranking/query/take-item.ts';
import { containsWords, normalizeName } from '../form-controls.ts';
import { readNumber } from '../same-value.ts';

export type QuestionAnswer =
  { kind: 'option'; index: number } | { kind: 'cancel' } | { kind: 'other' };

const CANCEL =
  /^(?:no|nope|cancel|stop|none|neither|nothing|never ?mind|forget (?:it|that)|none of (?:them|these|those)|neither of them)(?: thanks?| thank you| please)?$/;
/** To "did you mean …?" */
const AGREE = /^(?:yes|yeah|yep|ok|okay|sure|right|correct|exactly|that one)(?: please| thanks?)?$/;
const VERB = /^(?:please )?(?:click|choose|pick|select|take|use|i mean|i want|it is|it s)(?: on)? /;

/**
 * What a message answers to a question with these labels: a label or words only one of them has,
 * an ordinal ("the second one", "2", "the last"), or that the user no longer wants it.
 */
export function readAnswer(message: string, labels: readonly string[]): QuestionAnswer {
  const said = normalizeName(message);
  const names = labels.map(normalizeName);
  const meant = said
    .replace(VERB, '')
    .replace(/^(?:the|that|option|number|no) /, '')
    .replace(/ please$/, '');
  const counted = meant.replace(/ ?\b(?:one|option|entry|result|item)$/, '');
  const isAgreed = labels.length === 1 && AGREE.test(said);
  const exact = names.indexOf(said);
  if (exact < 0 && CANCEL.test(said)) return { kind: 'cancel' };
  const places = [
    exact,
    isAgreed ? 0 : -1,
    readPlace(counted, labels.length),
    names.indexOf(meant),
  ];
  const index = places.find((place) => place >= 0);
  return index === undefined ? { kind: 'other' } : { kind: 'option', index };
}

/** The only label that has all the words of a message that is no answer otherwise; null when unsure. */
export function guessAnswer(message: string, labels: readonly string[]): number | null {
  const words = normalizeName(message)
    .replace(/^(?:the )?(?:one )?(?:(?:in|with|from|at|under) )?(?:the )?/, '')
    .replace(/ one$/, '');
  const [only, ...others] = labels.flatMap((label, index) =>
    containsWords(normalizeName(label), words) ? [index] : [],
  );
  return others.length > 0 ? null : (only ?? null);
}

/** Returns the index of the option that the words count to; -1 if there is no such option. */
function readPlace(words: string, count: number): number {
  const place = readOrdinal(words) ?? readNumber(words) ?? 0;
  const index = place < 0 ? count + place : place - 1;
  return Number.isInteger(index) && index < count ? index : -1;
}
