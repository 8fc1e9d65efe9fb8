import type { Headway } from '../../../core/evaluation/estimate.ts';
import type { Row } from '../../../core/evaluation/row.ts';
import type { Printer } from '../printer.ts';
import type { Emit, Input } from '../task.ts';
import type { Notice } from '../tasks/evaluate.ts';
import type { RunFolder } from './run-folder.ts';

/** Takes what the tasks say: into the journal, to the printer, and into what the figures are of. */
export interface Gathering {
  emit: Emit;
  /** The inputs that still have to be worked on; the rows of the others are taken over. */
  skipDone(inputs: readonly Input[], mark: (input: Input) => Promise<string>): Promise<Input[]>;
  /** The rows of this run, each once. */
  rows(): Row[];
  headway(): Omit<Headway, 'inputs' | 'elapsed'>;
  /** Turns that could not be answered. */
  unanswered(): number;
  /** What questions have cost, in this run and before. */
  spentBefore(): number;
}

/** `run` null: everything stays in memory. */
export function createGathering(run: RunFolder | null, printer: Printer): Gathering {
  const rows = new Map<string, Row>();
  const count = { opened: 0, turns: 0, judged: 0, kept: 0, unanswered: 0 };
  const reuse = (key: string): void => {
    const row = run?.rows.get(key);
    if (row === undefined || rows.has(key)) return;
    rows.set(key, row);
    if (row.type === 'turn') count.kept += 1;
  };
  const hear = (data: Row | Notice): void => {
    switch (data.type) {
      case 'opened':
        count.opened += 1;
        count.turns += data.turns;
        return;
      case 'kept':
        reuse(data.key);
        return;
      case 'unanswered': {
        count.unanswered += 1;
        if (!data.failed) return;
        const text = `${data.input}: turn ${data.turn + 1}: ${data.reason}; not counted, asked again next time`;
        printer.emit({ kind: 'fault', text, data: { ...data, type: 'fault' } });
        return;
      }
      case 'input':
        run?.append(data);
        return;
      default:
        if (rows.has(data.key)) return;
        rows.set(data.key, data);
        run?.append(data);
        if (data.type === 'turn') count.judged += 1;
        if (data.type !== 'demonstration')
          printer.emit({ kind: 'result', text: null, data: { ...data } });
    }
  };
  return {
    emit(line) {
      if (line.kind === 'result') hear(line.data as unknown as Row | Notice);
      else printer.emit(line);
    },
    async skipDone(inputs, mark) {
      const left: Input[] = [];
      for (const input of inputs) {
        const done = run?.inputs.get(input.path);
        const isSame = done && (await mark(input).catch(() => null)) === done.mark;
        if (!isSame) {
          left.push(input);
          continue;
        }
        count.opened += 1;
        for (const key of done.keys) reuse(key);
        count.turns += done.keys.length;
      }
      return left;
    },
    rows: () => [...rows.values()],
    headway: () => ({ ...count }),
    unanswered: () => count.unanswered,
    spentBefore: () =>
      [...(run?.rows.values() ?? [])].reduce(
        (sum, row) => sum + ('usage' in row ? (row.usage?.cost ?? 0) : 0),
        0,
      ),
  };
}
