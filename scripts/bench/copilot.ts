/**
 * `npm run bench:copilot`: what a prompt holds and costs, how long an action takes to come, and whether
 * actions do what they say, with the built extension in a real Chromium and a scripted model over HTTP.
 * The last line is `RESULT {json}`.
 *
 * Options: --turns N (of the time measured, 9), --dist FOLDER (a build to measure; without it, made now).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { StrategyName } from '../../src/core/navigator/model/endpoint-settings.ts';
import { makePage } from './copilot/make-page.ts';
import { listTrialPages, measureKinds } from './copilot/measure-kinds.ts';
import type { PromptFigures } from './copilot/measure-prompts.ts';
import { measurePrompts } from './copilot/measure-prompts.ts';
import { measureStop, SLOW_FIELD } from './copilot/measure-stop.ts';
import { measureTime } from './copilot/measure-time.ts';
import { openBench } from './copilot/open-bench.ts';
import { judgeFigures, printFigures, sumUp } from './copilot/report.ts';
import { buildWayscribe } from './recorder/build-bench.ts';
import { servePages } from './recorder/serve-pages.ts';

const SIZES = [500, 1000, 2000, 5000, 10_000];
const TIMED = 5000;

const { values } = parseArgs({
  options: { turns: { type: 'string', default: '9' }, dist: { type: 'string' } },
});

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
  const made = new Map(SIZES.map((size) => [`/${size}`, makePage(size, size)]));
  const timed = makePage(TIMED, 7);
  const server = await servePages(
    new Map([
      ...listTrialPages(),
      ...[...made].map(([path, { html }]) => [path, html] as const),
      ['/timed', timed.html],
      ['/slow', SLOW_FIELD],
      ['/second', '<!doctype html><title>Second</title><p>Second</p>'],
      ['/', '<!doctype html><title>First</title><p>First</p>'],
    ]),
  );
  try {
    const dist = values.dist ?? join(folder, 'dist');
    if (values.dist === undefined) await buildWayscribe(dist);
    const bench = await openBench(dist, server);
    try {
      const time = await measureTime(bench, '/timed', timed, Number(values.turns));
      const prompts: PromptFigures[] = [];
      const open = (strategy: StrategyName) => openBench(dist, server, strategy);
      for (const [path, page] of made) prompts.push(await measurePrompts(open, path, page));
      const stopMs = await measureStop(bench, '/slow', Number(values.turns));
      const figures = sumUp(prompts, time, stopMs, await measureKinds(bench));
      const goals = judgeFigures(figures);
      printFigures(figures, goals);
      console.log(`RESULT ${JSON.stringify({ ...figures, goals })}`);
    } finally {
      await bench.close();
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

await main();
