import type { TrialFigures } from './measure-kinds.ts';
import type { PromptFigures } from './measure-prompts.ts';
import type { StopFigures } from './measure-stop.ts';
import type { TimeFigures } from './measure-time.ts';
import { takeMedian } from '../recorder/median.ts';

export interface Figures {
  prompts: PromptFigures[];
  /** Median over the sizes. */
  times_fewer_than_dom: number;
  time: TimeFigures;
  stopMs: StopFigures;
  actions: TrialFigures;
}

type Goals = Record<string, boolean>;

const FEWER_THAN_DOM = 20;
const MOST_TO_ACTION_MS = 300;
const MOST_TO_STOP_MS = 200;

export function sumUp(
  prompts: PromptFigures[],
  time: TimeFigures,
  stopMs: StopFigures,
  actions: TrialFigures,
): Figures {
  const times = takeMedian(prompts.map((each) => each.times_fewer_than_dom));
  return { prompts, times_fewer_than_dom: times, time, stopMs, actions };
}

export function judgeFigures({
  prompts,
  times_fewer_than_dom,
  time,
  stopMs,
  actions,
}: Figures): Goals {
  return {
    '20 times fewer tokens than the DOM (median of sizes)': times_fewer_than_dom >= FEWER_THAN_DOM,
    '20 times fewer tokens than the DOM (every size)': prompts.every(
      (each) => each.times_fewer_than_dom >= FEWER_THAN_DOM,
    ),
    'target recall as good as the DOM': prompts.every(
      (each) => each.ours_recall >= each.dom_recall,
    ),
    'under 300 ms from message to action': time.to_action < MOST_TO_ACTION_MS,
    'stopped within 200 ms, mid-typing and mid-request': stopMs.slowest < MOST_TO_STOP_MS,
    'all actions that pages accept': actions.success === actions.trials,
    'never a false success': actions.false_successes.length === 0,
  };
}

export function printFigures({ prompts, time, stopMs, actions }: Figures, goals: Goals): void {
  console.log('\nTokens of a prompt, and whether what is asked for is in it');
  console.table(prompts);
  console.log('From message to action, medians, ms, the model answering at once');
  console.table([time]);
  console.log('From Esc to the end, medians, ms');
  console.table([stopMs]);
  console.log('Actions, by what the page holds afterwards');
  console.table(actions.kinds);
  console.log(
    `Told as not done: ${actions.unable_told} of ${actions.unable} that the pages do not take.`,
  );
  for (const each of actions.missed) console.log(`Missed: ${each}`);
  for (const each of actions.false_successes) console.log(`False success: ${each}`);
  for (const [goal, met] of Object.entries(goals)) {
    console.log(`${met ? 'met   ' : 'MISSED'} ${goal}`);
  }
}
