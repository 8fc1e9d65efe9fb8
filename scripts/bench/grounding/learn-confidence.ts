/*
 * Learns how sure a ranking is, from the learn pages of both sets: `npm run make:confidence` writes
 * src/core/navigator/target/confidence-weights.ts. The held-out pages have no say.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { listFeatures } from '../../../src/core/navigator/target/confidence.ts';
import { openSmallEncoder } from '../../../src/core/ranking/encoder/small-encoder.ts';
import type { Trial } from './confidence.ts';
import { collectTrials } from './confidence.ts';
import { SITES, TASKS } from './instructions.ts';

const ROUNDS = 100;
/** Pull towards zero, except of the bias. */
const PRIOR = 1;

const file = new URL('../../../src/core/navigator/target/confidence-weights.ts', import.meta.url);
const table = new URL('../../../public/models/small/table.bin', import.meta.url);
const small = openSmallEncoder(new Uint8Array(await readFile(table)));

const encoder = learn([
  ...(await collectTrials(SITES, { small })),
  ...(await collectTrials(TASKS, { small })),
]);
const words = learn([...(await collectTrials(SITES, {})), ...(await collectTrials(TASKS, {}))]);
const source = `/**
 * Learned by \`npm run make:confidence\`: bias, coverage, margin, meaning, role, found and words, with the small encoder and
 * by words alone.
 */
export const CONFIDENCE = { encoder: [${encoder.join(', ')}], words: [${words.join(', ')}] } as const;
`;
const options = await resolveConfig(file);
await writeFile(file, await format(source, { ...options, parser: 'typescript' }));
console.log(source);

/** Logistic regression by Newton's method. */
function learn(trials: readonly Trial[]): number[] {
  const rows = trials
    .filter(({ isLearn }) => isLearn)
    .map(({ evidence, isRight }) => ({ x: listFeatures(evidence), y: isRight ? 1 : 0 }));
  let weights = (rows[0]?.x ?? []).map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : PRIOR * weight));
    const hessian = weights.map((_, row) =>
      weights.map((__, column) => (row === column && row > 0 ? PRIOR : 1e-6) as number),
    );
    for (const { x, y } of rows) {
      const p =
        1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)));
      x.forEach((value, row) => {
        gradient[row] = (gradient[row] ?? 0) + (p - y) * value;
        const line = hessian[row] ?? [];
        x.forEach(
          (other, column) => (line[column] = (line[column] ?? 0) + p * (1 - p) * value * other),
        );
      });
    }
    const step = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights.map((weight) => Number(weight.toFixed(2)));
}

/** Solves a symmetric positive system by Gaussian elimination. */
function solve(matrix: number[][], values: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0]);
  rows.forEach((pivot, at) => {
    const lead = pivot[at] ?? 1;
    rows.forEach((row, other) => {
      if (other === at) return;
      const factor = (row[at] ?? 0) / lead;
      row.forEach((value, column) => (row[column] = value - factor * (pivot[column] ?? 0)));
    });
  });
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}
