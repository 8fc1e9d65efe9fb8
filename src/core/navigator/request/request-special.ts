import { ROLE_WORDS } from '../../ranking/lexicon/query-words.ts';
import { isCountry, readAmount, readNumber } from '../same-value.ts';
import type { Phrase } from './phrase.ts';
import { matchPhrase, readText, readWords } from './phrase.ts';
import type { ReadClause } from './request-step.ts';
import { withTarget } from './request-step.ts';
import { readTarget, stripCourtesy, trimTarget } from './request-words.ts';
import type { Step, TaskOf } from './step.ts';

const NEGATED = /^(?:don['’]?t|do not|never|do nothing|avoid)\b\s*(.*?)[.!]*$/iu;

/** "don't subscribe": nothing is done, and that is said. */
export function readNegated(phrase: Phrase): ReadClause | null {
  const what = matchPhrase(phrase, NEGATED)?.[0];
  if (!what) return null;
  const said = readWords(what);
  const text =
    said === ''
      ? 'All right, I do nothing.'
      : `You asked me not to ${said}, so I did not. Say what I should do.`;
  return { kind: 'tell', text };
}

const EVERY =
  /^(tick|check|select|choose|mark|enable|turn on|switch on|activate|untick|uncheck|deselect|unselect|clear|disable|turn off|switch off)\s+(?:all|every(?:thing)?|each)(?:\s+(?!(?:except|but|apart|other)\b)(?:of\s+)?(?:the\s+|my\s+|these\s+)?(.*?))?(?:\s+(?:except|but|apart from|other than)(?:\s+for)?\s+(.+?))?[.!]*$/iu;
const ON = /^(?:tick|check|select|choose|mark|enable|turn on|switch on|activate)$/iu;
/** Say only that boxes are meant. */
const BOXES =
  /^(?:(?:check|tick)?\s?box(?:es)?|options?|items?|of them|them|ones?|switch(?:es)?|toggles?)$/iu;

/** "tick all the boxes", "uncheck all notifications", "check everything except foo". */
export function readEvery(phrase: Phrase): Step | null {
  const [verb, target, except] = matchPhrase(phrase, EVERY) ?? [];
  if (!verb) return null;
  // What is cleared may be a form as well.
  if (/^clear$/iu.test(verb.masked) && !target) return null;
  const words = target ? readTarget(target) : '';
  return {
    kind: 'tickAll',
    target: BOXES.test(words) ? '' : words,
    except: except ? readTarget(except) : null,
    on: ON.test(verb.masked),
  };
}

const HUNT =
  /^(?:switch|go|look|click|cycle|move|navigate|search|expand|open|unfold)\s+(?:between|through|in|across|into)?\s*(?:all\s+)?(?:of\s+)?the\s+(tab|section|panel|accordion|collapsible|folder)s?(?:\s+(?:below|above))?,?\s+(?:and|to|until you)\s+(?:find\s+)?(?:and\s+)?(?:click|open|press|find)(?:\s+on)?\s+(.+)$/iu;

/** "switch between the tabs to find and click on the link": where to look is not known before. */
export function readHunt(message: Phrase): Step | null {
  const [place, target] = matchPhrase(stripCourtesy(message).phrase, HUNT) ?? [];
  // "expand the section below and click submit" are two steps.
  if (!place || !target || !/\bto\s+(?:find|click|open)|\bfind\b/iu.test(message.masked))
    return null;
  const through = /^tab/i.test(place.masked) ? 'tab' : 'section';
  return withTarget(target, (name) => ({ kind: 'hunt', target: name, through, tried: [] }));
}

const ROLE_NAMES = Object.keys(ROLE_WORDS).join('|');
const NAMED = new RegExp(
  `^(?:the|that|my)\\s+.*\\b(?:${ROLE_NAMES}|one|picture|image|arrow|heart|star|next to|beside|left of|right of|below|above|under)\\b|^(?:the\\s+)?(?:first|second|third|fourth|fifth|last|next|previous|\\d+(?:st|nd|rd|th))\\s+\\S|^\\S.*\\s(?:button|link|tab|icon|checkbox)[.!]*$`,
  'iu',
);

/** Nothing but what is meant ("the link below the picture"): one clicks it. */
export function readNamed(phrase: Phrase): Step | null {
  if (/\?\s*$/.test(phrase.masked) || !NAMED.test(phrase.masked)) return null;
  return withTarget(trimTarget(phrase), (name) => ({ kind: 'click', target: name }));
}

const TIMES =
  /^((?:click|press|tap|hit|push)\s.+?)\s+(?:(twice)|(two|three|four|five|\d{1,2}) times)[.!]*$/iu;
const COUNTS: Record<string, number> = { twice: 2, two: 2, three: 3, four: 4, five: 5 };
const MOST_TIMES = 10;

/** "press Down three times": the command, and how often. */
export function takeTimes(clause: Phrase): { once: Phrase; times: number } {
  const [once, twice, count] = matchPhrase(stripCourtesy(clause).phrase, TIMES) ?? [];
  if (!once) return { once: clause, times: 1 };
  const word = (twice ?? count)?.raw.toLowerCase() ?? '';
  return { once, times: Math.min(MOST_TIMES, COUNTS[word] ?? Number(word)) };
}

/** What people tell of themselves without naming a field: that names the field. */

/** With another of its kind, such a sentence is a part of what is told, not of a text. */
export const STATING = /^(?:my\s.+?\s(?:is|are)\s|i(?:['’]m|\s+am|\s+live\s+in)\s)/iu;

const LIVING =
  /^i\s+live\s+in\s+(?:the\s+(?:city|town|village)\s+of\s+)?((?!an?\b|my\b|this\b)\S+(?:\s+(?!and\b)\S+){0,3}?)[.!]*$/iu;
const AGED = /^i(?:['’]m|\s+am)\s+(.+?)(\s+years\s+old)?[.!]*$/iu;
/** One word may tell what somebody is ("I am German"): two, written as names are, or "called". */
const NAMED_VALUE =
  /^[Ii](?:['’]m|\s+am)\s+(?:(?:called|named)\s+(.+?)|(\p{Lu}[\p{L}\u2019'-]+(?:\s+\p{Lu}[\p{L}\u2019'.-]*){1,3}))[.!]*$/u;

/** "I live in London", "I am Ada Byron", "I am 36 years old"; null for what tells nothing of the kind. */
export function readStatedValue(phrase: Phrase): Step | null {
  const [place] = matchPhrase(phrase, LIVING) ?? [];
  if (place) {
    const value = readWords(place);
    return { kind: 'set', value, target: isCountry(value) ? 'country' : 'city' };
  }
  const [called, name] = matchPhrase(phrase, NAMED_VALUE) ?? [];
  const own = called ?? name;
  if (own) return { kind: 'set', value: readText(own), target: 'name' };
  const [years, unit] = matchPhrase(phrase, AGED) ?? [];
  const age = years ? readAmount(readWords(years)) : null;
  // "I am 2" may count anything.
  const isAge = age?.unit === null && (unit !== null || age.number > 12);
  return age && isAge ? { kind: 'set', value: String(age.number), target: 'age' } : null;
}

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
