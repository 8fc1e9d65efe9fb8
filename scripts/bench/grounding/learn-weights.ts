/*
 * Learns what the parts of a score are worth against one another, from the learn pages of both sets:
 * `npm run make:weights` writes src/core/ranking/weights.ts; with `-- --check` it says whether that is
 * what comes out. The held-out pages have no say.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { FUSION } from '../../../src/core/ranking/weights.ts';
import { weighParts, learnFactors } from '../../../src/core/ranking/learning/factors.ts';
import type { Choice, Parts } from '../../../src/core/ranking/learning/choice.ts';
import { openSmallEncoder } from '../../../src/core/ranking/encoder/small-encoder.ts';
import { readInstructions, readPages, SITES, TASKS } from './instructions.ts';
import type { InstructionSet } from './instructions.ts';
import { openPages } from './open-pages.ts';
import { rankPages } from './rank-pages.ts';
import type { Outcome, Rankers } from './rank-pages.ts';
import { splitPages } from './split.ts';

/** Pull towards what was set by hand, in units of one choice: of 5, 30 and 100 the best on pages left out. */
const PRIOR = 100;
const RIVALS = 60;

const file = new URL('../../../src/core/ranking/weights.ts', import.meta.url);
const table = new URL('../../../public/models/small/table.bin', import.meta.url);
const small = openSmallEncoder(new Uint8Array(await readFile(table)));
const rankers: Rankers = new Map([
  ['lexical', {}],
  ['lexical + small', { small }],
]);
const names = Object.keys(FUSION) as (keyof typeof FUSION)[];

const choices = [...(await collect(SITES)), ...(await collect(TASKS))];
const factors = learnFactors(choices, PRIOR);
// As large as by hand on the whole: the limits of clarity are in units of the score.
const sum = (weigh: (parts: Parts) => number): number =>
  choices.reduce((total, { candidates, chosen }) => total + weigh(candidates[chosen] ?? {}), 0);
const scale = sum((parts) => weighParts(parts, {})) / sum((parts) => weighParts(parts, factors));
const learned = names.map((name) => `${name}: ${((factors[name] ?? 1) * scale).toFixed(3)},`);
const source = `/**
 * Learned by \`npm run make:weights\`: what each part of a score is worth against what was set by hand.
 */
export const FUSION = { ${learned.join(' ')} } as const;
`;
const options = await resolveConfig(file);
const written = await format(source, { ...options, parser: 'typescript' });
if (process.argv.includes('--check')) {
  const isSame = (await readFile(file, 'utf8')) === written;
  console.log(isSame ? 'The weights are what is learned.' : `Other weights come out:\n${written}`);
  process.exitCode = isSame ? 0 : 1;
} else {
  await writeFile(file, written);
  console.log(`${choices.length} choices\n${written}`);
}

async function collect(set: InstructionSet): Promise<Choice[]> {
  const instructions = await readInstructions(set);
  const learn = new Set(splitPages(instructions).learn);
  const opened = await openPages(await readPages(set), 'take-script.ts');
  const own = instructions.filter(({ page }) => learn.has(page));
  const outcomes = await rankPages(own, opened, rankers);
  await opened.close();
  return [...outcomes.values()].flat().flatMap(toChoice);
}

/** The right element and the best others, by their parts as they were set by hand. */
function toChoice({ instruction, ranked, right }: Outcome): Choice[] {
  const plain = ranked.map(({ candidate, parts }) => ({
    isRight: right.has(candidate.uid),
    uid: candidate.uid,
    parts: Object.fromEntries(
      names.map((name) => [name, Number(((parts[name] ?? 0) / FUSION[name]).toFixed(6))]),
    ),
  }));
  const score = ({ parts }: (typeof plain)[number]): number => weighParts(parts, {});
  // Uids are new for every page, but ascend in its order.
  plain.sort((one, other) => score(other) - score(one) || (one.uid < other.uid ? -1 : 1));
  const found = plain.find(({ isRight }) => isRight);
  if (!found) return [];
  const rivals = plain.filter(({ isRight }) => !isRight).slice(0, RIVALS);
  const candidates = [found, ...rivals].map(({ parts }) => parts);
  return [{ group: instruction.page, candidates, chosen: 0 }];
}
