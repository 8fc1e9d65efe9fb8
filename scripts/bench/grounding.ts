/*
 * How often each ranker puts the right element first: `npm run bench:grounding`. Pages and instructions are
 * in grounding/, written by somebody who had not seen the lexicon; whoever changes the ranker looks at the
 * learn half only. Ends with `RESULT {json}`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openSmallEncoder } from '../../src/core/ranking/small/small-encoder.ts';
import { ablateParts } from './grounding/ablate.ts';
import { readInstructions, readPages } from './grounding/instructions.ts';
import { openPages } from './grounding/open-pages.ts';
import { rankPages } from './grounding/rank-pages.ts';
import type { Rankers } from './grounding/rank-pages.ts';
import { measureGroups, printGroups, writeMisses } from './grounding/report.ts';
import { splitPages } from './grounding/split.ts';

const pages = await readPages();
const instructions = await readInstructions();
const split = splitPages(instructions);
const table = new URL('../../public/models/small/table.bin', import.meta.url);
const small = openSmallEncoder(new Uint8Array(await readFile(table)));
const rankers: Rankers = new Map([
  ['lexical', {}],
  ['lexical + small', { small }],
]);

const opened = await openPages(pages, 'take-script.ts');
const outcomes = await rankPages(instructions, opened, rankers).finally(() => opened.close());

const result: Record<string, unknown> = {
  benchmark: 'grounding',
  pages: pages.size,
  instructions: instructions.length,
};
for (const [ranker, answered] of outcomes) {
  const groups = measureGroups(answered, split);
  printGroups(ranker, groups);
  const heldOut = answered.filter(({ instruction }) => split.heldOut.includes(instruction.page));
  const parts = ablateParts(heldOut);
  console.log(`\n${ranker}: what is lost without each part of the score, held-out pages`);
  console.table(parts);
  const sorted = answered.map(({ ms }) => ms).sort((one, other) => one - other);
  result[ranker] = {
    ...Object.fromEntries(groups),
    missing: answered.filter(({ rank }) => rank === Infinity).length,
    medianMs: sorted[sorted.length >> 1],
    parts,
  };
}
const [first = []] = outcomes.values();
const missing = first.filter(({ rank }) => rank === Infinity).map(({ instruction }) => instruction);
console.log(`\n${missing.length} targets are no candidates, on the learn pages:`);
for (const { id, page, text } of missing)
  if (split.learn.includes(page)) console.log(`  ${id}: ${text}`);
console.log(`\nThe worst misses: ${fileURLToPath(await writeMisses(first, split))}`);
console.log(`RESULT ${JSON.stringify(result, round)}`);

function round(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}
