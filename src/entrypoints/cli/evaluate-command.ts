import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import path from 'node:path';
import { flattenFigures, writeCsvLine } from './csv.ts';
import { createRankTally, createScoreTally } from './evaluation-tally.ts';
import type { Printer } from './printer.ts';
import type { Emit } from './task.ts';
import type { EvaluateOptions } from './tasks/evaluate.ts';

const COLUMNS = {
  scores: [
    ...['input', 'demonstration', 'turn', 'turnId', 'intent', 'predicted'],
    ...['intentMatch', 'exactMatch', 'iou', 'chrf', 'urlf', 'overall'],
  ],
  ranks: ['input', 'demonstration', 'turn', 'turnId', 'intent', 'candidates', 'targetRank'],
};

/**
 * Gathers what the tasks say: a line per turn into turns.csv, the figures into summary.json and
 * summary.csv, when there is a folder for them; the figures are printed in any case.
 */
export async function evaluateAll(
  run: (emit: Emit) => Promise<void>,
  { of }: EvaluateOptions,
  out: string | null,
  printer: Printer,
): Promise<void> {
  const isRanker = of.kind === 'lexical';
  const tally = isRanker ? createRankTally() : createScoreTally();
  const columns = isRanker ? COLUMNS.ranks : COLUMNS.scores;
  const table = out === null ? null : await openTable(path.join(out, 'turns.csv'), columns);
  await run((line) => {
    if (line.data['type'] === 'turn') {
      tally.add(line.data);
      table?.write(columns.map((column) => line.data[column]));
    }
    printer.emit(line);
  });
  const summary = { type: 'summary', of: of.kind, ...tally.summarize() };
  if (out !== null) {
    await table?.close();
    await writeWhole(path.join(out, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
    const rows = flattenFigures(summary).map((row) => writeCsvLine(row));
    await writeWhole(
      path.join(out, 'summary.csv'),
      writeCsvLine(['figure', 'value']) + rows.join(''),
    );
  }
  printer.print(describeSummary(summary), summary);
}

function describeSummary(summary: Record<string, unknown>): string {
  return flattenFigures(summary)
    .filter(([name]) => name !== 'type' && !name.startsWith('byIntent.'))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

/** Lines go to a file beside it, which gets the name when it is whole. */
async function openTable(file: string, columns: readonly string[]) {
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.part-${process.pid}`;
  const stream = createWriteStream(part);
  stream.write(writeCsvLine(columns));
  return {
    write: (cells: readonly unknown[]) => stream.write(writeCsvLine(cells)),
    async close() {
      stream.end();
      await once(stream, 'finish');
      await rename(part, file);
    },
  };
}

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part-${process.pid}`, text);
  await rename(`${file}.part-${process.pid}`, file);
}
