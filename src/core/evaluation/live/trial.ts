import type { RunEvent } from '../../navigator/run/run-event.ts';

/** What came of a trial. */
export const CATEGORIES = ['done', 'wrong', 'asked', 'declined', 'failed', 'unchecked'] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_WORDS: Record<Category, string> = {
  done: 'done: the page says so',
  wrong: 'wrong: called done, but the page says otherwise',
  asked: 'asked a question',
  declined: 'declined, and did nothing',
  failed: 'failed: tried, and gave up or ran out of time',
  unchecked: 'unchecked: the suite’s own evaluator decides',
};

export interface NavigatorReport {
  /** How the run ended; `late`: after the suite's time. */
  ended: 'done' | 'asked' | 'stopped' | 'failed' | 'late';
  /** Actions performed. */
  actions: number;
  /** What was said last; empty if nothing. */
  answer: string;
}

/** What the page said at the end; null where it says nothing. */
export interface PageVerdict {
  isOver: boolean;
  /** Above 0 for done right. */
  reward: number;
}

/** One run of one task. */
export interface Trial {
  suite: string;
  task: string;
  seed: number;
  instruction: string;
  category: Category;
  /** The navigator said that it is done. */
  isClaimed: boolean;
  answer: string;
  reward: number | null;
  actions: number;
  /** From the instruction to the navigator's end. */
  seconds: number;
  /** Of a model; null without one. */
  tokens: { prompt: number; completion: number } | null;
  /** In the currency of the prices; null if unknown. */
  cost: number | null;
  /** Why there was no fair trial, such as a page that didn't load. */
  error?: string;
}

export function nameTrial({ suite, task, seed }: Pick<Trial, 'suite' | 'task' | 'seed'>): string {
  return `${suite} ${task} #${seed}`;
}

/** The page decides what is done; the navigator only what it is called if it isn't. */
export function judgeTrial(report: NavigatorReport, verdict: PageVerdict | null): Category {
  if (!verdict) return 'unchecked';
  if (verdict.isOver && verdict.reward > 0) return 'done';
  if (report.ended === 'done') return 'wrong';
  if (report.ended === 'asked') return 'asked';
  return report.actions === 0 && report.ended === 'failed' ? 'declined' : 'failed';
}

/** Reads a run of the copilot. A run that ends with words alone has claimed nothing. */
export function readReport(events: readonly RunEvent[], isLate: boolean): NavigatorReport {
  const actions = events.filter((event) => event.type === 'acted' && !event.later).length;
  const said = events.flatMap((event) => {
    if (event.type === 'said' && !event.repeats) return [event.text];
    if (event.type === 'asked') return [event.question];
    return event.type === 'failed' ? [event.message] : [];
  });
  const last = events.at(-1);
  const ended = last?.type === 'ended' ? last.outcome : 'failed';
  return { ended: isLate ? 'late' : ended, actions, answer: said.at(-1) ?? '' };
}

/** The answer in the form of WebArena-Verified (its documentation, "Agent response"). */
export function writeAgentResponse({ ended, actions, answer }: NavigatorReport): object {
  const isDone = ended === 'done';
  const type = answer !== '' ? 'RETRIEVE' : actions > 0 ? 'MUTATE' : 'NAVIGATE';
  return {
    task_type: type,
    status: isDone ? 'SUCCESS' : 'UNKNOWN_ERROR',
    retrieved_data: isDone && type === 'RETRIEVE' ? [answer] : null,
    error_details: isDone ? null : answer || 'The navigator did not finish.',
  };
}
