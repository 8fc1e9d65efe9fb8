import type { Candidate, RankQuery, RankResult, RankedCandidate } from '../../ranking/candidate.ts';
import { isSameChoice } from '../../ranking/judge-clarity.ts';
import type { Span } from '../../ranking/lexicon/find-synonyms.ts';
import { findSpans } from '../../ranking/lexicon/find-synonyms.ts';
import {
  BUTTON_VERBS,
  FUNCTION_WORDS,
  ITEM_NOUNS,
  PLACE_NOUNS,
  WEAK_VERBS,
} from '../../ranking/lexicon/query-words.ts';
import { isItemNoun } from '../../ranking/query/take-item.ts';
import type { QueryWord } from '../../ranking/query/relation.ts';
import { isInCorner, readQuery } from '../../ranking/query/relation.ts';
import {
  dropFillers,
  foldWord,
  toContentKeys,
  toKeys,
  tokenize,
} from '../../ranking/query/tokenize.ts';
import { CONFIDENCE } from './confidence-weights.ts';
import { CLARITY, PART_WEIGHTS, SYNONYM_EXACT, WORD_WEIGHTS } from '../../ranking/weights.ts';

/** What speaks for the first of a ranking being what a phrase names; each 0 … 1. */
export interface Evidence {
  /** Share of the words found in it. */
  coverage: number;
  /** How far its score is ahead of the next element that does something else. */
  margin: number;
  /** Likeness in meaning; 0 without an encoder. */
  meaning: number;
  /** How well its role fits the action and the words for a kind of control; below 0 it hardly does. */
  role: number;
  /** Share of the words with a meaning of their own that were found in it or around it, synonyms included. */
  found: number;
  /** Words found as they are. */
  words: number;
  /** All words were found, and the head of the phrase in its name: not part of the probability. */
  isWhole: boolean;
  /** No other has all the words, or it was counted or placed: "the second result", "the button below Total". */
  isOnly: boolean;
  /** Another one of a role that fits as well has all the words, and nearly the same score: two things fit. */
  isTied: boolean;
  /** At least one of the words is in its own name, or it was counted or placed. Words beside an element don't name it. */
  isOwn: boolean;
}

/** From this probability on an action is taken; less is enough where all words were found, and more is needed where one is missing. */
const ACT = { partial: 0.95, likely: 0.8, whole: 0.55, only: 0.3 };
/** Below it nothing is asked either. */
const ASK = 0.25;
/** If the role fits less than this, the words alone don't lower the probability that is needed to act. */
const LEAST_ROLE = 0.4;
/** Scores nearer than this are equal in practice. */
const LEAST_MARGIN = 0.1;
/** Scores differ by less than this within one page. */
const WIDEST = 0.3;

export type Judgement =
  | { kind: 'act'; best: Candidate; probability: number }
  | { kind: 'ask'; options: Candidate[] }
  | { kind: 'none' };

/** Decides between acting on the first of a ranking, asking, and declining. */
export function judgeEvidence(query: RankQuery, { ranked, ranker }: RankResult): Judgement {
  const evidence = measureEvidence(query, ranked);
  const choices = listChoices(ranked);
  const [best] = choices;
  if (!evidence || !best) return { kind: 'none' };
  const probability = estimateProbability(evidence, ranker !== 'lexical');
  const isAhead = evidence.margin >= LEAST_MARGIN && evidence.found > 0;
  const likely = evidence.found < 1 ? ACT.partial : ACT.likely;
  const least = evidence.isOnly ? ACT.only : evidence.isWhole ? ACT.whole : likely;
  if (isAhead && evidence.isOwn && !evidence.isTied && probability >= least)
    return { kind: 'act', best: best.candidate, probability };
  if (probability < ASK && !(evidence.isWhole && !isAhead)) return { kind: 'none' };
  const close = choices.filter(
    (each) =>
      each.coverage >= CLARITY.none &&
      (each.score >= best.score - CLARITY.margin || isAlike(best, each)),
  );
  const options = close.length > 0 ? close : [best];
  return { kind: 'ask', options: options.map(({ candidate }) => candidate) };
}

/** The evidence that the probability is made of, in the order of `CONFIDENCE` after the bias. */
const FEATURES = ['coverage', 'margin', 'meaning', 'role', 'found', 'words'] as const;

export function listFeatures(evidence: Evidence): number[] {
  return [1, ...FEATURES.map((feature) => evidence[feature])];
}

/** The probability that the first of a ranking is what the phrase names, 0 … 1 (logistic regression). */
export function estimateProbability(evidence: Evidence, hasEncoder: boolean): number {
  const weights = CONFIDENCE[hasEncoder ? 'encoder' : 'words'];
  const logit = listFeatures(evidence).reduce(
    (sum, value, at) => sum + value * (weights[at] ?? 0),
    0,
  );
  return 1 / (1 + Math.exp(-logit));
}

/** The ranking without elements that do the same as a better one. */
export function listChoices(ranked: readonly RankedCandidate[]): RankedCandidate[] {
  const choices: RankedCandidate[] = [];
  for (const entry of ranked) {
    if (!choices.some((known) => isSameChoice(known.candidate, entry.candidate)))
      choices.push(entry);
  }
  return choices;
}

/** Null without candidates. */
export function measureEvidence(
  query: RankQuery,
  ranked: readonly RankedCandidate[],
): Evidence | null {
  const [best, ...others] = listChoices(ranked);
  if (!best) return null;
  const { parts, coverage, score } = best;
  const share = (part: keyof typeof PART_WEIGHTS, from = parts): number =>
    (from[part] ?? 0) / PART_WEIGHTS[part];
  const { found, isWhole: isAll, isOwn, isExact } = matchNames(query, best);
  const isCounted = COUNTED.some((part) => parts[part] !== undefined);
  const isMissed =
    missesCount(query, best, ranked) ||
    missesCorner(query, best, ranked) ||
    isNoMenu(query, best.candidate) ||
    endsNothing(query, best.candidate) ||
    doesOther(query, best.candidate, isCounted);
  const isWhole = isAll && !isMissed && share('role') >= LEAST_ROLE;
  // What has none of the words doesn't compete with what has all of them.
  const next = others.find((each) => !isWhole || matchNames(query, each).found > 0);
  const isNextWhole = next !== undefined && matchNames(query, next).isWhole;
  return {
    coverage,
    margin: Math.min(1, Math.max(0, score - (next?.score ?? 0)) / WIDEST),
    meaning: share('meaning'),
    role: share('role'),
    found,
    words: share('words'),
    isWhole,
    isOwn: (isOwn || isCounted) && !isMissed,
    isOnly:
      (isCounted && !isMissed && found >= 0.5 && coverage >= CLARITY.sure) ||
      (isWhole && next !== undefined && !isNextWhole),
    isTied:
      isWhole &&
      isNextWhole &&
      !(isCounted || isExact) &&
      (score - next.score < CLARITY.margin || isAlike(best, next)) &&
      share('role', next.parts) >= share('role'),
  };
}

/** Scores nearer than this only differ by rounding. */
const EQUAL = 0.001;

/**
 * Returns whether the words fit both equally. Likeness in meaning is left out: it would prefer "Desk lamp" to "Floor lamp"
 * for "lamp", although the user may mean either.
 */
function isAlike(one: RankedCandidate, other: RankedCandidate): boolean {
  const ofWords = ({ score, parts }: RankedCandidate): number => score - (parts['meaning'] ?? 0);
  return one.coverage === other.coverage && ofWords(one) - ofWords(other) < EQUAL;
}

/** Parts of a score for "the second result", "Edit in the last row", "the button below Total". */
const COUNTED = ['item', 'ordinal', 'relation'];

const WAYS = new Set(['next', 'previous', 'prev', 'first', 'last']);

/** "The last song": whether it was not counted, or nothing on the page speaks of songs. */
function missesCount(
  query: RankQuery,
  { candidate, parts, coverage, matched }: RankedCandidate,
  ranked: readonly RankedCandidate[],
): boolean {
  const { item, itemNoun, ordinal, ordinalWord } = readQuery(query);
  const isInItem = parts['item'] !== undefined;
  // "The last slide" is not the second of "Previous slide" and "Next slide".
  const isOtherWay = tokenize(candidate.fields.name).some(
    (word) => WAYS.has(word) && !tokenize(query.text).includes(word),
  );
  if ((ordinal !== null || item !== null) && !isInItem && isOtherWay) return true;
  if (ordinal !== null) {
    const isNamedSo = matched.includes(ordinalWord ?? '');
    return parts['ordinal'] === undefined
      ? !isInItem && !isNamedSo
      : matched.length > 0 && !isOfOneKind(query, candidate, ranked);
  }
  if (item === null) return false;
  const isCounted =
    parts['ordinal'] !== undefined &&
    coverage >= CLARITY.sure &&
    (isInItem || isOfOneKind(query, candidate, ranked));
  const noun = itemNoun ?? 'item';
  return (
    !(isInItem || isCounted) ||
    !speaksOf(noun, ranked) ||
    (isInItem && isOneOfMany(candidate, ranked))
  );
}

/** Whether the counted item holds several like it: in a grid of columns, "the fourth photo" is not the fourth column. */
function isOneOfMany(candidate: Candidate, ranked: readonly RankedCandidate[]): boolean {
  const [item] = candidate.items ?? [];
  return ranked.some(({ candidate: other }) => {
    const [place] = other.items ?? [];
    const isIn = place?.list === item?.list && place?.index === item?.index;
    const isAlike = other.role === candidate.role && other.fields.name === candidate.fields.name;
    return other !== candidate && item !== undefined && isIn && isAlike;
  });
}

/**
 * Whether things of one kind were counted: they all have one name, or every entry of their list has the word. In a menu with
 * other entries, "the second project" doesn't mean "Project Edit".
 */
function isOfOneKind(
  query: RankQuery,
  candidate: Candidate,
  ranked: readonly RankedCandidate[],
): boolean {
  const list = candidate.items?.[0]?.list;
  const peers = ranked.filter((each) => each.candidate.items?.[0]?.list === list);
  const named = peers.filter(({ matched }) => matched.length > 0);
  const names = new Set(named.map((each) => each.candidate.fields.name));
  const said = readQuery(query).words.map(({ key }) => key);
  // A single button "Buy all emails" is not "the first email".
  const isAllSaid = toContentKeys(candidate.fields.name).every((key) => said.includes(key));
  if (list === undefined) return named.length > 1 || isAllSaid;
  return names.size === 1 || named.length === peers.length;
}

/** Whether it stands outside of the side or corner that was asked for: "the messages at the top". */
function missesCorner(
  query: RankQuery,
  { candidate }: RankedCandidate,
  ranked: readonly RankedCandidate[],
): boolean {
  const { corner } = readQuery(query);
  return (
    corner !== null &&
    !isInCorner(
      candidate,
      corner,
      ranked.map((each) => each.candidate),
    )
  );
}

/** Whether a menu is asked for, and it only leads somewhere: the link "Charts" for "the chart's menu". */
function isNoMenu({ text }: RankQuery, { role, opens, expanded, fields }: Candidate): boolean {
  const isOpener = role !== 'link' || opens === true || expanded !== undefined;
  return /\s(?:menu|dropdown)$/iu.test(text) && !isOpener && !/menu/iu.test(fields.name);
}

/**
 * Whether its name says that it does something else: "Close pull request" for "close the panel". Where only its place
 * speaks for it, its verb must have been said: "Save this flight" for "the first flight".
 */
function doesOther(query: RankQuery, { role, fields }: Candidate, isCounted: boolean): boolean {
  const [verb = '', ...object] = dropFillers(tokenize(fields.name));
  if (!BUTTON_VERBS.has(verb) || WEAK_VERBS.has(verb)) return false;
  const said = readQuery(query).words.filter(
    ({ weight, part }) => part !== 'place' && !UNNAMING.has(weight),
  );
  const keys = said.map(({ key }) => key);
  const spans = findSpans(keys);
  const holds = (texts: readonly string[], at: number): boolean => {
    const own = texts.map(toKeys);
    const span = spans.find(({ start, end }) => start <= at && at < end);
    return (
      own.some((each) => each.includes(keys[at] ?? '')) ||
      (span !== undefined && holdsIdea(own, keys, span))
    );
  };
  const others = [...keys.keys()].filter((at) => !holds([verb], at));
  // "Add board" adds no task, even under the heading "Tasks". "Add to cart" may add what stands beside it.
  const [, made = ''] = tokenize(fields.name);
  const isMade = MAKING.has(verb) && made !== '' && !FUNCTION_WORDS.has(made) && !isItemNoun(made);
  if (isMade && !keys.some((_, at) => holds([object.join(' ')], at) && !holds([verb], at)))
    return true;
  // "Close it" doesn't mean "Close ticket".
  const all = new Set(readQuery(query).words.map(({ key }) => key));
  const isUnsaid = object.every((word) => !CLOSED.has(word) && !all.has(foldWord(word)));
  if (others.length === 0 && CLOSING.has(verb) && object.length > 0 && isUnsaid) return true;
  // "The Southwest project" is not "Close project", nor is "the account" "Delete account".
  if (others.length === keys.length && ENDING.has(verb)) return true;
  // Boxes and headlines may be named by a verb without doing what it says.
  if (others.length === keys.length) return isCounted && (role === 'button' || role === 'menuitem');
  const places = [
    ...Object.values<string>({ ...fields, context: '' }),
    ...fields.context.split('\n'),
  ];
  return object.length > 0 && others.length > 0 && !others.some((at) => holds(places, at));
}

const CLOSING = new Set(['close', 'dismiss', 'hide']);
/** What these do must be asked for. */
const ENDING = new Set([...CLOSING, 'delete', 'remove', 'discard', 'cancel', 'reset', 'clear']);
/** What is closed where nothing else is said. */
const CLOSED = new Set(
  'dialog dialogue modal window popup panel menu banner message notification alert sidebar drawer overlay preview details search'.split(
    ' ',
  ),
);

/** Whether something is to be removed or closed, and it is only a box of that name: ticking "Oat milk" removes nothing. */
function endsNothing({ text }: RankQuery, { role, fields }: Candidate): boolean {
  const [verb = ''] = tokenize(text);
  return ENDING.has(verb) && BOXES.has(role) && !tokenize(fields.name).includes(verb);
}

const BOXES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

/** These make something that isn't on the page yet: only the name of the button says what. */
const MAKING = new Set(['add', 'create', 'new']);

/** Words that are neither what is done nor what it is done to. */
const UNNAMING: ReadonlySet<number> = new Set([
  WORD_WEIGHTS.function,
  WORD_WEIGHTS.ordinal,
  WORD_WEIGHTS.roleWord,
]);

/** Things that any list has. */
const ANY_ITEM = new Set(
  'result row item entry card line record hit listing headline one box'.split(' ').flatMap(toKeys),
);

/** Whether a list of such things may be on the page: one of its names, headings or keys has the word, or another word for it. */
function speaksOf(noun: string, ranked: readonly RankedCandidate[]): boolean {
  const keys = toKeys(noun);
  if (keys.some((key) => ANY_ITEM.has(key))) return true;
  const [span] = findSpans(keys);
  return ranked.some(({ candidate: { fields } }) => {
    const said = [
      fields.name,
      fields.text,
      fields.title,
      fields.key,
      ...fields.context.split('\n'),
    ].map(toKeys);
    return (
      said.some((own) => own.includes(keys[0] ?? '')) ||
      (span !== undefined && holdsIdea(said, keys, span))
    );
  });
}

function matchNames(
  query: RankQuery,
  { candidate, matched, coverage, parts }: RankedCandidate,
): { found: number; isWhole: boolean; isOwn: boolean; isExact: boolean } {
  const { words } = readQuery(query);
  const keys = words.map(({ key }) => key);
  const { name, label, text, placeholder, title, alt, context } = candidate.fields;
  const texts = [name, label, text, placeholder, title, alt, ...candidate.options];
  const names = texts.filter(Boolean).map((each) => listNameKeys(each, words));
  const places = [...names, ...context.split('\n').map(toKeys)];
  // "Sign in" is one idea: "a sign of change" is no part of it.
  const ideas = findSpans(keys).filter(({ start, end }) => end - start > 1);
  // "Dark" is "dark mode", while "Log" is not "log in".
  const isKindOf = (key: string, { start, end }: Span): boolean =>
    names.some((own) => own.join(' ') === key) &&
    words.slice(start, end).every((word) => word.key === key || KIND_NOUNS.has(word.text));
  const isHeld = ({ text: word, key }: QueryWord, at: number): boolean => {
    const idea = ideas.find(({ start, end }) => start <= at && at < end);
    return idea ? holdsIdea(places, keys, idea) || isKindOf(key, idea) : matched.includes(word);
  };
  const content = listContent(words);
  // "The second tab" has no other words.
  if (content.length === 0)
    return { found: coverage, isWhole: coverage === 1, isOwn: true, isExact: false };
  const held = content.filter(({ word, at }) => isHeld(word, at));
  const verb = content.find(
    ({ word }) =>
      word.weight === WORD_WEIGHTS.verb || (words.length === 1 && BUTTON_VERBS.has(word.text)),
  );
  const named = content.filter(({ word }) => word.part !== 'place');
  // "A refill for Milo" is a refill.
  const ends = words.findIndex(
    ({ text: word }, at) => PREPOSITIONS.has(word) && at > (named[0]?.at ?? 0),
  );
  const head = verb ?? (ends < 0 ? named : named.filter(({ at }) => at < ends)).at(-1);
  const span = head && findSpans(keys).find(({ start, end }) => start <= head.at && head.at < end);
  const isHead =
    head !== undefined &&
    (span && span.end - span.start > 1
      ? holdsIdea(names, keys, span) || isKindOf(head.word.key, span)
      : names.some((own) => own.includes(head.word.key)) ||
        (span !== undefined && holdsIdea(names, keys, span)));
  const found = held.length / content.length;
  const own = [...names, toKeys(candidate.fields.key)];
  // "Liked songs" has the object of "like this song", but not its verb.
  const isOtherVerb =
    verb !== undefined && !isHead && texts.some((name) => toKeys(name).includes(verb.word.key));
  const isExact = !isOtherVerb && (parts['exact'] ?? 0) >= SYNONYM_EXACT * PART_WEIGHTS.exact;
  const holdsOne =
    content.some(({ word }) => own.some((keys) => keys.includes(word.key))) ||
    findSpans(keys).some((span) => holdsIdea(own, keys, span));
  const isOwn = isExact || (holdsOne && !isOtherVerb);
  return { found, isWhole: isExact || (found === 1 && isHead), isOwn, isExact };
}

const PREPOSITIONS = new Set('for of from in on at by with under about near beside'.split(' '));

const VERB_KEYS = new Set([...BUTTON_VERBS].map(foldWord));

/**
 * Leaves out participles of verbs in the query: "Liked songs" lists songs, "Following" lists people, and "like this song"
 * and "follow" ask for an action.
 */
function listNameKeys(name: string, words: readonly QueryWord[]): string[] {
  const tokens = tokenize(name);
  const isOtherForm = (key: string): boolean => {
    const at = words.findIndex((each) => each.key === key);
    const said = words[at]?.text ?? '';
    const same = tokens.filter((token) => foldWord(token) === key);
    const isDoing = at === 0 && !said.endsWith('ing');
    return (
      VERB_KEYS.has(key) &&
      same.length > 0 &&
      same.every(
        (token) =>
          token.endsWith('ed') !== said.endsWith('ed') || (isDoing && token.endsWith('ing')),
      )
    );
  };
  return toKeys(name).filter((key) => !isOtherForm(key));
}

/** The words that distinguish one element from another: neither kinds of things ("folder") nor "show", unless that is all. */
function listContent(words: readonly QueryWord[]): { word: QueryWord; at: number }[] {
  const content = words
    .map((word, at) => ({ word, at }))
    .filter(({ word }) => word.weight >= WORD_WEIGHTS.content);
  const distinctive = content.filter(
    ({ word, at }) => !KIND_NOUNS.has(word.text) && !(at === 0 && WEAK_VERBS.has(word.text)),
  );
  return distinctive.length > 0 ? distinctive : content;
}

const KIND_NOUNS = new Set([
  ...ITEM_NOUNS,
  ...PLACE_NOUNS,
  ...'page section view mode folder screen menu area settings setting option options category icon picture image photo logo arrow label messages products results items entries articles'.split(
    ' ',
  ),
]);

/** Whether one of the texts holds the words of an idea, or other words for it, side by side. */
function holdsIdea(
  texts: readonly (readonly string[])[],
  keys: readonly string[],
  { start, end, synonyms }: Span,
): boolean {
  const same = synonyms.filter(({ kind }) => kind === 'same').map((each) => each.keys.join(' '));
  const runs = [keys.slice(start, end).join(' '), ...same];
  return texts.some((own) => runs.some((run) => ` ${own.join(' ')} `.includes(` ${run} `)));
}
