import { ROLE_WORDS } from '../../ranking/lexicon/query-words.ts';
import { matchPhrase, readWords } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import type { ReadClause } from './request-step.ts';
import { withTarget } from './request-step.ts';
import { readTarget, stripCourtesy, trimTarget } from './request-words.ts';
import type { Step } from './step.ts';

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
