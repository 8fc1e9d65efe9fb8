import { setTimeout as pause } from 'node:timers/promises';
import { findTabId } from '../../panel.mjs';
import { roundFigure } from './median.ts';
import type { ContextMemory } from './measure-memory.ts';
import { measureContexts, measurePage } from './measure-memory.ts';
import type { ProcessMemory } from './measure-processes.ts';
import { measureIdle, roundMemory, watchProcesses } from './measure-processes.ts';
import type { Recorder } from './open-recorder.ts';
import { waitForTurns } from './open-recorder.ts';

export interface LongFigures {
  turns: number;
  /** Actions a second that the script managed; the recorder kept up when `turns` is what was asked. */
  actions_per_second: number;
  before: ContextMemory[];
  after: ContextMemory[];
  /** What the side panel's heap grew by for each turn, kB. */
  panel_kb_per_turn: number;
  /** Idle before and after, garbage collected. */
  processes_before: ProcessMemory | null;
  processes_after: ProcessMemory | null;
  /** The most at any time while recording. */
  processes_peak: ProcessMemory | null;
}

/** As a person's fastest: a click every so many ms. */
const APART = 100;

/** Records `turns` clicks on a page that reacts to each, and looks at the memory before and after. */
export async function measureLong(
  recorder: Recorder,
  url: string,
  turns: number,
): Promise<LongFigures> {
  const { app, page } = recorder;
  await page.goto(url);
  await page.bringToFront();
  await page.evaluate(countClicks);
  await startRanker(recorder);
  const measureAll = async (): Promise<ContextMemory[]> => [
    ...(await measureContexts(app)),
    await measurePage(page),
  ];
  const before = await measureAll();
  const idleBefore = await measureIdle(app);
  const id = await recorder.start();
  const watch = watchProcesses(app);
  const buttons = await page.locator('button.add').all();
  const places = await Promise.all(buttons.slice(0, 4).map((button) => button.boundingBox()));
  const began = Date.now();
  for (let turn = 0; turn < turns; turn++) {
    const place = places[turn % places.length] ?? { x: 0, y: 0 };
    await page.mouse.move(place.x + 3 + (turn % 5), place.y + 4);
    await page.mouse.down();
    await page.mouse.up();
    await pause(Math.max(0, began + (turn + 1) * APART - Date.now()));
  }
  const seconds = (Date.now() - began) / 1000;
  await recorder.stop();
  await waitForTurns(recorder, id, turns);
  const kept = await recorder.panel.evaluate((of) => globalThis.wayscribeStore.count(of), id);
  const peak = await watch.stop();
  const after = await measureAll();
  const idleAfter = await measureIdle(app);
  return {
    turns: kept,
    actions_per_second: roundFigure(turns / seconds),
    before,
    after,
    panel_kb_per_turn: roundFigure((1024 * growthOf('sidepanel', before, after)) / kept),
    processes_before: idleBefore && roundMemory(idleBefore),
    processes_after: idleAfter && roundMemory(idleAfter),
    processes_peak: peak && roundMemory(peak),
  };
}

function growthOf(name: string, before: ContextMemory[], after: ContextMemory[]): number {
  const find = (all: ContextMemory[]): number =>
    all.find((one) => one.name === name)?.heap_mb ?? Number.NaN;
  return find(after) - find(before);
}

/** Has the offscreen document made, which is there in no browser that never ranked. */
async function startRanker({ app, page, panel }: Recorder): Promise<void> {
  const tabId = await findTabId(app, page);
  await panel.evaluate(async (tab) => {
    await globalThis.wayscribe?.ranker.rank({ tabId: tab, query: 'Add to cart' });
  }, tabId);
}

function countClicks(): void {
  let clicks = 0;
  addEventListener('click', () => {
    clicks += 1;
    document.querySelector('h2')?.replaceChildren(`${clicks} clicks`);
  });
}
