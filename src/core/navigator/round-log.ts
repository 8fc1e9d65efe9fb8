import type { PageAction, TabAction } from '../action/action.ts';
import type { Receipt } from '../action/receipt.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { describeTask } from './describe-task.ts';
import { describeDone, joinWords } from './describe.ts';
import type { Task } from './request/step.ts';

/** What one round has done so far, for its closing words. */
export interface RoundLog {
  acts: Act[];
  /** What was found to be so already, as sentences. */
  notes: string[];
  /** What came of the last action, where more was looked at than its receipt; null otherwise. */
  outcome: string | null;
  /** What was ordered so far, each with the page it was ordered on; see `isLoop`. */
  trail: string[];
  /** An action that was ordered and has not answered yet. */
  open: { action: PageAction | TabAction; target: Candidate | null } | null;
}

export interface Act {
  turnId: string;
  action: PageAction | TabAction;
  target: Candidate | null;
  /** What was on the page before. */
  among: readonly Candidate[];
  receipt: Receipt;
  /** What came of it, in words. */
  outcome: string;
  /** What was done, to follow "I". */
  done: string;
  /** Goes without saying once what it led to is done. */
  isPart: boolean;
  /** The page took it back after it was told as done. */
  isTakenBack?: true;
}

export function startRoundLog(): RoundLog {
  return { acts: [], notes: [], outcome: null, trail: [], open: null };
}

/** What was done and what came of it: `I clicked Add to cart: “Added to cart” appeared.` */
export function summarise({ acts, notes, outcome }: RoundLog): string {
  const last = acts.at(-1);
  if (!last) return notes.join(' ');
  return [...notes, `I ${listDone(acts)}: ${outcome ?? last.outcome}.`].join(' ');
}

/** What is left undone after a step failed; empty when there is nothing to tell. */
export function describeRest(log: RoundLog, rest: readonly Task[]): string {
  const done = log.acts.filter((act) => act.receipt.verdict !== 'unchanged' && !act.isTakenBack);
  const before = done.length > 0 ? `Before that I ${listDone(done)}.` : '';
  const left = rest.length > 0 ? `I did not go on to ${joinWords(rest.map(describeTask))}.` : '';
  return [before, left].filter((sentence) => sentence !== '').join(' ');
}

/** What was done before a stop, and what is not known to be done. */
export function describeStop({ acts, open }: RoundLog): string {
  const done = acts.length > 0 ? `Before that I ${listDone(acts)}.` : '';
  if (open) {
    const doing = describeDone(open.action, open.target);
    return `Stopped. It is not certain whether I ${doing}: please look at the page. ${done}`.trim();
  }
  return done === '' ? 'Stopped. I did nothing on the page.' : `Stopped. ${done}`;
}

function listDone(acts: readonly Act[]): string {
  const whole = acts.filter(({ isPart }, at) => !isPart || at === acts.length - 1);
  return joinWords(mergeSame(whole.map(({ done }) => done)));
}

/** The same thing several times in a row is told once, with its number. */
function mergeSame(told: readonly string[]): string[] {
  const runs: { words: string; times: number }[] = [];
  for (const words of told) {
    const last = runs.at(-1);
    if (last?.words === words) last.times += 1;
    else runs.push({ words, times: 1 });
  }
  return runs.map(({ words, times }) => (times === 1 ? words : `${words} ${nameTimes(times)}`));
}

function nameTimes(times: number): string {
  return times === 2 ? 'twice' : `${String(times)} times`;
}
