import { convertInput } from './tasks/convert.ts';
import type { EvaluateContext } from './tasks/evaluate.ts';
import { evaluateInput } from './tasks/evaluate.ts';
import { lintInput } from './tasks/lint.ts';
import { rankInput } from './tasks/rank.ts';
import { measureInput } from './tasks/stats.ts';
import { emitFault } from './open-input.ts';
import type { Emit, Task } from './task.ts';

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
    switch (order.command) {
      case 'lint':
        await lintInput(input, emit);
        break;
      case 'stats':
        await measureInput(input, emit);
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
