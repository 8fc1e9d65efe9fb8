import { readAmount } from '../same-value.ts';
import { isCountry } from '../world-names.ts';
import { matchPhrase, readText, readWords } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import type { Step } from './step.ts';

/** What people tell of themselves without naming a field: that names the field. */

/** With another of its kind, such a sentence is a part of what is told, not of a text. */
export const TELLING = /^(?:my\s.+?\s(?:is|are)\s|i(?:['’]m|\s+am|\s+live\s+in)\s)/iu;

const LIVING =
  /^i\s+live\s+in\s+(?:the\s+(?:city|town|village)\s+of\s+)?((?!an?\b|my\b|this\b)\S+(?:\s+(?!and\b)\S+){0,3}?)[.!]*$/iu;
const AGED = /^i(?:['’]m|\s+am)\s+(.+?)(\s+years\s+old)?[.!]*$/iu;
/** One word may tell what somebody is ("I am German"): two, written as names are, or "called". */
const NAMED =
  /^[Ii](?:['’]m|\s+am)\s+(?:(?:called|named)\s+(.+?)|(\p{Lu}[\p{L}\u2019'-]+(?:\s+\p{Lu}[\p{L}\u2019'.-]*){1,3}))[.!]*$/u;

/** "I live in London", "I am Ada Byron", "I am 36 years old"; null for what tells nothing of the kind. */
export function readTold(phrase: Phrase): Step | null {
  const [place] = matchPhrase(phrase, LIVING) ?? [];
  if (place) {
    const value = readWords(place);
    return { kind: 'set', value, target: isCountry(value) ? 'country' : 'city' };
  }
  const [called, name] = matchPhrase(phrase, NAMED) ?? [];
  const own = called ?? name;
  if (own) return { kind: 'set', value: readText(own), target: 'name' };
  const [years, unit] = matchPhrase(phrase, AGED) ?? [];
  const age = years ? readAmount(readWords(years)) : null;
  // "I am 2" may count anything.
  const isAge = age?.unit === null && (unit !== null || age.number > 12);
  return age && isAge ? { kind: 'set', value: String(age.number), target: 'age' } : null;
}
