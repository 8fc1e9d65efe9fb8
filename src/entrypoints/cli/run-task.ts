import { lintDemonstration } from '../../core/demonstration/lint/lint.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import type { Emit, Input } from './open-input.ts';
import { eachDemonstration, emitFault } from './open-input.ts';
import type { Task } from './task.ts';
import { convertInput } from './tasks/convert.ts';
import type { EvaluateContext } from './tasks/evaluate.ts';
import { evaluateInput } from './tasks/evaluate.ts';
import { findPersonalTexts } from './tasks/pseudonyms.ts';
import { rankInput } from './tasks/rank.ts';
import { readReviews } from './tasks/reviews.ts';
import { measureInput } from './tasks/stats.ts';

/** Does what was ordered with one input. Never rejects: what goes wrong becomes a fault. */
export async function runTask(
  { order, input }: Task,
  emit: Emit,
  context?: EvaluateContext,
): Promise<void> {
  try {
    if (input.kind === 'page' && order.command !== 'rank') {
      emitFault(emit, input.path, new Error('a page by itself is no demonstration'));
      return;
    }
    if (input.kind === 'review' && order.command !== 'reviews') {
      emitFault(emit, input.path, new ImportFault('only the command “reviews” reads this file'));
      return;
    }
    switch (order.command) {
      case 'lint':
        await lintInput(input, emit);
        break;
      case 'stats':
        await measureInput(input, emit);
        break;
      case 'reviews':
        await readReviews(input, emit);
        break;
      case 'personal':
        await findPersonalTexts(input, emit);
        break;
      case 'convert':
        await convertInput(input, order.options, emit);
        break;
      case 'evaluate':
        await evaluateInput(input, order.options, emit, context);
        break;
      case 'rank':
        await rankInput(input, order.options, emit);
        break;
    }
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
