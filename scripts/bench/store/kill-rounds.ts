import type { Page } from 'playwright';
import type { App } from '../../launch.mjs';
import { prepareKill } from '../../../e2e/fixtures/kill-browser.ts';
import { loadBench, openBench } from './open-bench.ts';
import type { StoreName } from './page-script.ts';

export interface Survival {
  acknowledged: number;
  /** Acknowledged, and not there after the next start. */
  lost: number;
  /** There, but not whole; of the log: bytes behind the last whole record, which the next append overwrites. */
  broken: number;
  /** There though the acknowledgement was not heard: no harm. */
  unheard: number;
}

/** Numbers of one round begin here, so that rounds do not mix. */
const ROUND = 100_000;
const MOST_ACKNOWLEDGEMENTS = 60;

/**
 * Kills the whole browser at a random acknowledgement, in the task that receives it, restarts it
 * on the same profile and counts what is left, `rounds` times.
 */
export async function surviveKills(
  dist: string,
  profile: string,
  rounds: number,
): Promise<Record<StoreName, Survival>> {
  const survival = { indexedDb: makeSurvival(), log: makeSurvival() };
  for (let round = 1; round <= rounds; round++) {
    const killed = await openBench(dist, profile);
    const heard = await appendUntilKilled(killed, round * ROUND);
    const { app, page } = await openBench(dist, profile);
    await loadBench(app, page);
    const found = await page.evaluate(() => globalThis.storeBench?.check());
    if (!found) throw new Error('The page that measures is not there.');
    for (const name of ['indexedDb', 'log'] as const) {
      const own = new Set(found[name].numbers.filter((n) => Math.floor(n / ROUND) === round));
      survival[name].acknowledged += heard[name].length;
      survival[name].lost += heard[name].filter((number) => !own.has(number)).length;
      survival[name].unheard += own.size - heard[name].filter((number) => own.has(number)).length;
      survival[name].broken += found[name].broken;
    }
    await app.close();
  }
  return survival;
}

async function appendUntilKilled(
  { app, page }: { app: App; page: Page },
  first: number,
): Promise<Record<StoreName, number[]>> {
  const heard: Record<StoreName, number[]> = { indexedDb: [], log: [] };
  let left = 3 + Math.floor(Math.random() * MOST_ACKNOWLEDGEMENTS);
  await loadBench(app, page);
  const kill = await prepareKill(app);
  await new Promise<void>((resolve, reject) => {
    page
      .exposeFunction('acknowledged', (store: StoreName, number: number) => {
        if (left <= 0) return;
        heard[store].push(number);
        left -= 1;
        if (left === 0) kill().then(resolve, reject);
      })
      .then(() => page.evaluate((from) => globalThis.storeBench?.run(from), first))
      .catch(reject);
  });
  return heard;
}

function makeSurvival(): Survival {
  return { acknowledged: 0, lost: 0, broken: 0, unheard: 0 };
}
