import {
  isQuoted,
  matchPhrase,
  readText,
  readWords,
  slicePhrase,
  startsQuoted,
  trimPhrase,
} from './phrase.ts';
import type { Phrase } from './phrase.ts';

const COURTESY =
  /^(?:please|kindly|now|ok(?:ay)?|hey|hi|hello|so|and|also|then|first(?:ly)?|next(?!\s+to\s)|finally|lastly|afterwards?|after that|just|wayscribe|copilot|navigator|go ahead and|let'?s|try to|(can|could|would|will) (?:you|we|i)(?: please| kindly)?(?: just)?(?: help me(?: to)?)?|help me(?: to)?|i(?:'d| would) like you to|i(?:'m| am) (?:trying|looking) to|(?:i(?:'d| would) like|i want|i need)(?: you)? to|you (?:can|should|need to|have to))\s*[,:]?\s+/i;

/** Without "please", "could you" and the like in front; `asked` when it was put as a question. */
export function stripCourtesy(phrase: Phrase): { phrase: Phrase; asked: boolean } {
  let rest = trimPhrase(phrase);
  let asked = false;
  for (let match = COURTESY.exec(rest.masked); match; match = COURTESY.exec(rest.masked)) {
    asked ||= match[1] !== undefined;
    rest = slicePhrase(rest, match[0].length);
  }
  return { phrase: rest, asked };
}

const CLOSING = /(?:\s*,)?\s+(?:for me|please|thanks|thank you)\s*[.!?]*$|[.,;:!?]+$/i;

/** A phrase that names something: without closing courtesies, punctuation and a leading article. */
export function trimTarget(phrase: Phrase): Phrase {
  let rest = trimPhrase(phrase);
  for (let match = CLOSING.exec(rest.masked); match && match.index > 0;) {
    rest = trimPhrase(slicePhrase(rest, 0, match.index));
    match = CLOSING.exec(rest.masked);
  }
  const article = /^(?:the|a|an|my|your|this|that|these|those)\s+(?=\S)/.exec(rest.masked);
  return article ? trimPhrase(slicePhrase(rest, article[0].length)) : rest;
}

/** `button “Save”`: the word for the kind of control in front is no part of the name. */
const KIND_QUOTED =
  /^(button|link|tab|checkbox|check box|option|icon|field|text ?box|text field|menu item|radio button|item|folder|file)\s+(\uE001\uE000*\uE002)$/iu;

/** The words that name a target: `the button labelled “Save”` is `Save button`. */
export function readTarget(phrase: Phrase): string {
  const target = trimTarget(phrase);
  const called = matchPhrase(
    target,
    /^([\w -]*?\w)\s+(?:labell?ed|called|named|titled|marked|saying|that says|with the (?:text|label|name))\s+(.+)$/i,
  );
  const quoted = matchPhrase(target, KIND_QUOTED);
  const [role, name] = called ?? quoted ?? [];
  return role && name ? `${readWords(name)} ${readWords(role)}` : readWords(target);
}

/**
 * Text to type keeps its case and punctuation. Courtesies are taken off its end only where they
 * cannot be meant as text: after a comma, or when the request was put as a question.
 */
export function readTypedText(phrase: Phrase, asked: boolean): string {
  const text = trimPhrase(phrase);
  const courtesy = asked
    ? /(?:(?:\s*,)?\s+(?:for me|please))*\s*\??$/i
    : /\s*,\s+(?:please|thanks|thank you)\s*[.!]?$/i;
  const end = courtesy.exec(text.masked)?.index ?? text.masked.length;
  return readText(end > 0 ? trimPhrase(slicePhrase(text, 0, end)) : text);
}

const FIELD_WORD =
  /\b(?:box|field|input|textbox|textarea|area|bar|editor|blank|cell|drop-?down|menu|list|selector|picker|select)\b/i;
const PREPOSITION = /\s(in|into|inside|within|on|under|to|as|for|at|from)\s+/gi;

/**
 * Splits "value ‹preposition› target". The first preposition that stands directly after a quoted
 * value, or before words that name a field ("the search box"), decides; otherwise the last of
 * `plain`, the prepositions that may stand before any name. null without such a preposition.
 */
export function splitAtTarget(
  phrase: Phrase,
  plain: readonly string[],
): { value: Phrase; target: Phrase } | null {
  const places = [...phrase.masked.matchAll(PREPOSITION)].map((match) => ({
    word: (match[1] ?? '').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const decided = places.find((place, index) => {
    const head = slicePhrase(phrase, place.end, places[index + 1]?.start);
    const value = trimPhrase(slicePhrase(phrase, 0, place.start));
    if (startsQuoted(phrase)) return isQuoted(value);
    return FIELD_WORD.test(head.masked) || isQuoted(trimTarget(head));
  });
  const place = decided ?? places.findLast(({ word }) => plain.includes(word));
  if (!place) return null;
  const value = trimPhrase(slicePhrase(phrase, 0, place.start));
  const target = trimPhrase(slicePhrase(phrase, place.end));
  return value.raw === '' || target.raw === '' ? null : { value, target };
}

const LEAD_VERB =
  '(?:(?:left[- ])?click|tap|push|press|hit|tick|untick|check|uncheck|toggle|turn|switch|open|choose|select|pick|set|change|type|enter|write|put|clear|hover)';
const LEAD = new RegExp(
  `^((?:in|on|at|inside|within|under(?:neath)?|below|above|beside|by|near|next to|close to|to the (?:left|right) of|from|for)\\s+(?:(?!\\b${LEAD_VERB}\\b).)+?)\\s*,?\\s+(${LEAD_VERB}\\s.+)$`,
  'i',
);
/** Places that are named by what is in them, not fields that are typed or chosen in. */
const PART =
  /^(?:next to|beside|by|near|close to|below|above|to the)\s|\b(?:row|line|card|section|dialog|popup|modal|item|entry|first|second|third|last)\b/i;

/**
 * "in the row of Oslo click Repeat": the place and the command after it. `isPart` where the place
 * cannot itself be what is typed or chosen in.
 */
export function splitLead(
  phrase: Phrase,
): { place: Phrase; command: Phrase; isPart: boolean } | null {
  const [place, command] = matchPhrase(phrase, LEAD) ?? [];
  return place && command ? { place, command, isPart: PART.test(place.masked) } : null;
}
