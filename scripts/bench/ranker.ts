/**
 * `npm run bench:ranker`: what ranking 1,800 elements costs in a real Chromium on this machine, beside the
 * naive way (every element, single precision, padded to 200 tokens, one thread, nothing remembered) and
 * native onnxruntime, all in one run. The model is MiniLM's shape with random weights: speed and numbers
 * are those of the real one, what it finds is not. The last line is `RESULT {json}`.
 *
 * Everything is measured once; again, for medians, while there is time.
 *
 * Options: --naive-texts N (measured of the naive way at a time, 16), --rounds N (of everything else at most,
 * 3), --minutes N (after which no other round is begun, 4).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { findChromium } from '../find-chromium.mjs';
import { makeFullModel } from '../model/full-model.ts';
import { CANDIDATES, measureInPage } from './ranker/measure-in-page.ts';
import { openNative } from './ranker/measure-native.ts';
import type { NativeRun } from './ranker/measure-native.ts';
import { judgeFigures, printFigures } from './ranker/report.ts';
import { buildBenchPage, serveBench } from './ranker/serve-bench.ts';

const { values } = parseArgs({
  options: {
    'naive-texts': { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '4' },
  },
});

async function main(): Promise<void> {
  const found = await findChromium();
  if (!found.ok) throw new Error(found.reason);
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-ranker-'));
  try {
    await buildBenchPage(join(folder, 'dist'));
    const model = makeFullModel();
    const served = await serveBench(join(folder, 'dist'), model);
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: found.path,
      headless: true,
    });
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(served.url);
      await page.waitForFunction(() => globalThis.rankerBench !== undefined);
      const native = await openModelNative(model);
      const figures = await measureInPage(page, {
        naiveTexts: Number(values['naive-texts']),
        rounds: Number(values.rounds),
        ms: 60_000 * Number(values.minutes),
        native,
      });
      const goals = judgeFigures(figures);
      printFigures(figures, goals);
      const result = {
        benchmark: 'ranker',
        candidates: CANDIDATES,
        ...figures,
        goals,
      };
      console.log(`RESULT ${JSON.stringify(result)}`);
    } finally {
      await context.close();
      served.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

function openModelNative(model: ReadonlyMap<string, Uint8Array>): Promise<NativeRun | null> {
  const vocabulary = new TextDecoder().decode(model.get('vocab.txt')).trimEnd().split('\n');
  return openNative(model.get('int8.onnx') ?? new Uint8Array(), vocabulary);
}

await main();
