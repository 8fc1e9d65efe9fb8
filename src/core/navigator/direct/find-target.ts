import type { Intent, PageAction, TabAction, Uid } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { BUTTON_VERBS, ROLE_WORDS, WEAK_VERBS } from '../../ranking/lexicon/query-words.ts';
import { describeCandidate } from '../../ranking/page/describe-candidate.ts';
import { MAIN_ROLES } from '../../ranking/query/apply-item.ts';
import { readQuery } from '../../ranking/query/relation.ts';
import { toKeys, tokenize } from '../../ranking/query/tokenize.ts';
import { CLARITY, WORD_WEIGHTS } from '../../ranking/weights.ts';
import { normalizeName } from '../form-controls.ts';
import type { Step, Task } from '../request/step.ts';
import type { Observation } from '../run/observation.ts';
import { readNumber } from '../same-value.ts';
import { judgeEvidence, listChoices } from './confidence.ts';
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
  /** `needsModel`: only a model can do it. */
  | { kind: 'lost'; text: string; needsModel?: true }
  /** null: a moment. */
  | { kind: 'wait'; seconds: number | null };

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
  context: GroundingContext,
): Promise<FoundTarget> {
  const usable = pool.filter(({ disabled }) => !disabled);
  const called = [usable, pool]
    .map((some) => listCalled(phrase, some))
    .find(({ length }) => length > 0);
  if (called) return chooseCalled({ text: phrase, intent }, called, pool, context);
  const main = intent === 'click' ? findMainOfItem(phrase, pool) : null;
  if (main) return { kind: 'found', candidate: main };
  const query = { text: phrase, intent };
  const result = await context.rank(query, pool);
  const [best] = result.ranked;
  if (!best) return notFound(phrase);
  const placed = intent === 'click' ? null : findByPlace(phrase, pool);
  if (placed) return { kind: 'found', candidate: placed };
  const lack = findLack(query, best.candidate);
  if (lack) return lack;
  const acting =
    intent === 'click' ? await rankActing(phrase, best.candidate, pool, context) : null;
  const judged = acting ? judgeEvidence(acting.query, acting.result) : judgeEvidence(query, result);
  if (judged.kind === 'act') return { kind: 'found', candidate: judged.best };
  if (judged.kind === 'none') return notFound(phrase);
  const asked = new Set(judged.options.map(({ uid }) => uid));
  const { ranked } = acting?.result ?? result;
  const verb = intent === 'click' ? readVerb(phrase) : null;
  const isVerbSaid = ranked.some(
    ({ candidate, matched }) => asked.has(candidate.uid) && matched.includes(verb ?? ''),
  );
  // Pressing "Publish article" doesn't delete it: a question offers only elements that have the verb of the phrase.
  if (verb !== null && !isVerbSaid) return notFound(phrase);
  // They fit equally well, so that the page's order says more than the scores' last digits.
  return askWhich(
    phrase,
    pool.filter(({ uid }) => asked.has(uid)),
  );
}

/** Those that are called by the whole phrase, with or without a word for the kind of control at its end. */
function listCalled(phrase: string, pool: readonly Candidate[]): Candidate[] {
  const named = pool.filter((each) => isCalled(each, phrase));
  if (named.length > 0) return named;
  const [, name = '', kind = ''] = /^(.+?)\s+(\S+)$/u.exec(phrase) ?? [];
  const [, first = '', rest = ''] = /^(\S+)\s+(.+)$/u.exec(phrase) ?? [];
  const behind = listKind(kind, name, pool);
  return behind.length > 0 ? behind : listKind(first, rest, pool);
}

function listKind(kind: string, name: string, pool: readonly Candidate[]): Candidate[] {
  const roles = ROLE_WORDS[kind.toLowerCase()];
  return roles ? pool.filter((each) => roles.includes(each.role) && isCalled(each, name)) : [];
}

function isCalled({ fields }: Candidate, phrase: string): boolean {
  const wanted = normalizeName(phrase);
  const { name, label, text, placeholder, title } = fields;
  return (
    wanted !== '' &&
    [name, label, text, placeholder, title].some((each) => normalizeName(each) === wanted)
  );
}

/** Of several with one name: the one written just so, else the one that the action and its place fit best. */
async function chooseCalled(
  query: RankQuery,
  called: readonly Candidate[],
  pool: readonly Candidate[],
  context: GroundingContext,
): Promise<FoundTarget> {
  const { text: phrase } = query;
  const written = called.filter(
    ({ fields }) => phrase.startsWith(fields.name) && fields.name !== '',
  );
  const among = written.length > 0 ? written : called;
  // The whole pool: the others are what the user can choose instead.
  const { ranked } = await context.rank(query, pool);
  const uids = new Set(among.map(({ uid }) => uid));
  const choices = listChoices(ranked.filter(({ candidate }) => uids.has(candidate.uid)));
  const [best, next] = choices;
  if (!best) return notFound(phrase);
  const isAhead = !next || best.score - next.score >= CLARITY.margin;
  const isPossible = best.parts['impossible'] === undefined;
  if (isAhead && isPossible) return { kind: 'found', candidate: best.candidate };
  const close = new Set(choices.map(({ candidate }) => candidate.uid));
  return askWhich(
    phrase,
    among.filter(({ uid }) => close.has(uid)),
  );
}

/**
 * "Renew the book for Friday": where elements are called by the verb, one of them is meant, and the rest says which.
 * Null where the best one is called so, or none is.
 */
async function rankActing(
  phrase: string,
  best: Candidate,
  pool: readonly Candidate[],
  context: GroundingContext,
): Promise<{ query: RankQuery; result: RankResult } | null> {
  const verb = readVerb(phrase);
  const [, ...rest] = phrase.trim().split(/\s+/u);
  if (verb === null) return null;
  const { ranked } = await context.rank({ text: verb, intent: 'click' }, pool);
  const acting = ranked
    .filter(({ coverage }) => coverage >= CLARITY.sure)
    .map(({ candidate }) => candidate);
  if (acting.length === 0 || acting.some(({ uid }) => uid === best.uid)) return null;
  const query: RankQuery = { text: `${verb} (${rest.join(' ')})`, intent: 'click' };
  return { query, result: await context.rank(query, acting) };
}

/** What is to be done, where a phrase begins with a word that buttons are called by: "delete" of "delete the draft". */
function readVerb(phrase: string): string | null {
  const [first = '', ...rest] = phrase.trim().toLowerCase().split(/\s+/u);
  const isVerb = BUTTON_VERBS.has(first) && !WEAK_VERBS.has(first);
  return isVerb && rest.length > 0 ? first : null;
}

const COMPARING =
  /^(?:cheapest|dearest|most|least|lowest|highest|biggest|largest|smallest|best|worst|oldest|newest|latest|longest|shortest|fastest|slowest|nearest|closest)$/u;

/** What the phrase asks for and the words of a page cannot answer: a comparison, or a number of things. */
function findLack(
  query: RankQuery,
  { fields, options }: Candidate,
): Extract<Grounded, { kind: 'lost' }> | null {
  const known = new Set([...Object.values<string>({ ...fields }), ...options].flatMap(tokenize));
  const unsaid = readQuery(query)
    .words.map(({ text }) => text)
    .filter((word) => !known.has(word));
  const compared = unsaid.find((word) => COMPARING.test(word));
  if (compared !== undefined) {
    const text = `To find the “${compared}” one I would have to compare. That needs a model.`;
    return { kind: 'lost', text, needsModel: true };
  }
  const counted = unsaid.find(
    (word) => word !== 'a' && word !== 'one' && readNumber(word) !== null,
  );
  if (counted === undefined) return null;
  const text = `I could not find “${query.text}” on this page: nothing there says “${counted}”.`;
  return { kind: 'lost', text };
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
