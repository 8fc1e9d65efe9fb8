import { lintDemonstration } from '../../../core/demonstration/lint.ts';
import { eachDemonstration } from '../open-input.ts';
import type { Emit, Input } from '../task.ts';

/** One line per finding, and per demonstration one with their number. */
export async function lintInput(input: Input, emit: Emit): Promise<void> {
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
      const place = turn === null ? path : `${path}: turn ${turn + 1}`;
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
