/**
 * `npm run bench:studio`: how fast Studio is with a large library and a long demonstration, and what cleaning a
 * demonstration by keyboard takes, with the built extension in a real Chromium. The last line is `RESULT {json}`.
 *
 * Options: --demonstrations N (1,000), --turns N (of the long demonstration, 500), --transfer MB (exported and imported
 * again, 1,000), --dist FOLDER (a build to measure).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { startPractice } from '../../practice/server.mjs';
import { askCopilot } from '../ask-copilot.mjs';
import type { App } from '../launch.mjs';
import { launchWayscribe } from '../launch.mjs';
import { getPageUrl, openPanel } from '../panel.mjs';
import { buildStoreScript, buildWayscribe } from './recorder/build-bench.ts';
import { storeLongDemonstration } from './recorder/measure-export.ts';
import { cleanDemonstration } from './studio/clean.ts';
import { measureScrolling, measureSearch, measureStart, measureSteps } from './studio/measure.ts';
import type { TransferFigures } from './studio/measure-transfer.ts';
import { measureTransfer } from './studio/measure-transfer.ts';
import { seedLibrary } from './studio/seed.ts';

const REQUESTS = [
  'type lamp in the search box and press enter',
  'click Walnut lamp',
  'click Add to cart',
  'click Cart',
  'click Notes, then click New note',
  'click Shop',
];

const { values } = parseArgs({
  options: {
    demonstrations: { type: 'string', default: '1000' },
    turns: { type: 'string', default: '500' },
    transfer: { type: 'string', default: '1000' },
    dist: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
  const practice = await startPractice();
  const dist = values.dist ?? join(folder, 'dist');
  if (values.dist === undefined) await buildWayscribe(dist);
  const launch = () =>
    launchWayscribe({ dist, hermetic: true, size: { width: 1440, height: 900 } });
  const transfer = await tryTransfer(await launch(), practice.url, join(folder, 'store'));
  const app = await launch();
  try {
    const page = await app.context.newPage();
    await page.goto(practice.url);
    const panel = await openPanel(app, page);
    await record(panel);
    const studio = await app.context.newPage();
    // tsx names functions with a helper, which evaluated functions need in the page.
    await studio.addInitScript('globalThis.__name = (named) => named');
    await studio.setViewportSize({ width: 1440, height: 900 });
    await studio.goto(getPageUrl(app, 'studio'));
    const cleaning = await cleanDemonstration(studio);
    const longId = await seedLibrary(studio, {
      copies: Number(values.demonstrations),
      turns: Number(values.turns),
    });
    const library = {
      demonstrations: Number(values.demonstrations),
      firstStart: await measureStart(studio, { isIndexed: false }),
      laterStart: await measureStart(studio, { isIndexed: true }),
      scrolling: await measureScrolling(studio),
      searchMs: await measureSearch(studio, ['kettle', 'lamp 12', 'notes', 'a lamp in the box']),
    };
    const long = { turns: Number(values.turns), ...(await measureSteps(studio, longId)) };
    report({ library, long, cleaning, transfer });
  } finally {
    await app.close();
    await practice.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** In a browser that did nothing else, so that memory from before hides nothing. */
async function tryTransfer(app: App, url: string, folder: string): Promise<TransferFigures> {
  try {
    const page = await app.context.newPage();
    await page.goto(url);
    const panel = await openPanel(app, page);
    await record(panel);
    const id = await panel.evaluate(
      async () => (await globalThis.wayscribe?.demonstrations.list())?.[0]?.demonstration.id ?? '',
    );
    const script = await buildStoreScript(folder);
    const stored = await storeLongDemonstration(app, script, id, Number(values.transfer));
    const studio = await app.context.newPage();
    await studio.goto(getPageUrl(app, 'studio'));
    await studio.waitForFunction(() => globalThis.wayscribe !== undefined);
    const unchecked = studio.getByText('not checked yet').first();
    await unchecked.waitFor({ state: 'detached', timeout: CHECK_MS });
    return await measureTransfer(app, studio, stored);
  } finally {
    await app.close();
  }
}

/** Studio checks all that is stored when it opens. */
const CHECK_MS = 15 * 60_000;

async function record(panel: Page): Promise<void> {
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await panel.getByRole('button', { name: 'Pause' }).waitFor();
  for (const request of REQUESTS) await askCopilot(panel, request);
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await panel.getByRole('button', { name: 'Export' }).waitFor();
}

function report(figures: {
  library: {
    laterStart: { firstRowsMs: number };
    scrolling: { share: number };
    searchMs: { slowest: number };
  };
  long: { openMs: number };
  cleaning: { keys: number; seconds: number };
  transfer: TransferFigures;
}): void {
  const goals = {
    'first rows under 300 ms': figures.library.laterStart.firstRowsMs < 300,
    'at most 1 % of frames dropped while scrolling': figures.library.scrolling.share <= 0.01,
    'search under 50 ms': figures.library.searchMs.slowest < 50,
  };
  console.dir(figures, { depth: 4 });
  for (const [goal, isMet] of Object.entries(goals)) console.log(isMet ? 'met   ' : 'MISSED', goal);
  console.log(`RESULT ${JSON.stringify({ ...figures, goals })}`);
}

await main();
