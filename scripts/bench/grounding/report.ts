import { mkdir, writeFile } from 'node:fs/promises';
import { kinds } from './instructions.ts';
import type { Instruction } from './instructions.ts';
import { measureRanks, measures } from './measure.ts';
import type { Figure, Figures } from './measure.ts';
import type { Outcome } from './rank-pages.ts';
import type { Split } from './split.ts';

type Group = [name: string, belongs: (instruction: Instruction) => boolean];

/** How many misses are written down. */
const missesKept = 200;

const missesFile = new URL('../../../recordings/grounding-misses.txt', import.meta.url);

/** Figures of one ranker by group: everything, each half of the pages, no shared word, each kind. */
export function measureGroups(outcomes: readonly Outcome[], split: Split): Map<string, Figures> {
  const heldOut = new Set(split.heldOut);
  const isApart = ({ kind }: Instruction) => kind.includes('no-overlap');
  const groups: Group[] = [
    ['all', () => true],
    ['learn', ({ page }) => !heldOut.has(page)],
    ['held out', ({ page }) => heldOut.has(page)],
    ['no shared word', isApart],
    ['no shared word, learn', (each) => isApart(each) && !heldOut.has(each.page)],
    ['no shared word, held out', (each) => isApart(each) && heldOut.has(each.page)],
    ['some shared word', (each) => !isApart(each)],
    ...kinds
      .filter((kind) => kind !== 'no-overlap')
      .map((kind): Group => [`kind ${kind}`, (each) => each.kind.includes(kind)]),
  ];
  return new Map(
    groups.map(([name, belongs]) => [
      name,
      measureRanks(
        outcomes
          .filter(({ instruction }) => belongs(instruction))
          .map(({ instruction, rank }) => ({ page: instruction.page, rank })),
      ),
    ]),
  );
}

export function printGroups(ranker: string, groups: ReadonlyMap<string, Figures>): void {
  console.log(`\n${ranker}: value [95 % interval]`);
  const show = ({ value, low, high }: Figure) =>
    `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  console.table(
    Object.fromEntries(
      [...groups].map(([name, figures]) => [
        name,
        {
          n: figures.n,
          ...Object.fromEntries(measures.map((measure) => [measure, show(figures[measure])])),
        },
      ]),
    ),
  );
}

/** Writes the worst misses, of the learn pages only: who reads those of the others has held out nothing. */
export async function writeMisses(outcomes: readonly Outcome[], split: Split): Promise<URL> {
  const learn = new Set(split.learn);
  const lines = outcomes
    .filter(({ instruction, rank }) => learn.has(instruction.page) && rank > 1)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, missesKept)
    .map(describeMiss);
  await mkdir(new URL('.', missesFile), { recursive: true });
  await writeFile(missesFile, `${lines.join('\n\n')}\n`);
  return missesFile;
}

function describeMiss({ instruction, ranked, right, rank }: Outcome): string {
  const { id, text, intent, target } = instruction;
  const shown = ranked.filter(({ candidate }, at) => at < 3 || right.has(candidate.uid));
  return [
    `${id} (${intent ?? 'no intent'}) “${text}”`,
    `  wants ${JSON.stringify(target)}, found at ${rank} of ${ranked.length}`,
    ...shown.map(({ candidate, score, parts }) => {
      const { name, text: own, placeholder, key } = candidate.fields;
      const sign = right.has(candidate.uid) ? '→' : ' ';
      const named = [name || own || placeholder || '(no name)', key].join(' · ').slice(0, 70);
      const summed = Object.entries(parts)
        .filter(([, part]) => part !== 0)
        .map(([part, value]) => `${part} ${value.toFixed(2)}`);
      return `  ${sign} ${score.toFixed(3)} ${candidate.tag}/${candidate.role} ${named} | ${summed.join(', ')}`;
    }),
  ].join('\n');
}
