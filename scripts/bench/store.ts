/**
 * `npx tsx scripts/bench/store.ts`: IndexedDB as Wayscribe uses it against a file only appended to
 * (see store/log-worker.ts), both in a page of the real extension and in the same run: how long an
 * append takes, what it writes to the disk, and what is left after the browser was killed right behind
 * an acknowledgement. The last line is `RESULT {json}`.
 *
 * Options: --small N and --large N (appends of 20 kB and of 500 kB), --kills N, --dist FOLDER (to
 * build into; without it a temporary one).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { surviveKills } from './store/kill-rounds.ts';
import { measureAppends } from './store/measure-appends.ts';
import { buildBench, loadBench, openBench } from './store/open-bench.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '200' },
    large: { type: 'string', default: '60' },
    kills: { type: 'string', default: '12' },
    dist: { type: 'string' },
  },
});

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-store-'));
  try {
    const dist = values.dist ?? join(folder, 'dist');
    await buildBench(dist);
    const { app, page } = await openBench(dist, join(folder, 'profile'));
    await loadBench(app, page);
    const { processInfo } = await app.devtools.send('SystemInfo.getProcessInfo');
    const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
    const small = await measureAppends(page, pid, 20_000, Number(values.small));
    const large = await measureAppends(page, pid, 500_000, Number(values.large));
    await app.close();
    const kills = Number(values.kills);
    const survived = await surviveKills(dist, join(folder, 'killed'), kills);
    console.table({
      'IndexedDB, 20 kB': small.indexedDb,
      'log, 20 kB': small.log,
      'IndexedDB, 500 kB': large.indexedDb,
      'log, 500 kB': large.log,
    });
    console.log(`After ${kills} kills:`);
    console.table(survived);
    console.log(`RESULT ${JSON.stringify({ small, large, kills, survived })}`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

await main();
