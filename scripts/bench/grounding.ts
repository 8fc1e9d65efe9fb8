/*
 * `npm run bench:grounding` measures how often each ranker puts the right element first. Pages and instructions are in
 * grounding/; half of them (the test half) must stay unread by people who change the ranker. Ends with
 * `RESULT {json}`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openSmallEncoder } from '../../src/core/ranking/encoder/small-encoder.ts';
import { collectTrials, measureDecisions, measureReliability } from './grounding/confidence.ts';
import { ablateBySubset, ablateParts } from './grounding/ablate.ts';
import { readInstructions, readPages, SITES, TASKS } from './grounding/instructions.ts';
import type { InstructionSet } from './grounding/instructions.ts';
import { openPages } from './grounding/open-pages.ts';
import { rankPages } from './grounding/rank-pages.ts';
import type { Rankers } from './grounding/rank-pages.ts';
import { measureGroups, printGroups, writeMisses } from './grounding/report.ts';
import { measureShown } from './grounding/measure-shown.ts';
import { splitPages } from './grounding/split.ts';

const table = new URL('../../public/models/small/table.bin', import.meta.url);
const small = openSmallEncoder(new Uint8Array(await readFile(table)));
const rankers: Rankers = new Map([
  ['lexical', {}],
  ['lexical + small', { small }],
]);

const sites = await measureSet(SITES);
const tasks = await measureSet(TASKS);
console.log(
  '\nWhat each part of the score is worth, both sets and halves, with the small encoder:',
);
const both = [...sites.answered, ...tasks.answered];
const parts = ablateBySubset(both);
console.table(parts);
console.log(`\nThe worst misses: ${fileURLToPath(await writeMisses(sites.answered, sites.split))}`);
const trials = [
  ...(await collectTrials(SITES, { small })),
  ...(await collectTrials(TASKS, { small })),
];
const confidence = Object.fromEntries(
  (['learn', 'heldOut'] as const).map((half) => {
    const own = trials.filter(({ isLearn }) => isLearn === (half === 'learn'));
    const [reliability, decisions] = [measureReliability(own), measureDecisions(own)];
    console.log(`\nHow sure the navigator without a model is, and how often it is right, ${half}:`);
    console.table(reliability);
    console.table([decisions]);
    return [half, { reliability, decisions }];
  }),
);
const result = { benchmark: 'grounding', ...sites.result, tasks: tasks.result, parts, confidence };
console.log(`RESULT ${JSON.stringify(result, round)}`);

/** Ranks and prints one set; `answered` is what the last of the rankers made of it. */
async function measureSet(set: InstructionSet) {
  const pages = await readPages(set);
  const instructions = await readInstructions(set);
  const split = splitPages(instructions);
  const name = set === TASKS ? 'tasks' : 'sites';
  const opened = await openPages(pages, 'take-script.ts');
  const outcomes = await rankPages(instructions, opened, rankers);
  await opened.close();
  const result: Record<string, unknown> = {
    pages: pages.size,
    instructions: instructions.length,
  };
  for (const [ranker, answered] of outcomes) {
    const groups = measureGroups(answered, split);
    printGroups(`${name}, ${ranker}`, groups);
    const heldOut = answered.filter(({ instruction }) => split.heldOut.includes(instruction.page));
    const lost = ablateParts(heldOut);
    console.log(
      `\n${name}, ${ranker}: what is lost without each part of the score, held-out pages`,
    );
    console.table(lost);
    const shown = {
      learn: measureShown(answered, split.learn),
      heldOut: measureShown(answered, split.heldOut),
    };
    console.log(`\n${name}, ${ranker}: what a prompt shows, against the ten best`);
    console.table(shown);
    const sorted = answered.map(({ ms }) => ms).sort((one, other) => one - other);
    result[ranker] = {
      ...Object.fromEntries(groups),
      missing: answered.filter(({ rank }) => rank === Infinity).length,
      medianMs: sorted[sorted.length >> 1],
      parts: lost,
      shown,
    };
  }
  const answered = [...outcomes.values()].at(-1) ?? [];
  const missing = answered.filter(({ rank, instruction }) => {
    return rank === Infinity && split.learn.includes(instruction.page);
  });
  console.log(`\n${name}: ${missing.length} targets on the learn pages are no candidates`);
  for (const { instruction } of missing) console.log(`  ${instruction.id}: ${instruction.text}`);
  return { result, answered, split };
}

function round(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}
