import path from 'node:path';
import type { Row } from '../../../core/evaluation/row.ts';
import { isRankRow } from '../../../core/evaluation/row.ts';
import { flattenFigures, writeCsvLine } from '../csv.ts';
import { writeWhole } from './run-folder.ts';

const PLACE = ['input', 'demonstration', 'shortcode', 'turn', 'turnId', 'intent', 'site', 'split'];
const RANKS = [...PLACE, 'candidates', 'targetRank'];
const ACTIONS = [
  ...[...PLACE, 'predicted', 'intentMatch', 'exactMatch', 'iou', 'chrf', 'urlf', 'overall'],
  ...['step.element', 'step.operationF1', 'step.success', 'reference', 'output'],
  ...['usage.promptTokens', 'usage.completionTokens', 'usage.cost', 'usage.cached'],
];

/** turns.csv, summary.json and summary.csv. */
export async function writeTables(
  folder: string,
  rows: readonly Row[],
  summary: Record<string, unknown>,
): Promise<void> {
  const turns = rows.filter((row) => row.type === 'turn');
  const columns = turns.some(isRankRow) ? RANKS : ACTIONS;
  const lines = turns.map((row) => {
    const cells = new Map<string, unknown>([...Object.entries(row), ...flattenFigures(row)]);
    return writeCsvLine(columns.map((column) => cells.get(column)));
  });
  await writeWhole(path.join(folder, 'turns.csv'), writeCsvLine(columns) + lines.join(''));
  await writeWhole(path.join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  const figures = flattenFigures(summary).map((row) => writeCsvLine(row));
  const head = writeCsvLine(['figure', 'value']);
  await writeWhole(path.join(folder, 'summary.csv'), head + figures.join(''));
}
