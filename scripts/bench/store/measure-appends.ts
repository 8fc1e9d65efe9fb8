import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { roundFigure, takeMedian } from '../recorder/median.ts';
import type { StoreName } from './page-script.ts';

export interface Appends {
  turnBytes: number;
  p50Ms: number;
  p95Ms: number;
  /** Handed to the disk by the browser's processes per byte of turn; null where the system does not say. */
  writtenPerByte: number | null;
}

/** One store's share before the other has its turn: both see the same noise of the machine. */
const STRETCH = 10;

export async function measureAppends(
  page: Page,
  browserPid: number,
  turnBytes: number,
  count: number,
): Promise<Record<StoreName, Appends>> {
  const times: Record<StoreName, number[]> = { indexedDb: [], log: [] };
  const written: Record<StoreName, number | null> = { indexedDb: 0, log: 0 };
  for (let first = 0; first < count; first += STRETCH) {
    for (const store of ['indexedDb', 'log'] as const) {
      const before = await readWritten(browserPid);
      const order = { store, first: turnBytes * 10 + first, count: STRETCH, turnBytes };
      const found = await page.evaluate(
        (o) => globalThis.storeBench?.measure(o.store, o.first, o.count, o.turnBytes),
        order,
      );
      times[store].push(...(found ?? []));
      const after = await readWritten(browserPid);
      const sum = written[store];
      written[store] =
        before === null || after === null || sum === null ? null : sum + after - before;
    }
  }
  const report = (store: StoreName): Appends => {
    const sorted = times[store].toSorted((a, b) => a - b);
    const bytes = written[store];
    return {
      turnBytes,
      p50Ms: roundFigure(takeMedian(sorted)),
      p95Ms: roundFigure(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN),
      writtenPerByte: bytes === null ? null : roundFigure(bytes / (turnBytes * sorted.length)),
    };
  };
  return { indexedDb: report('indexedDb'), log: report('log') };
}

/** Linux: `write_bytes` of the browser and all its processes (proc(5)). */
async function readWritten(browserPid: number): Promise<number | null> {
  try {
    let sum = 0;
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid) || !(await isOf(pid, browserPid))) continue;
      const io = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
      sum += Number(/^write_bytes: (\d+)$/m.exec(io)?.[1] ?? 0);
    }
    return sum;
  } catch {
    return null;
  }
}

/** Whether a process is in the browser's process group. */
async function isOf(pid: string, browserPid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the name in brackets: state, parent, group.
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(group) === browserPid;
}
