import { lintDemonstration } from '../../core/demonstration/lint/lint.ts';
import type { Emit, Input } from './open-input.ts';
import { eachDemonstration, emitFault } from './open-input.ts';
import { convertInput } from './tasks/convert.ts';
import type { EvaluateContext } from './tasks/evaluate.ts';
import { evaluateInput } from './tasks/evaluate.ts';
import { findPersonalTexts } from './tasks/pseudonyms.ts';
import { rankInput } from './tasks/rank.ts';
import { readReviews } from './tasks/reviews.ts';
import { measureInput } from './tasks/stats.ts';
import { surveyInput } from './tasks/survey.ts';

/** What is done with an input, by the name of the order. */
const TASKS = {
  lint: lintInput,
  stats: measureInput,
  reviews: readReviews,
  personal: findPersonalTexts,
  survey: surveyInput,
  convert: convertInput,
  evaluate: evaluateInput,
  rank: rankInput,
};
type Tasks = typeof TASKS;

/** Crosses threads by structured clone. */
export type Order = {
  [C in keyof Tasks]: { command: C } & (Parameters<Tasks[C]>[2] extends undefined
    ? object
    : { options: Parameters<Tasks[C]>[2] });
}[keyof Tasks];

export interface Task {
  order: Order;
  input: Input;
}

type AnyTask = (input: Input, emit: Emit, options: unknown, context: unknown) => Promise<void>;

/** Does what was ordered with one input. Never rejects: what goes wrong becomes a fault. */
export async function runTask(
  { order, input }: Task,
  emit: Emit,
  context: EvaluateContext = {},
): Promise<void> {
  try {
    if (input.kind === 'page' && order.command !== 'rank') {
      throw new Error('a page by itself is no demonstration');
    }
    const task = TASKS[order.command] as AnyTask;
    await task(input, emit, 'options' in order ? order.options : undefined, context);
  } catch (error) {
    emitFault(emit, input.path, error);
  }
}

/** One line per finding, and per demonstration one with their number. */
async function lintInput(input: Input, emit: Emit): Promise<void> {
  await eachDemonstration(input, emit, async ({ path, content, notes }) => {
    const counts = { errors: 0, warnings: 0 };
    const places = new Map(content.turns.map((turn, index) => [turn.id, index]));
    for (const note of notes) {
      counts.warnings += 1;
      const data = { type: 'finding', input: path, turn: null, rule: 'file', severity: 'warning' };
      emit({
        kind: 'finding',
        text: `${path}: warning: ${note}`,
        data: { ...data, message: note },
      });
    }
    for await (const { turnId, rule, severity, message } of lintDemonstration(content)) {
      counts[severity === 'error' ? 'errors' : 'warnings'] += 1;
      const turn = turnId === null ? null : (places.get(turnId) ?? null);
      const place = turn === null ? path : `${path}: turn ${turn}`;
      emit({
        kind: 'finding',
        text: `${place}: ${severity}: ${message} [${rule}]`,
        data: { type: 'finding', input: path, turn, turnId, rule, severity, message },
      });
    }
    const demonstration = content.demonstration.id;
    const turns = content.turns.length;
    const data = { type: 'linted', input: path, demonstration, turns, ...counts };
    emit({ kind: 'result', text: null, data });
  });
}
