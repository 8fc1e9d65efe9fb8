import type { TrialFigures } from './measure-kinds.ts';
import type { PromptFigures } from './measure-prompts.ts';
import type { StopFigures } from './measure-stop.ts';
import type { TimeFigures } from './measure-time.ts';
import {
  DEFAULT_ENDPOINT,
  STRATEGY_NAMES,
} from '../../../src/core/navigator/model/endpoint-settings.ts';
import { takeMedian } from '../recorder/median.ts';

export interface Figures {
  prompts: PromptFigures[];
  /** One question of the usual strategy against the DOM: median and least over the sizes. */
  times_fewer_than_dom: number;
  least_times_fewer_than_dom: number;
  /** Likewise where tools are offered, whose descriptions are the same in each question: the median. */
  times_fewer_than_dom_with_tools: number;
  /** Of every strategy, likewise; of all sizes the least recall. */
  strategies: Record<string, { median: number; least: number; recall: number }>;
  time: TimeFigures;
  stopMs: StopFigures;
  actions: TrialFigures;
}

/** What endpoints have unless something else is chosen. */
const USUAL = DEFAULT_ENDPOINT.strategy;

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
  const strategies = Object.fromEntries(
    STRATEGY_NAMES.map((name) => {
      const own = prompts.flatMap((page) =>
        page.strategies.filter((each) => each.strategy === name),
      );
      const times = own.map((each) => each.times_fewer_than_dom);
      const recall = Math.min(...own.map((each) => each.recall));
      return [name, { median: takeMedian(times), least: Math.min(...times), recall }];
    }),
  );
  const { median = NaN, least = NaN } = strategies[USUAL] ?? {};
  const withTools = prompts.flatMap((page) =>
    page.strategies.flatMap((each) =>
      each.strategy === USUAL ? [each.times_fewer_than_dom_with_tools] : [],
    ),
  );
  return {
    prompts,
    times_fewer_than_dom: median,
    least_times_fewer_than_dom: least,
    times_fewer_than_dom_with_tools: takeMedian(withTools),
    ...{ strategies, time, stopMs, actions },
  };
}

export function judgeFigures({
  prompts,
  times_fewer_than_dom,
  least_times_fewer_than_dom,
  times_fewer_than_dom_with_tools,
  time,
  stopMs,
  actions,
}: Figures): Goals {
  return {
    '20 times fewer tokens than the DOM (median of sizes)': times_fewer_than_dom >= FEWER_THAN_DOM,
    '20 times fewer tokens than the DOM (every size)': least_times_fewer_than_dom >= FEWER_THAN_DOM,
    '20 times fewer tokens than the DOM (median of sizes, with tools)':
      times_fewer_than_dom_with_tools >= FEWER_THAN_DOM,
    'target recall as good as the DOM': prompts.every(({ strategies, dom_recall }) =>
      strategies.every(({ recall }) => recall >= dom_recall),
    ),
    'under 300 ms from message to action': time.to_action < MOST_TO_ACTION_MS,
    'stopped within 200 ms, mid-typing and mid-request': stopMs.slowest < MOST_TO_STOP_MS,
    'all actions that pages accept': actions.success === actions.trials,
    'never a false success': actions.false_successes.length === 0,
  };
}

export function printFigures({ prompts, time, stopMs, actions }: Figures, goals: Goals): void {
  console.log('\nTokens of a prompt, and whether what is asked for is in it');
  console.table(prompts.map((page) => ({ ...page, strategies: undefined })));
  for (const { elements, strategies } of prompts) {
    console.log(`${elements} elements`);
    console.table(strategies);
  }
  console.log('From message to action, medians, ms, the model answering at once');
  console.table([time]);
  console.log('From Esc to the end, medians, ms');
  console.table([stopMs]);
  console.log('Actions, by what the page holds afterwards');
  console.table(actions.kinds);
  console.log(
    `Reported as not done: ${actions.unable_reported} of ${actions.unable} that the pages do not take.`,
  );
  for (const each of actions.missed) console.log(`Missed: ${each}`);
  for (const each of actions.false_successes) console.log(`False success: ${each}`);
  for (const [goal, met] of Object.entries(goals)) {
    console.log(`${met ? 'met   ' : 'MISSED'} ${goal}`);
  }
}
