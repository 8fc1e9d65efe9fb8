import type { Intent, PageAction, TabAction, Uid } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import {
  BUTTON_VERBS,
  FILLERS,
  FUNCTION_WORDS,
  ITEM_NOUNS,
  WEAK_VERBS,
} from '../../ranking/lexicon/query-words.ts';
import { describeCandidate } from '../../ranking/page/describe-candidate.ts';
import { MAIN_ROLES } from '../../ranking/query/apply-item.ts';
import { readQuery } from '../../ranking/query/relation.ts';
import { foldWord, toKeys, tokenize } from '../../ranking/query/tokenize.ts';
import { CLARITY, WORD_WEIGHTS } from '../../ranking/weights.ts';
import type { Step, Task } from '../request/step.ts';
import type { Observation } from '../run/observation.ts';
import type { LastAction } from './last-action.ts';

/** What a task comes to on a page. */
export type Grounded =
  /** `next` comes before the rest of the request. */
  | {
      kind: 'act';
      action: PageAction | TabAction;
      target: Candidate | null;
      next: Task[];
      /** What it does, where that is another step than the task said. */
      step?: Step;
    }
  /** Already as asked; `text` says so. `outcome` is what came of the action before. */
  | { kind: 'skip'; text: string; outcome?: string }
  /** `task` is what is to be done with the answer, where that is not the task asked about. */
  | { kind: 'ask'; question: string; options: AskOption[]; task?: Task }
  | { kind: 'lost'; text: string };

export interface AskOption {
  label: string;
  candidate: Candidate;
  /** The option of a select that is meant; null when the element itself is. */
  choice: string | null;
}

/** What grounding sees: the page, where the user was last, and the ranker. */
export interface GroundingContext {
  observation: Observation;
  lastField: Uid | null;
  /** What the last request did, for follow-ups. */
  lastActions?: readonly LastAction[];
  /** What was on the page before the step under way changed it: a list it opened is not in it. */
  before: ReadonlySet<Uid>;
  rank(query: RankQuery, candidates: readonly Candidate[]): Promise<RankResult>;
}

export type FoundTarget =
  | { kind: 'found'; candidate: Candidate }
  | Extract<Grounded, { kind: 'ask' }>
  | Extract<Grounded, { kind: 'lost' }>;

/** The one candidate of `pool` that a phrase names, or a question, or that there is none. */
export async function findTarget(
  phrase: string,
  intent: Intent | null,
  pool: readonly Candidate[],
  sight: GroundingContext,
): Promise<FoundTarget> {
  if (pool.length === 0) return notFound(phrase);
  const rank = (query: RankQuery, among: readonly Candidate[]) => sight.rank(query, among);
  const { ranked } = await rank({ text: phrase, intent }, pool);
  const main = intent === 'click' ? findMainOfItem(phrase, pool) : null;
  if (main) return { kind: 'found', candidate: main };
  const clarity = judgeClarity(ranked);
  if (clarity.kind === 'clear') {
    const { candidate } = clarity.best;
    const isOther = intent === 'click' && (await lacksVerb(phrase, candidate, pool, rank));
    if (!isOther) return { kind: 'found', candidate };
  }
  const placed = intent === 'click' ? null : findByPlace(phrase, pool);
  if (placed) return { kind: 'found', candidate: placed };
  const options = clarity.kind === 'close' ? clarity.options.map(({ candidate }) => candidate) : [];
  const judged = await judgeTie(phrase, intent, pool, options, rank);
  if (judged) return { kind: 'found', candidate: judged };
  if (clarity.kind === 'none') return notFound(phrase);
  if (clarity.kind === 'clear') return askWhich(phrase, [clarity.best.candidate]);
  // They fit equally well, so that the page's order says more than the scores' last digits.
  const close = new Set(clarity.options.map(({ candidate }) => candidate.uid));
  return askWhich(
    phrase,
    pool.filter(({ uid }) => close.has(uid)),
  );
}

/** Answers to click; further ones can still be typed. */
export const MAX_OPTIONS = 6;

/** "type hello in Notes" where Notes is the heading of a part with one field: the only one there. */
function findByPlace(phrase: string, pool: readonly Candidate[]): Candidate | null {
  const wanted = readQuery({ text: phrase, intent: null }).bare.join(' ');
  if (wanted === '') return null;
  const there = pool.filter(({ fields }) =>
    fields.context.split('\n').some((line) => toKeys(line).join(' ') === wanted),
  );
  return there.length === 1 ? (there[0] ?? null) : null;
}

export function notFound(phrase: string): Extract<Grounded, { kind: 'lost' }> {
  return { kind: 'lost', text: `I could not find “${phrase}” on this page.` };
}

export function askWhich(
  phrase: string,
  among: readonly Candidate[],
): Extract<Grounded, { kind: 'ask' }> {
  const options = among.map((candidate) => ({
    label: describeCandidate(candidate, among),
    candidate,
    choice: null,
  }));
  const [only] = options;
  const question =
    only && options.length === 1
      ? `I am not sure what you mean by “${phrase}”. Did you mean “${only.label}”?`
      : `I found ${String(options.length)} that fit “${phrase}”. Which one?${options.length > MAX_OPTIONS ? ` These are the first ${String(MAX_OPTIONS)}; you can also name another.` : ''}`;
  return { kind: 'ask', question, options };
}

type Rank = (query: RankQuery, among: readonly Candidate[]) => Promise<RankResult>;

/** Words that name a kind of place, and none in particular: "the drafts folder". */
const KIND =
  /\s+(?:page|section|view|mode|folder|screen|menu|area|panel|settings?|options?|category)$/iu;
/** "older messages": what one would find there. */
const ITEMS =
  /(?<=\S)\s+(?:messages|e?mails|posts|products|results|items|entries|articles|comments|songs|events|users|orders|files|photos|pictures|videos)$/iu;
const LEADING_KIND =
  /^(?:picture|image|photo|icon|logo|arrow|name|page|article|text|word|label)s?\s+(?:of|for|about|called|on)\s+(?:the\s+|an?\s+)?/iu;
/** What one does with anything that can be opened. */
const OPENING = /^(?:show|see|view|open|display)\s+/iu;

/**
 * A second look at a phrase that named no element clearly: without words that only say what kind of
 * thing it is, or with the verb at its head weighed alone ("like the jigsaw" is no link Jigsaw). Null
 * when that leaves as many questions.
 */
async function judgeTie(
  phrase: string,
  intent: RankQuery['intent'],
  pool: readonly Candidate[],
  close: readonly Candidate[],
  rank: Rank,
): Promise<Candidate | null> {
  for (const shorter of [
    phrase.replace(KIND, ''),
    phrase.replace(ITEMS, ''),
    phrase.replace(LEADING_KIND, ''),
    phrase.replace(OPENING, ''),
  ]) {
    if (shorter === phrase || shorter.trim() === '') continue;
    const { ranked } = await rank({ text: shorter, intent }, pool);
    const clarity = judgeClarity(ranked);
    if (clarity.kind === 'clear' && clarity.best.coverage >= SURE_COVERAGE)
      return clarity.best.candidate;
  }
  // The item that was asked for has no such control: another's is not meant.
  if (readQuery({ text: phrase, intent }).item !== null) return null;
  const [verb = '', ...rest] = phrase.trim().split(/\s+/u);
  if (intent !== 'click' || !BUTTON_VERBS.has(verb.toLowerCase()) || rest.length === 0) return null;
  const acting = await listActing(verb, pool, rank);
  const among = acting.filter(({ uid }) => close.some((each) => each.uid === uid));
  const [only] = among;
  if (only && among.length === 1) return only;
  const object = rest
    .join(' ')
    .replace(KIND, '')
    .replace(/^(?:the|my|this|that|a|an)\s+/iu, '');
  return findBeside(object, among.length > 0 ? among : acting, rank);
}

/** Of the words for the target, so many must be found when some were left out. */
const SURE_COVERAGE = 0.8;

/**
 * Whether another element is called by the verb at the phrase's head, and this one is not: "renew the
 * book" is no click on a link of the book.
 */
async function lacksVerb(
  phrase: string,
  candidate: Candidate,
  pool: readonly Candidate[],
  rank: Rank,
): Promise<boolean> {
  const [verb = '', ...rest] = phrase.trim().toLowerCase().split(/\s+/u);
  if (rest.length === 0 || !BUTTON_VERBS.has(verb) || WEAK_VERBS.has(verb)) return false;
  const acting = await listActing(verb, pool, rank);
  return acting.length > 0 && !acting.some(({ uid }) => uid === candidate.uid);
}

/** Those that the verb alone names. */
async function listActing(verb: string, pool: readonly Candidate[], rank: Rank) {
  const { ranked } = await rank({ text: verb, intent: 'click' }, pool);
  return ranked
    .filter(({ coverage }) => coverage >= CLARITY.sure)
    .map(({ candidate }) => candidate);
}

/** The one of several that stands with what the words name: in its row, its card, under its heading. */
async function findBeside(
  object: string,
  acting: readonly Candidate[],
  rank: Rank,
): Promise<Candidate | null> {
  const keys = tokenize(object)
    .filter((word) => !FILLERS.has(word) && !FUNCTION_WORDS.has(word) && !ITEM_NOUNS.has(word))
    .map(foldWord);
  const holding = acting.filter(({ fields }) => {
    const lines = fields.context.split('\n').map(toKeys);
    return keys.length > 0 && keys.every((key) => lines.some((line) => line.includes(key)));
  });
  const called = holding.filter(({ fields }) =>
    fields.context.split('\n').some((line) => toKeys(line).join(' ') === keys.join(' ')),
  );
  const [only] = called.length > 0 ? called : holding;
  if (only && (called.length === 1 || holding.length === 1)) return only;
  if (holding.length === 0) return null;
  const { ranked } = await rank(
    { text: `button in the row of ${object}`, intent: 'click' },
    holding,
  );
  const clarity = judgeClarity(ranked);
  return clarity.kind === 'clear' ? clarity.best.candidate : null;
}

/** "the email from Ada", "the email below that": what one opens of the only item with the words. */
function findMainOfItem(phrase: string, pool: readonly Candidate[]): Candidate | null {
  const { isItem, words, relation } = readQuery({ text: phrase, intent: 'click' });
  const shift = relation === null ? 0 : relation === 'below' ? 1 : relation === 'above' ? -1 : null;
  if (!isItem || shift === null) return null;
  const keys = words.filter(({ weight }) => weight >= WORD_WEIGHTS.content).map(({ key }) => key);
  const [, ...place] = keys;
  const texts = new Map<string, { list: string; index: number; keys: Set<string> }>();
  for (const { fields, items = [] } of pool) {
    const [item] = items;
    if (!item) continue;
    const name = nameItem(item.list, item.index);
    const known = texts.get(name) ?? { list: item.list, index: item.index, keys: new Set() };
    for (const text of [fields.name, fields.text, ...fields.context.split('\n')]) {
      for (const key of toKeys(text)) known.keys.add(key);
    }
    texts.set(name, known);
  }
  const holding = [...texts.values()].filter(
    (item) => place.length > 0 && place.every((key) => item.keys.has(key)),
  );
  const [only] = holding;
  if (!only || holding.length > 1) return null;
  const inside = pool.filter(
    ({ items, disabled }) =>
      !disabled && items?.[0]?.list === only.list && items[0].index === only.index + shift,
  );
  return MAIN_ROLES.flatMap((role) => inside.filter((each) => each.role === role))[0] ?? null;
}

function nameItem(list: string, index: number): string {
  return `${list} ${String(index)}`;
}
