import type { Intent, PageAction, TabAction, Uid } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { describeCandidate } from '../../ranking/describe-candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import { toKeys } from '../../ranking/keys.ts';
import { readQuery } from '../../ranking/read-query.ts';
import { findMainOfItem, judgeTie, lacksVerb } from './judge-tie.ts';
import type { Observation } from '../observation.ts';
import type { LastAct } from './last-act.ts';
import type { Step, Task } from '../request/step.ts';

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
export interface Sight {
  observation: Observation;
  lastField: Uid | null;
  /** What the last request did, for follow-ups. */
  acts?: readonly LastAct[];
  /** What was on the page before the step under way changed it: a list it opened is not in it. */
  before: ReadonlySet<Uid>;
  rank(query: RankQuery, candidates: readonly Candidate[]): Promise<RankResult>;
}

export type Found =
  | { kind: 'found'; candidate: Candidate }
  | Extract<Grounded, { kind: 'ask' }>
  | Extract<Grounded, { kind: 'lost' }>;

/** The one candidate of `pool` that a phrase names, or a question, or that there is none. */
export async function findTarget(
  phrase: string,
  intent: Intent | null,
  pool: readonly Candidate[],
  sight: Sight,
): Promise<Found> {
  if (pool.length === 0) return lose(phrase);
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
  if (clarity.kind === 'none') return lose(phrase);
  if (clarity.kind === 'clear') return askWhich(phrase, [clarity.best.candidate]);
  // They fit equally well, so that the page's order says more than the scores' last digits.
  const close = new Set(clarity.options.map(({ candidate }) => candidate.uid));
  return askWhich(
    phrase,
    pool.filter(({ uid }) => close.has(uid)),
  );
}

/** Answers to click; further ones can still be typed. */
export const MOST_SHOWN = 6;

/** "type hello in Notes" where Notes is the heading of a part with one field: the only one there. */
function findByPlace(phrase: string, pool: readonly Candidate[]): Candidate | null {
  const wanted = readQuery({ text: phrase, intent: null }).bare.join(' ');
  if (wanted === '') return null;
  const there = pool.filter(({ fields }) =>
    fields.context.split('\n').some((line) => toKeys(line).join(' ') === wanted),
  );
  return there.length === 1 ? (there[0] ?? null) : null;
}

export function lose(phrase: string): Extract<Grounded, { kind: 'lost' }> {
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
      : `I found ${String(options.length)} that fit “${phrase}”. Which one?${options.length > MOST_SHOWN ? ` These are the first ${String(MOST_SHOWN)}; you can also name another.` : ''}`;
  return { kind: 'ask', question, options };
}
