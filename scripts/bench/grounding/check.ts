/*
 * Checks the grounding set in a real Chromium: `npx tsx scripts/bench/grounding/check.ts`.
 * `--mark` writes the no-overlap marks and the split as they come out, `--show` lists every target, `--tasks`
 * checks the set of tasks instead.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { format } from 'prettier';
import type {} from './check-script.ts';
import { kinds, readInstructions, readPages, SITES, TASKS } from './instructions.ts';
import type { Instruction, Kind } from './instructions.ts';
import { openPages } from './open-pages.ts';
import { splitPages } from './split.ts';
import { shareWord } from './words.ts';

const isMarking = process.argv.includes('--mark');
const isShowing = process.argv.includes('--show');

const isTasks = process.argv.includes('--tasks');
const set = isTasks ? TASKS : SITES;
const [leastPages, leastInstructions] = isTasks ? [10, 170] : [32, 340];

const pages = await readPages(set);
const instructions = await readInstructions(set);
const problems: string[] = [];
const elements = new Map<string, number>();
const marked: Instruction[] = [];

const ids = instructions.map(({ id }) => id);
for (const { id, page } of instructions) {
  if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`${id} is there more than once`);
  if (!pages.has(page)) problems.push(`${id} is on a page that is not there: ${page}`);
}
for (const [name, text] of pages) {
  if (/data-(test|qa|cy|e2e)/.test(text)) problems.push(`${name} carries test ids`);
  if (/(src|href)="https?:[^"]*\.(js|css|png|jpg|woff2?)"/.test(text))
    problems.push(`${name} loads from elsewhere`);
}

const opened = await openPages(pages, 'check-script.ts');
try {
  for (const page of pages.keys()) await checkPage(page);
} finally {
  await opened.close();
}

const split = splitPages(marked);
if (isMarking) {
  await writeJson(set.instructions, marked);
  await writeJson(set.split, split);
} else if (!isDeepStrictEqual(JSON.parse(await readFile(set.split, 'utf8')), split)) {
  problems.push('the split is not what split.ts makes of these instructions: run with --mark');
}
if (pages.size < leastPages) problems.push(`only ${pages.size} pages`);
if (instructions.length < leastInstructions)
  problems.push(`only ${instructions.length} instructions`);

print();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function checkPage(name: string): Promise<void> {
  const page = await opened.open(name);
  elements.set(name, await page.evaluate(() => countElements()));
  for (const instruction of instructions.filter((each) => each.page === name)) {
    const places = [instruction.target, ...(instruction.equivalents ?? [])];
    const looked = await page.evaluate((asked) => lookAt(asked), places);
    looked.forEach(({ found, shown }, at) => {
      const place = JSON.stringify(places[at]);
      if (found !== 1) problems.push(`${instruction.id}: ${place} leads to ${found} elements`);
      else if (!shown) problems.push(`${instruction.id}: ${place} is hidden, covered or disabled`);
    });
    const [target] = looked;
    if (!target) continue;
    if (isShowing) {
      console.log(
        `${instruction.id} | ${instruction.text} | ${target.tag} | ${target.names.slice(0, 90)}`,
      );
    }
    const isApart = !shareWord(instruction.text, target.names);
    if (!isMarking && isApart !== instruction.kind.includes('no-overlap')) {
      problems.push(
        `${instruction.id}: "${instruction.text}" ${isApart ? 'shares no' : 'shares a'} word with "${target.names}"`,
      );
    }
    marked.push(markOverlap(instruction, isApart));
  }
}

function markOverlap(instruction: Instruction, isApart: boolean): Instruction {
  const others: readonly Kind[] = instruction.kind.filter((kind) => kind !== 'no-overlap');
  return { ...instruction, kind: isApart ? [...others, 'no-overlap'] : others };
}

function print(): void {
  const learn = new Set(split.learn);
  const count = (of: readonly Instruction[]) => {
    const learned = of.filter(({ page }) => learn.has(page)).length;
    return { all: of.length, learn: learned, 'held out': of.length - learned };
  };
  const rows = kinds.map(
    (kind) => [kind, count(marked.filter((each) => each.kind.includes(kind)))] as const,
  );
  console.table(Object.fromEntries([...rows, ['every instruction', count(marked)]]));
  if (isShowing) console.log(Object.fromEntries(elements));
  const sizes = [...elements.values()].sort((one, other) => one - other);
  console.log(
    `${pages.size} pages (${split.learn.length} learn, ${split.heldOut.length} held out) of ${sizes[0]} to ${sizes.at(-1)} elements, median ${sizes[sizes.length >> 1]}, ${sizes.filter((size) => size >= 1000).length} with 1,000 or more`,
  );
}

async function writeJson(file: URL, value: unknown): Promise<void> {
  await writeFile(file, await format(JSON.stringify(value), { parser: 'json', printWidth: 100 }));
}
