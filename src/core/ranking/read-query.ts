/**
 * Takes an instruction's target phrase apart: `the second Edit button in the row of Order 1042` names
 * `Edit`, a button, the second, standing at `Order 1042`.
 */
import type { RankQuery } from './candidate.ts';
import { foldWord } from './fold.ts';
import { dropFillers } from './keys.ts';
import { takeCorner } from './corner.ts';
import type { Corner } from './corner.ts';
import {
  BUTTON_VERBS,
  FILLERS,
  FUNCTION_WORDS,
  LEADING_ROLE_WORDS,
  PLACE_MARKERS,
  PLACE_NOUNS,
  PLACE_PHRASE,
  ROLE_LINK_WORDS,
  ROLE_WORDS,
  SEARCH_VERBS,
  TYPING_VERBS,
  WEAK_VERBS,
  WEAK_PLACE_WORDS,
} from './lexicon/query-words.ts';
import { normaliseOrdinals, readOrdinal } from './ordinal-words.ts';
import { readSteps } from './read-steps.ts';
import { readRelation } from './relation.ts';
import type { Relation } from './relation.ts';
import { isItemNoun, takeItem } from './take-item.ts';
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
  /** What the items are called: `result`; null when no item is asked for. */
  itemNoun: string | null;
  /** Key of the verb by which an item itself is asked for: `select`; null when there is none. */
  itemVerb: string | null;
  /** Nothing but a word for items of lists names it: "the email from Ada". */
  isItem: boolean;
  /** Where it stands from `anchor`, in the user's words; null when that is not said. */
  relation: Relation | null;
  anchor: string;
  corner: Corner | null;
}

interface Token {
  text: string;
  weight: number;
}

export function readQuery(query: RankQuery): ReadQuery {
  const steps = readSteps(query.text);
  const { corner, rest: uncornered } = takeCorner(normaliseOrdinals(steps.main));
  const { item: inItem, noun: itemNoun, verb: itemVerb, rest } = takeItem(uncornered);
  const { target, place: nextTo, relation } = splitPlace(rest);
  const place = `${nextTo} ${steps.place}`.trim();
  const { tokens: named, roles: leading } = takeLeadingRole(tokenize(target));
  const only = inItem === null ? takeBareOrdinal(named) : null;
  const isOpened = query.intent === null || query.intent === 'click' || query.intent === 'hover';
  // "Open the first one" means the first item of a list; "tick the first one" the first box.
  const item = only?.rest.length === 0 && isOpened ? only.ordinal.place : inItem;
  const tokens = (only ? only.rest : dropFillers(named)).filter(isNoColouring).map(toToken);
  markObject(tokens, target);
  markSubject(tokens);
  const weak = findWeakPlace(tokens);
  const sure = markVerb(tokens) ? 0 : weak;
  const head = tokens.slice(0, weak);
  const trailing = markTrailingRole(head);
  const ending = weak < tokens.length ? markTrailingRole(tokens) : [];
  const ordinal = only?.ordinal ?? markOrdinal(tokens);
  const [noun, ...more] = tokens.slice(0, weak);
  const isPlaced = place !== '' || weak < tokens.length;
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
    roles:
      [leading, trailing, ending].find((found) => found.length > 0) ?? readImplied(query, tokens),
    ordinal: item === null ? (ordinal?.place ?? null) : null,
    ordinalWord: ordinal?.word ?? null,
    item,
    itemNoun,
    itemVerb,
    isItem: isPlaced && more.length === 0 && noun !== undefined && isItemNoun(noun.text),
    relation,
    anchor: nextTo.trim(),
    corner,
  };
}

/** "the first one", "second link": nothing but an ordinal and a word that names no element. */
function takeBareOrdinal(
  tokens: string[],
): { ordinal: { place: number; word: string }; rest: string[] } | null {
  const words = tokens.filter((token) => token !== 'the');
  const [word = '', ...rest] = words;
  const place = readOrdinal(word);
  const kind = rest.filter((token) => !FILLERS.has(token));
  const isBare = rest.length > 0 && (kind.length === 0 || namesRoles(kind));
  // "The last page" is a link called so, or by a number.
  if (place === null || !isBare || rest.includes('page')) return null;
  // "the 3rd input textbox": the last word for it is the narrowest.
  const [last = []] = [2, 1]
    .map((length) => kind.slice(-length))
    .filter((words) => ROLE_WORDS[words.join(' ')] !== undefined);
  return { ordinal: { place, word: foldWord(word) }, rest: last };
}

/** Whether all words are words for kinds of control. */
function namesRoles(words: readonly string[]): boolean {
  if (words.length === 0) return true;
  return [2, 1].some(
    (length) =>
      words.length >= length &&
      ROLE_WORDS[words.slice(0, length).join(' ')] !== undefined &&
      namesRoles(words.slice(length)),
  );
}

/** Places by what stands in them: "the product that costs €45", "the row with the status Paid". */
const DESCRIBED =
  /\b(?:(?:that|which|who)\s+(?:costs?|says|reads|contains|belongs to)|costing|priced at|belonging to|with (?:the|a) (?:price|name|status|title|number|date|subject|label)(?: of)?|whose \w+ (?:is|says|has))\b/i;

function splitPlace(text: string): { target: string; place: string; relation: Relation | null } {
  const quoted = /^\s*["“„«](?<inside>[^"“”»]+)["”“»]\s*$/.exec(text)?.groups?.['inside'];
  if (quoted) return { target: quoted, place: '', relation: null };
  const bracketed = /^(?<target>[^()]+)\((?<place>[^()]+)\)\s*$/.exec(text)?.groups;
  if (bracketed) {
    const { target = '', place = '' } = bracketed;
    return { target, place, relation: null };
  }
  const marker = PLACE_MARKERS.exec(text) ?? DESCRIBED.exec(text);
  if (marker && marker.index > 0) {
    const before = text.slice(0, marker.index);
    const after = text
      .slice(marker.index + marker[0].length)
      .replace(new RegExp(PLACE_MARKERS, 'gi'), ' ');
    if (/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after))
      return { target: before, place: after, relation: readRelation(marker[0]) };
  }
  const phrase = PLACE_PHRASE.exec(text);
  if (phrase && phrase.index > 0) {
    const place = phrase.groups?.['place'] ?? '';
    return { target: text.slice(0, phrase.index), place, relation: null };
  }
  return { target: text, place: '', relation: null };
}

/** `the link to Pricing`, `checkbox I agree`: the role word goes, it is not part of the name. */
function takeLeadingRole(tokens: string[]): { tokens: string[]; roles: readonly string[] } {
  const start = tokens.findIndex((token) => !FILLERS.has(token));
  for (const length of [2, 1]) {
    const word = tokens.slice(start, start + length).join(' ');
    const after = tokens[start + length];
    const roles = ROLE_WORDS[word];
    const isAlone = tokens.slice(start + length).every((token) => FILLERS.has(token));
    if (start < 0 || !roles || after === undefined || isAlone) continue;
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
  const token = tokens.slice(0, -1).find(({ text }) => readOrdinal(text) !== null);
  const place = token ? readOrdinal(token.text) : null;
  if (!token || place === null) return null;
  token.weight = WORD_WEIGHTS.ordinal;
  return { place, word: foldWord(token.text) };
}

const OBJECT =
  /^\s*(?:please\s+)?\p{L}+\s+(?:\p{L}+\s+)?(?:the|this|that)\s+(?:[\p{L}'’]+\s+){0,3}?(?<object>\p{L}+)(?=\s+(?:by|of|from|with|about|called|for|in)\b|\s*[,.(]|\s*$)/iu;

const FIELDS = ['textbox', 'searchbox', 'combobox', 'spinbutton'];
const SEARCHES = ['searchbox', 'textbox', 'combobox', 'button'];

/** The verb says what kind of control is meant where neither the intent nor a word for it does. */
function readImplied({ intent }: RankQuery, [first, ...more]: readonly Token[]): readonly string[] {
  if (intent !== null || !first || more.length === 0) return [];
  const isWritten = first.text === 'write' && more.some(({ text }) => /^(?:as|into)$/.test(text));
  if (isWritten || TYPING_VERBS.has(first.text)) return FIELDS;
  if (first.text === 'filter' && more.some(({ text }) => text === 'for')) return SEARCHES;
  return SEARCH_VERBS.has(first.text) ? SEARCHES : [];
}

/** "delete buy milk": whether a button's verb leads; what follows is its object, here or beside it. */
function markVerb(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (!first || tokens.length < 2 || !BUTTON_VERBS.has(first.text)) return false;
  if (!WEAK_VERBS.has(first.text)) first.weight = WORD_WEIGHTS.verb;
  return true;
}

/** "Delete the message from Ada", "hide this job": a kind of thing that is acted on is not the button's name. */
function markObject(tokens: readonly Token[], target: string): void {
  const object = OBJECT.exec(target)?.groups?.['object']?.toLowerCase() ?? '';
  if (!isItemNoun(object)) return;
  const token = tokens.slice(1).find(({ text }) => text === object);
  if (token) token.weight = WORD_WEIGHTS.placeNoun;
}

/** "The post about science": leads over to what it is about, and is no "About" of the page. */
function markSubject(tokens: readonly Token[]): void {
  const at = tokens.findIndex(({ text }) => text === 'about');
  const noun = tokens[at - 1]?.text;
  const token = tokens[at];
  const next = tokens[at + 1]?.text ?? 'us';
  if (!token || noun === undefined || next === 'us') return;
  if (isItemNoun(noun) || SUBJECT_NOUNS.has(noun)) token.weight = WORD_WEIGHTS.function;
}

/** What something is told in, beside the items of lists. */
const SUBJECT_NOUNS = new Set('more info information details page section text news'.split(' '));

/** Where a word like "of" may begin the place; the number of tokens when nowhere. */
function findWeakPlace(tokens: readonly Token[]): number {
  const at = tokens.findIndex(
    (token, index) => index > 0 && index < tokens.length - 1 && WEAK_PLACE_WORDS.has(token.text),
  );
  return at < 0 ? tokens.length : at;
}

/** "The red coloured box": the colour says it. */
function isNoColouring(word: string, at: number): boolean {
  return at === 0 || !/^colou?red$/.test(word);
}

function toToken(text: string): Token {
  return { text, weight: FUNCTION_WORDS.has(text) ? WORD_WEIGHTS.function : WORD_WEIGHTS.content };
}

function toWord({ text, weight }: Token, part: QueryWord['part']): QueryWord {
  return { text, key: foldWord(text), weight, part };
}
