import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import type * as rrweb from 'rrweb-snapshot';
import { launchWayscribe } from '../../launch.mjs';
import { generatePage } from './generate-page.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { openInWorld } from './isolated-world.ts';
import { roundFigure, takeMedian } from './median.ts';
import type { ReaderTimes, Taken } from './reader-script.ts';
import { servePages } from './serve-pages.ts';

export interface SnapshotFigures {
  elements: number;
  ours_ms: number;
  rrweb_ms: number;
  /** Ours as a share of rrweb's. */
  ratio: number;
  unchanged_ms: number;
  /** The first take, of a document that has had no idle time yet. */
  cold_ms: number;
  boxes: number;
  /** In our snapshot; rrweb's has the open ones only. */
  shadow_roots: number;
}

/** How long the survey may have the page to itself before takes are measured. */
const SURVEY_MS = 3000;

/** Our work at a press and rrweb's full snapshot of the same pages, by turns in one run. */
export async function measureSnapshots(
  extension: string,
  sizes: readonly number[],
  rounds: number,
): Promise<SnapshotFigures[]> {
  const pages = new Map(sizes.map((size) => [`/${size}`, generatePage(size)] as const));
  const server = await servePages(pages);
  const app = await launchWayscribe({ dist: extension, hermetic: true });
  try {
    const figures: SnapshotFigures[] = [];
    for (const size of sizes) {
      const page = await app.context.newPage();
      const world = await openInWorld(page, `${server.origin}/${size}`, app.extensionId);
      const { changed: cold } = await world.evaluate<ReaderTimes>('wayscribeBench.press()');
      await page.waitForTimeout(SURVEY_MS);
      const times = await measureByTurns(page, world, rounds);
      const taken = await world.evaluate<Taken>('wayscribeBench.count()');
      await page.close();
      figures.push({
        elements: taken.elements,
        ...times,
        cold_ms: roundFigure(cold),
        boxes: taken.boxes,
        shadow_roots: taken.roots,
      });
    }
    return figures;
  } finally {
    await app.close();
    await server.close();
  }
}

/** The first round of each warms it up and does not count. */
async function measureByTurns(
  page: Page,
  world: IsolatedWorld,
  rounds: number,
): Promise<Pick<SnapshotFigures, 'ours_ms' | 'rrweb_ms' | 'ratio' | 'unchanged_ms'>> {
  // Where rrweb is at home: in a content script's world it takes several times as long.
  await page.addScriptTag({ path: findRrweb() });
  const ours: ReaderTimes[] = [];
  const rrweb: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const takeOurs = async () => {
      await page.evaluate(changeSomething, 2 * round);
      ours.push(await world.evaluate<ReaderTimes>('wayscribeBench.press()'));
    };
    const takeRrweb = async () => {
      await page.evaluate(changeSomething, 2 * round + 1);
      rrweb.push(await page.evaluate(timeRrweb));
    };
    for (const take of round % 2 === 0 ? [takeOurs, takeRrweb] : [takeRrweb, takeOurs]) {
      await take();
    }
  }
  const oursMs = takeMedian(ours.slice(1).map(({ changed }) => changed));
  const rrwebMs = takeMedian(rrweb.slice(1));
  return {
    ours_ms: roundFigure(oursMs),
    rrweb_ms: roundFigure(rrwebMs),
    ratio: roundFigure(oursMs / rrwebMs),
    unchanged_ms: roundFigure(takeMedian(ours.slice(1).map(({ unchanged }) => unchanged))),
  };
}

function findRrweb(): string {
  const main = createRequire(import.meta.url).resolve('rrweb-snapshot');
  return join(dirname(main), '..', 'umd', 'rrweb-snapshot.min.js');
}

/** Leaves a page that has just reacted to something, painted, and come to rest. */
async function changeSomething(round: number): Promise<void> {
  const cards = document.querySelectorAll('.card .text');
  cards[(round * 7919) % cards.length]?.setAttribute('data-round', String(round));
  await new Promise(requestAnimationFrame);
  await new Promise((resolve) => setTimeout(resolve, 5));
  document.body.getBoundingClientRect();
}

function timeRrweb(): number {
  const { rrwebSnapshot } = globalThis as unknown as {
    rrwebSnapshot: typeof rrweb;
  };
  const mirror = rrwebSnapshot.createMirror();
  const began = performance.now();
  rrwebSnapshot.snapshot(document, { mirror });
  return performance.now() - began;
}
