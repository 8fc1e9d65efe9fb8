import type { Box } from '../../snapshot/snapshot.ts';
import { addPart } from '../add-up.ts';
import type { Candidate, RankQuery, RankedCandidate } from '../candidate.ts';
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
  WEAK_PLACE_WORDS,
  WEAK_VERBS,
} from '../lexicon/query-words.ts';
import { CLARITY, PART_WEIGHTS, WORD_WEIGHTS } from '../weights.ts';
import { readSteps } from './read-steps.ts';
import { isItemNoun, normaliseOrdinals, readOrdinal, takeItem } from './take-item.ts';
import { dropFillers, foldWord, tokenize } from './tokenize.ts';

/** Where the target stands, seen from the anchor. */
type Relation = 'near' | 'left' | 'right' | 'above' | 'below';

/** Elements further apart are not neighbours. CSS px. */
const FAR = 600;
/** What lies aside counts this much more than what lies straight in the direction. */
const ASIDE = 3;
const CONTEXT_REACH = 0.02;

/** The relation that a marker like "to the left of" says; null for "inside" and the like. */
function readRelation(marker: string): Relation | null {
  if (/left of/i.test(marker)) return 'left';
  if (/right of/i.test(marker)) return 'right';
  if (/above/i.test(marker)) return 'above';
  if (/under|below|beneath/i.test(marker)) return 'below';
  return /next to|beside|near|close to|alongside/i.test(marker) ? 'near' : null;
}

/**
 * "The button next to Total": raises, of those that fit the words alike, the one nearest to the anchor
 * in the direction asked for. Words around an element say more than distances: those that have the
 * anchor's in their context go first. `rankAnchor` scores all candidates for the anchor's words.
 */
export function applyRelation(
  { relation, anchor, bare }: ReadQuery,
  scored: readonly RankedCandidate[],
  rankAnchor: (words: string) => readonly RankedCandidate[],
): RankedCandidate[] {
  const unchanged = [...scored];
  if (!relation) return unchanged;
  const fitting = preferContext(listFitting(scored, bare.length === 0));
  const anchors = rankAnchor(anchor);
  const top = anchors.reduce((best, { score }) => Math.max(best, score), -Infinity);
  const meant = anchors.filter(
    ({ score, coverage, candidate }) =>
      score >= top - CLARITY.margin && coverage >= CLARITY.sure && candidate.box !== null,
  );
  const measured = fitting.map(({ at, entry }) => ({
    at,
    far: Math.min(
      ...meant
        .filter(({ candidate }) => candidate.uid !== entry.candidate.uid)
        .map(({ candidate }) => measure(entry.candidate.box, candidate.box, relation)),
      Infinity,
    ),
  }));
  const [first, second] = measured.sort((a, b) => a.far - b.far);
  if (!first || first.far > FAR || (second && second.far === first.far)) {
    return bare.length === 0 ? doubtOthers(scored) : unchanged;
  }
  const fits = new Set(fitting.map(({ at }) => at));
  const isAnchor = new Set(meant.map(({ candidate }) => candidate.uid));
  return scored.map((entry, at) => {
    if (at === first.at) {
      const coverage = bare.length === 0 ? 1 : Math.max(entry.coverage, CLARITY.sure);
      return addPart(entry, 'relation', PART_WEIGHTS.ordinal, coverage);
    }
    // What stands beside the anchor is meant, not the anchor, however well its words fit.
    return isAnchor.has(entry.candidate.uid) && !fits.has(at)
      ? addPart(entry, 'relation', PART_WEIGHTS.impossible)
      : entry;
  });
}

/** With nothing but a kind of control to go by, no other kind is taken for it. */
function doubtOthers(scored: readonly RankedCandidate[]): RankedCandidate[] {
  const kind = new Set(listFitting(scored, true).map(({ at }) => at));
  return scored.map((entry, at) =>
    kind.has(at) ? entry : { ...entry, coverage: Math.min(entry.coverage, CLARITY.none) },
  );
}

/** Share of the best match in words that still counts as fitting alike. */
const ALIKE = 0.85;
/** Less than the next role of a list fits less. */
const ROLE_REACH = 0.004;

interface Fitting {
  at: number;
  entry: RankedCandidate;
}

/**
 * Those that fit the words for the target about equally well, wherever they stand, in document order;
 * when there are no words (`bare`), those of the kind that was asked for.
 */
function listFitting(scored: readonly RankedCandidate[], bare: boolean): Fitting[] {
  const usable = scored
    .map((entry, at) => ({ at, entry }))
    .filter(({ entry }) => entry.parts['impossible'] === undefined);
  const measure = bare ? roleOf : namedOf;
  const best = usable.reduce((top, { entry }) => Math.max(top, measure(entry)), 0);
  if (best <= 0) return [];
  const least = bare ? best - ROLE_REACH : best * ALIKE;
  return usable.filter(({ entry }) => measure(entry) >= least);
}

function roleOf({ parts }: RankedCandidate): number {
  return parts['role'] ?? 0;
}

function namedOf({ parts }: RankedCandidate): number {
  return ['words', 'concept', 'typo', 'meaning', 'exact', 'phrase']
    .map((name) => parts[name] ?? 0)
    .reduce((sum, part) => sum + part, 0);
}

function preferContext(fitting: Fitting[]): Fitting[] {
  const most = fitting.reduce((best, { entry }) => Math.max(best, entry.parts['context'] ?? 0), 0);
  return fitting.filter(({ entry }) => (entry.parts['context'] ?? 0) >= most - CONTEXT_REACH);
}

/** How far a box is from the anchor's in a direction; Infinity on the wrong side of it. */
function measure(box: Box | null, anchor: Box | null, relation: Relation): number {
  if (!box || !anchor) return Infinity;
  const gapX = Math.max(anchor.x - (box.x + box.width), box.x - (anchor.x + anchor.width), 0);
  const gapY = Math.max(anchor.y - (box.y + box.height), box.y - (anchor.y + anchor.height), 0);
  const dx = box.x + box.width / 2 - (anchor.x + anchor.width / 2);
  const dy = box.y + box.height / 2 - (anchor.y + anchor.height / 2);
  const [across, along] = relation === 'left' || relation === 'right' ? [dx, dy] : [dy, dx];
  const isSideways = relation === 'near' || relation === 'left' || relation === 'right';
  const far = isSideways ? gapX + gapY * ASIDE : gapY + gapX * ASIDE;
  if (relation === 'near') return far;
  const isOnSide = relation === 'left' || relation === 'above' ? across < 0 : across > 0;
  // Tells apart what lies equally far: a hundredth of how far it is out of line.
  return isOnSide ? far + Math.abs(along) / 100 : Infinity;
}

/** A side or corner of the page: `at the top right`. */
interface Corner {
  x: 'left' | 'right' | 'middle' | null;
  y: 'top' | 'bottom' | null;
}

const SIDE =
  '(?<y>top|upper|bottom|lower)?[- ]?(?<x>left|right|middle|centre|center)?(?:[- ]?(?:hand|most))?';
const TAIL = new RegExp(
  `\\s*,?\\s+(?:in|at|on|to|near|from)\\s+the\\s+(?:very\\s+)?${SIDE}(?:\\s+(?:corner|side|edge|part))?(?:\\s+of\\s+(?:the|this)\\s+(?:page|screen|window|site))?\\s*$`,
  'i',
);
const HEAD = /^\s*(?:the\s+)?(?<y>top|upper|bottom|lower)[- ](?<x>left|right)[- ](?=\S)/i;

/** Takes a side or corner off a phrase. */
export function takeCorner(text: string): { corner: Corner | null; rest: string } {
  for (const pattern of [TAIL, HEAD]) {
    const found = pattern.exec(text);
    const x = found?.groups?.['x']?.toLowerCase() ?? null;
    const y = found?.groups?.['y']?.toLowerCase() ?? null;
    if (!found || (x === null && y === null)) continue;
    // "Put the text in the middle" says what is done, not where it is pressed.
    const isVague = y === null && x !== 'left' && x !== 'right';
    if (isVague && !/page|screen|window|site/i.test(found[0])) continue;
    const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
    if (!/[\p{L}\p{N}]/u.test(rest)) continue;
    const corner: Corner = {
      x: x === null ? null : x === 'left' || x === 'right' ? x : 'middle',
      y: y === null ? null : /top|upper/.test(y) ? 'top' : 'bottom',
    };
    return { corner, rest };
  }
  return { corner: null, rest: text };
}

/** Of those that fit the words alike, raises the one furthest in the corner that was asked for. */
export function applyCorner(
  { corner, bare }: ReadQuery,
  scored: readonly RankedCandidate[],
): RankedCandidate[] {
  if (!corner) return [...scored];
  const fitting = listFitting(scored, bare.length === 0).filter(
    ({ entry }) => entry.candidate.box !== null,
  );
  const reached = fitting.map(({ at, entry }) => ({ at, far: reachOf(entry.candidate, corner) }));
  const [first, second] = [...reached].sort((a, b) => b.far - a.far);
  if (!first || (second && second.far >= first.far)) return [...scored];
  return scored.map((entry, at) =>
    at === first.at
      ? addPart(entry, 'corner', PART_WEIGHTS.ordinal, bare.length === 0 ? 1 : entry.coverage)
      : entry,
  );
}

/** Whether an element is in the nearer half of what is in view, towards the side or corner. */
export function isInCorner(
  candidate: Candidate,
  corner: Corner,
  all: readonly Candidate[],
): boolean {
  const reaches = all
    .filter(({ inViewport }) => inViewport)
    .map((each) => reachOf(each, corner))
    .filter(Number.isFinite);
  const half = (Math.min(...reaches) + Math.max(...reaches)) / 2;
  return reaches.length === 0 || reachOf(candidate, corner) >= half;
}

/** CSS px towards the corner; comparable between candidates. */
function reachOf({ box }: Candidate, { x, y }: Corner): number {
  if (!box) return -Infinity;
  const across = { left: -box.x, right: box.x + box.width, middle: 0 }[x ?? 'middle'];
  const down = { top: -box.y, bottom: box.y + box.height, middle: 0 }[y ?? 'middle'];
  return across + down;
}

/**
 * Takes an instruction's target phrase apart: `the second Edit button in the row of Order 1042` names
 * `Edit`, a button, the second, standing at `Order 1042`.
 */

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

/** Nouns before which "first" and "last" are part of a name: "first name", "last week". */
const UNCOUNTED = /^(?:name|class|minute|hour|day|night|week|weekend|month|quarter|year)s?$/;

/** "the second Edit", "track the last order": never the end of a phrase, where it is a name. */
function markOrdinal(tokens: Token[]): { place: number; word: string } | null {
  const token = tokens
    .slice(0, -1)
    .find(
      ({ text }, at) => readOrdinal(text) !== null && !UNCOUNTED.test(tokens[at + 1]?.text ?? ''),
    );
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

/** Containers besides list items. */
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
