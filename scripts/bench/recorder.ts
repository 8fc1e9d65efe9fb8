/**
 * `npm run bench:recorder`: what recording costs, and whether its pictures are true, in a real
 * Chromium on this machine. Figures beside one another were measured in the same run, by turns.
 * The last line is `RESULT {json}`.
 *
 * Options: --turns N (of the long recording, 200), --export-mb N (of the exported demonstration,
 * 100), --rounds N (of each snapshot, 15), --dist FOLDER (a build to measure; without it, made now).
 * --only pace measures the screenshots of clicks at a steady pace, and nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildReaderExtension, buildStoreScript, buildWayscribe } from './recorder/build-bench.ts';
import { measureInWayscribe, measurePaces } from './recorder/measure-in-wayscribe.ts';
import { measureSnapshots } from './recorder/measure-snapshots.ts';
import {
  judgeFigures,
  judgePaces,
  printFigures,
  printGoals,
  printPaces,
} from './recorder/report.ts';

const SIZES = [1000, 5000, 20_000, 60_000];

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '200' },
    'export-mb': { type: 'string', default: '100' },
    rounds: { type: 'string', default: '15' },
    dist: { type: 'string' },
    only: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
  try {
    const dist = values.dist ?? join(folder, 'dist');
    if (values.dist === undefined) await buildWayscribe(dist);
    if (values.only === 'pace') {
      const pace = await measurePaces({
        dist,
        storeScript: await buildStoreScript(join(folder, 'store')),
      });
      const goals = judgePaces(pace);
      printPaces(pace);
      printGoals(goals);
      console.log(`RESULT ${JSON.stringify({ pace, goals })}`);
      return;
    }
    const reader = join(folder, 'reader');
    await buildReaderExtension(reader);
    const storeScript = await buildStoreScript(join(folder, 'store'));
    const snapshots = await measureSnapshots(reader, SIZES, Number(values.rounds));
    const recorded = await measureInWayscribe({
      dist,
      storeScript,
      profile: join(folder, 'profile'),
      turns: Number(values.turns),
      exportMb: Number(values['export-mb']),
    });
    const figures = { snapshots, ...recorded };
    const goals = judgeFigures(figures);
    printFigures(figures, goals);
    console.log(`RESULT ${JSON.stringify({ ...figures, goals })}`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

await main();
