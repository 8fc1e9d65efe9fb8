/**
 * `npm run bench:skills`: makes skills from demonstrations of a person, and runs them on the same pages and on changed ones,
 * with the built extension in a real Chromium. The page itself tells whether it was done. The last line is `RESULT {json}`.
 *
 * Options: --only PATTERN (of the demonstration's name), --changes LIST (comma-separated, `none` for none), --dist FOLDER (a
 * build to measure), --seed NUMBER (of the changes; 1 by default).
 */
import { parseArgs } from 'node:util';
import { getPageUrl } from '../panel.mjs';
import { runInBrowser } from './run-in-browser.ts';
import type { Change } from './skills/changes.ts';
import { CHANGES } from './skills/changes.ts';
import { VISITS } from './skills/demonstrations.ts';
import type { Bench, Ran } from './skills/measure.ts';
import { recordSkill, runSkill } from './skills/measure.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    changes: { type: 'string' },
    dist: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});

/** How often a skill must be done on the unchanged page. */
const RUNS = 3;

interface Measured {
  name: string;
  /** Null if no skill could be made. */
  proved: boolean | null;
  changed: Partial<Record<Change, Ran>>;
  msPerStep: number[];
  wrong: number;
}

async function measureAll(bench: Bench): Promise<Measured[]> {
  const wanted = new RegExp(values.only ?? '', 'i');
  const asked = values.changes?.split(',');
  const seed = Number(values.seed);
  const changes = CHANGES.filter((change) => asked === undefined || asked.includes(change));
  const measured: Measured[] = [];
  for (const visit of VISITS.filter(({ name }) => wanted.test(name))) {
    const skill = await recordSkill(bench, visit);
    const result: Measured = {
      ...{ name: visit.name, proved: null, changed: {}, msPerStep: [], wrong: 0 },
    };
    measured.push(result);
    if (!skill) {
      console.log(`${visit.name}: no skill`);
      continue;
    }
    const runs: Ran[] = [];
    for (let n = 0; n < RUNS; n += 1) runs.push(await runSkill(bench, visit, skill, null));
    result.proved = runs.every(({ outcome }) => outcome === 'done');
    for (const change of changes)
      result.changed[change] = await runSkill(bench, visit, skill, { change, seed });
    const all = [...runs, ...Object.values(result.changed)];
    result.wrong = all.filter(({ outcome }) => outcome === 'wrong').length;
    result.msPerStep = runs.map(({ ms }) => ms / skill.steps);
    const shown = changes.map((change) => `${change} ${result.changed[change]?.outcome ?? ''}`);
    console.log(
      [`${visit.name}: ${runs.map(({ outcome }) => outcome).join(' ')}`, ...shown].join(' · '),
    );
    for (const { outcome, said } of all) if (outcome !== 'done') console.log(`    ${said}`);
  }
  return measured;
}

function report(measured: readonly Measured[]): void {
  const changed = measured.flatMap((each) => Object.values(each.changed));
  const times = measured.flatMap(({ msPerStep }) => msPerStep).toSorted((a, b) => a - b);
  const share = (part: number, whole: number): number => Number((part / (whole || 1)).toFixed(3));
  const byChange = Object.fromEntries(
    CHANGES.map((change) => {
      const runs = measured.flatMap((each) => each.changed[change] ?? []);
      return [change, share(runs.filter(({ outcome }) => outcome === 'done').length, runs.length)];
    }),
  );
  const proved = share(measured.filter((each) => each.proved).length, measured.length);
  const done = share(changed.filter(({ outcome }) => outcome === 'done').length, changed.length);
  const wrong = measured.reduce((sum, each) => sum + each.wrong, 0);
  const result = {
    ...{
      seed: Number(values.seed),
      demonstrations: measured.length,
      proved,
      changedDone: done,
      byChange,
      wrong,
    },
    msPerStep: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    goals: { proved: proved >= 0.95, changedDone: done >= 0.8, wrong: wrong === 0 },
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
}

await runInBrowser(values.dist, async (app, origin) => {
  const host = app.context.pages()[0] ?? (await app.context.newPage());
  await host.goto(getPageUrl(app, 'studio'));
  report(await measureAll({ app, host, origin }));
});
