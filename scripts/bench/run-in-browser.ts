import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildReactPage } from '../../practice/build-react.mjs';
import { buildWidgetPages } from '../../practice/build-widgets.mjs';
import { startPractice } from '../../practice/server.mjs';
import type { App } from '../launch.mjs';
import { launchWayscribe } from '../launch.mjs';
import { buildWayscribe } from './recorder/build-bench.ts';

/** Runs a benchmark in a Chromium with the extension, beside the practice site with its widgets. `dist`: a build to measure. */
export async function runInBrowser(
  given: string | undefined,
  measure: (app: App, origin: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
  const dist = given ?? join(folder, 'dist');
  if (given === undefined) await buildWayscribe(dist);
  await buildReactPage();
  await buildWidgetPages();
  const practice = await startPractice();
  const app = await launchWayscribe({ dist, hermetic: true });
  try {
    await measure(app, practice.url);
  } finally {
    await app.close();
    await practice.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}
