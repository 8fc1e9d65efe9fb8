/**
 * Takes an instruction's target phrase apart: `the second Edit button in the row of Order 1042` names
 * `Edit`, a button, the second, standing at `Order 1042`.
 */
import type { RankQuery } from './candidate.ts';
import { foldWord } from './fold.ts';
import { dropFillers } from './keys.ts';
import {
  BUTTON_VERBS,
  FILLERS,
  FUNCTION_WORDS,
  ITEM_NOUNS,
  LEADING_ROLE_WORDS,
  ORDINALS,
  PLACE_MARKERS,
  PLACE_NOUNS,
  PLACE_PHRASE,
  ROLE_LINK_WORDS,
  ROLE_WORDS,
  WEAK_VERBS,
  WEAK_PLACE_WORDS,
} from './lexicon/query-words.ts';
import { tokenize } from './tokenize.ts';
import { WORD_WEIGHTS } from './weights.ts';

export interface QueryWord {
  text: string;
  /** Folded: what is looked up. */
  key: string;
  weight: number;
  /** Part of the target's name, of the place where it stands, or perhaps either. */
  part: 'target' | 'place' | 'either';
}

export interface ReadQuery {
  intent: RankQuery['intent'];
  words: QueryWord[];
  /** Keys of the whole target phrase in order, without fillers. */
  phrase: string[];
  /** The same without the words for the kind of control. */
  bare: string[];
  /** Roles the words ask for, best first; empty when they do not say. */
  roles: readonly string[];
  /** 1-based; -1 for the last; null when none is asked for. */
  ordinal: number | null;
  ordinalWord: string | null;
  /** The item of a list it stands in, counted like `ordinal`; null when none is asked for. */
  item: number | null;
}

interface Token {
  text: string;
  weight: number;
}

export function readQuery(query: RankQuery): ReadQuery {
  const { item: inItem, rest } = takeItem(query.text);
  const { target, place } = splitPlace(rest);
  const { tokens: named, roles: leading } = takeLeadingRole(tokenize(target));
  const only = inItem === null ? takeBareOrdinal(named) : null;
  const isOpened = query.intent === null || query.intent === 'click' || query.intent === 'hover';
  // "Open the first one" means the first item of a list; "tick the first one" the first box.
  const item = only?.rest.length === 0 && isOpened ? only.ordinal.place : inItem;
  const tokens = (only ? only.rest : dropFillers(named)).map(toToken);
  const weak = findWeakPlace(tokens);
  const sure = markVerb(tokens) ? 0 : weak;
  const head = tokens.slice(0, weak);
  const trailing = markTrailingRole(head);
  const ending = weak < tokens.length ? markTrailingRole(tokens) : [];
  const ordinal = only?.ordinal ?? markOrdinal(tokens);
  const words = tokens.map((token, index) => toWord(token, index > sure ? 'either' : 'target'));
  const placeWords = dropFillers(tokenize(place)).map((text) =>
    toWord(
      PLACE_NOUNS.has(text) ? { text, weight: WORD_WEIGHTS.placeNoun } : toToken(text),
      'place',
    ),
  );
  return {
    intent: query.intent,
    words: [...words, ...placeWords],
    phrase: words.map((word) => word.key),
    bare: words.filter((word) => word.weight !== WORD_WEIGHTS.roleWord).map((word) => word.key),
    roles: [leading, trailing, ending].find((found) => found.length > 0) ?? [],
    ordinal: item === null ? (ordinal?.place ?? null) : null,
    ordinalWord: ordinal?.word ?? null,
    item,
  };
}

const ORDINAL = Object.keys(ORDINALS).join('|');
const ITEM = new RegExp(
  `(?:^|\\b(?:in|on|of|from|at)\\s+)?(?:\\bthe\\s+)?(?<!\\p{L})(?<ordinal>${ORDINAL})\\s+(?<noun>\\p{L}+)(?:\\s+(?:in|on|of|from)\\s+(?:the|this|my)\\s+(?:list|table|results?|page|inbox|grid|feed|queue))?\\s*$`,
  'iu',
);

/** What one does with an item as such: it names no button of it. */
const OPENING =
  /^\s*(?:please\s+)?(?:open|view|show(?: me)?|see|go to|click(?: on)?|tap(?: on)?|press|pick|choose|select|read)\s*$/i;

/** "the second result", "Edit in the last row": takes the item of a list off the phrase's end. */
function takeItem(text: string): { item: number | null; rest: string } {
  const found = ITEM.exec(text);
  const { ordinal = '', noun = '' } = found?.groups ?? {};
  const item = ORDINALS[ordinal.toLowerCase()];
  const isItem = ITEM_NOUNS.has(foldWord(noun.toLowerCase())) || ITEM_NOUNS.has(noun.toLowerCase());
  if (!found || item === undefined || !isItem) return { item: null, rest: text };
  const rest = text.slice(0, found.index);
  return { item, rest: OPENING.test(rest) ? '' : rest };
}

/** "the first one", "second link": nothing but an ordinal and a word that names no element. */
function takeBareOrdinal(
  tokens: string[],
): { ordinal: { place: number; word: string }; rest: string[] } | null {
  const words = tokens.filter((token) => token !== 'the');
  const [word = '', ...rest] = words;
  const place = ORDINALS[word];
  const isBare =
    rest.length > 0 &&
    (rest.every((token) => FILLERS.has(token)) || ROLE_WORDS[rest.join(' ')] !== undefined);
  if (place === undefined || !isBare) return null;
  return {
    ordinal: { place, word: foldWord(word) },
    rest: rest.filter((token) => !FILLERS.has(token)),
  };
}

function splitPlace(text: string): { target: string; place: string } {
  const quoted = /^\s*["“„«](?<inside>[^"“”»]+)["”“»]\s*$/.exec(text)?.groups?.['inside'];
  if (quoted) return { target: quoted, place: '' };
  const bracketed = /^(?<target>[^()]+)\((?<place>[^()]+)\)\s*$/.exec(text)?.groups;
  if (bracketed) return { target: bracketed['target'] ?? '', place: bracketed['place'] ?? '' };
  const marker = PLACE_MARKERS.exec(text);
  if (marker && marker.index > 0) {
    const before = text.slice(0, marker.index);
    const after = text
      .slice(marker.index + marker[0].length)
      .replace(new RegExp(PLACE_MARKERS, 'gi'), ' ');
    if (/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after))
      return { target: before, place: after };
  }
  const phrase = PLACE_PHRASE.exec(text);
  if (phrase && phrase.index > 0) {
    return { target: text.slice(0, phrase.index), place: phrase.groups?.['place'] ?? '' };
  }
  return { target: text, place: '' };
}

/** `the link to Pricing`, `checkbox I agree`: the role word goes, it is not part of the name. */
function takeLeadingRole(tokens: string[]): { tokens: string[]; roles: readonly string[] } {
  const start = tokens.findIndex((token) => !FILLERS.has(token));
  for (const length of [2, 1]) {
    const word = tokens.slice(start, start + length).join(' ');
    const after = tokens[start + length];
    const roles = ROLE_WORDS[word];
    if (start < 0 || !roles || after === undefined) continue;
    if (ROLE_LINK_WORDS.has(after)) return { tokens: tokens.slice(start + length + 1), roles };
    if (LEADING_ROLE_WORDS.has(word)) return { tokens: tokens.slice(start + length), roles };
  }
  return { tokens, roles: [] };
}

/** Marks a role word at the end as such, if there is one, and returns its roles. */
function markTrailingRole(tokens: Token[]): readonly string[] {
  for (const length of [2, 1]) {
    const last = tokens.slice(-length);
    const roles = ROLE_WORDS[last.map((token) => token.text).join(' ')];
    if (!roles || last.length < length) continue;
    for (const token of last) token.weight = WORD_WEIGHTS.roleWord;
    return roles;
  }
  return [];
}

/** "the second Edit", "track the last order": never the end of a phrase, where it is a name. */
function markOrdinal(tokens: Token[]): { place: number; word: string } | null {
  const token = tokens.slice(0, -1).find(({ text }) => ORDINALS[text] !== undefined);
  const place = token && ORDINALS[token.text];
  if (!token || place === undefined) return null;
  token.weight = WORD_WEIGHTS.ordinal;
  return { place, word: foldWord(token.text) };
}

/** "delete buy milk": whether a button's verb leads; what follows is its object, here or beside it. */
function markVerb(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (!first || tokens.length < 2 || !BUTTON_VERBS.has(first.text)) return false;
  if (!WEAK_VERBS.has(first.text)) first.weight = WORD_WEIGHTS.verb;
  return true;
}

/** Where a word like "of" may begin the place; the number of tokens when nowhere. */
function findWeakPlace(tokens: readonly Token[]): number {
  const at = tokens.findIndex(
    (token, index) => index > 0 && index < tokens.length - 1 && WEAK_PLACE_WORDS.has(token.text),
  );
  return at < 0 ? tokens.length : at;
}

function toToken(text: string): Token {
  return { text, weight: FUNCTION_WORDS.has(text) ? WORD_WEIGHTS.function : WORD_WEIGHTS.content };
}

function toWord({ text, weight }: Token, part: QueryWord['part']): QueryWord {
  return { text, key: foldWord(text), weight, part };
}
