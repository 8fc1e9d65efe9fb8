import { readNumber } from '../number-words.ts';
import { matchPhrase, readWords } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { readTarget } from './request-words.ts';
import type { TaskOf } from './step.ts';

const LEAD =
  "(?:(?:add|give me|make it|put in|(?:i|we)(?:['’]d|\\s+would)?\\s+(?:need|want|like|have))\\s+)?";
const LESS = '(?:less|fewer)';
const WAYS: readonly (readonly [RegExp, 1 | -1])[] = [
  [new RegExp(`^${LEAD}(\\S+)\\s+more(?:\\s+of)?(?:\\s+(.+?))?[.!]*$`, 'iu'), 1],
  [new RegExp(`^${LEAD}(\\S+)\\s+(\\S+(?:\\s+\\S+)?)\\s+more[.!]*$`, 'iu'), 1],
  [new RegExp(`^${LEAD}(\\S+)\\s+${LESS}(?:\\s+(.+?))?[.!]*$`, 'iu'), -1],
  [new RegExp(`^${LEAD}(\\S+)\\s+(\\S+(?:\\s+\\S+)?)\\s+${LESS}[.!]*$`, 'iu'), -1],
];
const BY = /^(?:(increase|raise)|decrease|lower|reduce)\s+(.+?)\s+by\s+(\S+)[.!]*$/iu;
/** What is counted on the way through pages and time, not on a page; and two things at once. */
const OTHER =
  /^(?:times?|pages?|screens?|steps?|slides?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|things?)\b|\b(?:and|or|more|fewer|less|than)\b|,/iu;
const MOST = 99;

/** "one more adult", "add two more", "increase the quantity by 3"; null for what counts nothing. */
export function readCount(phrase: Phrase): TaskOf<'count'> | null {
  const [up, name, number] = matchPhrase(phrase, BY) ?? [];
  if (name && number) return build(number, name, up ? 1 : -1, phrase);
  for (const [pattern, way] of WAYS) {
    const [count, counted = null] = matchPhrase(phrase, pattern) ?? [];
    const step = count ? build(count, counted, way, phrase) : null;
    if (step) return step;
  }
  return null;
}

function build(
  count: Phrase,
  counted: Phrase | null,
  way: 1 | -1,
  phrase: Phrase,
): TaskOf<'count'> | null {
  const number = readNumber(count.masked);
  const target = counted ? readTarget(counted) : null;
  const isCount = number !== null && Number.isInteger(number) && number > 0 && number <= MOST;
  if (!isCount || (target !== null && (target === '' || OTHER.test(target)))) return null;
  // "add one more adult" may as well be what a button is called by.
  const isButton = number === 1 && /^add\s/iu.test(phrase.masked);
  const plain = isButton ? ({ kind: 'click', target: readWords(phrase) } as const) : null;
  return { kind: 'count', target, by: way * number, plain };
}
