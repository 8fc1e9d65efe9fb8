/**
 * `npm run bench:requests`: everyday requests for small apps of many kinds, written blind, given to the built extension in a
 * real Chromium without a model. Each page’s own state says whether it was done, and nothing else. The last line is
 * `RESULT {json}`.
 *
 * Of the held-out half, which stays unlooked at while the navigator changes, only what was wrong and said to be done is
 * listed with `--wrong`: that has to be mended at once.
 *
 * Options: --page NAMES (with commas), --say PATTERN, --learn (only that half), --wrong, --dist FOLDER (a build to measure; without it,
 * made now). With --cases FILE and --root FOLDER it runs requests of your own on the pages of a folder instead
 * (docs/blind-trials.md).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchWayscribe } from '../launch.mjs';
import { findTabId, openPanel } from '../panel.mjs';
import { buildWayscribe } from './recorder/build-bench.ts';
import { servePages } from './recorder/serve-pages.ts';
import type { Request, Result } from './requests/measure.ts';
import { tryRequest } from './requests/measure.ts';
import { printResult, sumUp } from './requests/report.ts';
import { serveFolder } from './requests/serve-folder.ts';

const { values } = parseArgs({
  options: {
    page: { type: 'string' },
    say: { type: 'string' },
    wrong: { type: 'boolean', default: false },
    learn: { type: 'boolean', default: false },
    dist: { type: 'string' },
    cases: { type: 'string' },
    root: { type: 'string', default: '.' },
  },
});

const folder = fileURLToPath(new URL('requests', import.meta.url));

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(resolve(folder, name), 'utf8')) as T;
}

/** A request on any page: `check` is an expression that is true once it is done, or a value that must stay the same. */
interface Case extends Omit<Request, 'wanted' | 'free'> {
  check: string;
  wanted: 'do' | 'ask' | 'nothing';
}

function toRequest({ wanted, ...request }: Case): Request {
  return { ...request, wanted: wanted === 'do' ? { check: true } : wanted };
}

async function readPages(): Promise<Map<string, string>> {
  const names = await readdir(join(folder, 'pages'));
  const read = names.map(async (name): Promise<[string, string]> => {
    const html = await readFile(join(folder, 'pages', name), 'utf8');
    return [`/${name.replace('.html', '')}`, html];
  });
  return new Map(await Promise.all(read));
}

function isWanted({ page, say }: Request): boolean {
  if (values.learn && split.heldOut.includes(page)) return false;
  if (values.page !== undefined && !values.page.split(',').includes(page)) return false;
  return values.say === undefined || new RegExp(values.say, 'i').test(say);
}

const cases = values.cases === undefined ? null : await readJson<Case[]>(resolve(values.cases));
const requests = cases?.map(toRequest) ?? (await readJson<Request[]>('requests.json'));
const split = cases
  ? { learn: cases.map(({ page }) => page), heldOut: [] }
  : await readJson<{ learn: string[]; heldOut: string[] }>('split.json');
const made = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
const dist = values.dist ?? join(made, 'dist');
if (values.dist === undefined) await buildWayscribe(dist);
const server = cases
  ? await serveFolder(values.root)
  : await servePages(
      new Map([...(await readPages()), ['/', '<!doctype html><title>First</title>']]),
    );
const app = await launchWayscribe({ dist, headless: true, hermetic: true });
try {
  const page = app.context.pages()[0] ?? (await app.context.newPage());
  // A person who asked for it answers so.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(server.origin);
  const panel = await openPanel(app, page);
  const tabId = await findTabId(app, page);
  const results: Result[] = [];
  for (const request of requests.filter(isWanted)) {
    const result = await tryRequest({ page, panel, tabId, origin: server.origin }, request);
    results.push(result);
    const isShown = values.wrong ? result.outcome === 'wrong' : split.learn.includes(request.page);
    if (isShown) printResult(result);
  }
  const of = (pages: readonly string[]) =>
    sumUp(results.filter(({ request }) => pages.includes(request.page)));
  const figures = cases
    ? { cases: sumUp(results) }
    : { learn: of(split.learn), heldOut: of(split.heldOut) };
  console.table(figures);
  console.log(`RESULT ${JSON.stringify(figures)}`);
} finally {
  await app.close();
  await server.close();
  await rm(made, { recursive: true, force: true, maxRetries: 20 });
}
