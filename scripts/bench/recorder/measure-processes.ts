import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { App } from '../../launch.mjs';
import { takeMedian } from './median.ts';
import { measureContexts } from './measure-memory.ts';

/** Resident memory, MB. */
export interface ProcessMemory {
  /** All pages of the extension, their workers and its service worker share one process, seldom more. */
  extension: number;
  /** Keeps the store and finished blobs. */
  browser: number;
  /** Of both; its most at one time is less than the most of each. */
  together: number;
}

interface MemoryWatch {
  /** The most there was; null where the system has no `ps` that tells. */
  stop: () => Promise<ProcessMemory | null>;
}

const run = promisify(execFile);
const SAMPLE_MS = 50;
/** Processes come and go; looking for them costs more than looking at them. */
const SEARCH_MS = 1000;
const IDLE_MS = 2000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * What there is when nothing happens: garbage is collected in every context, then it is looked at for a while
 * just as a watch does; the median of each.
 */
export async function measureIdle(app: App): Promise<ProcessMemory | null> {
  await measureContexts(app);
  const samples: ProcessMemory[] = [];
  const watch = watchProcesses(app, (sample) => samples.push(sample));
  await pause(IDLE_MS);
  await watch.stop();
  if (samples.length === 0) return null;
  const median = (member: keyof ProcessMemory): number =>
    takeMedian(samples.map((sample) => sample[member]));
  return {
    extension: median('extension'),
    browser: median('browser'),
    together: median('together'),
  };
}

export function roundMemory({ extension, browser, together }: ProcessMemory): ProcessMemory {
  return {
    extension: Math.round(extension),
    browser: Math.round(browser),
    together: Math.round(together),
  };
}

/** Looks again and again until it is stopped. */
export function watchProcesses(
  app: App,
  onSample: (sample: ProcessMemory) => void = () => undefined,
): MemoryWatch {
  const stopping = new AbortController();
  let peak: ProcessMemory | null = null;
  const note = (sample: ProcessMemory): void => {
    onSample(sample);
    peak = {
      extension: Math.max(peak?.extension ?? 0, sample.extension),
      browser: Math.max(peak?.browser ?? 0, sample.browser),
      together: Math.max(peak?.together ?? 0, sample.together),
    };
  };
  const watching = look(app, note, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await watching;
      return peak;
    },
  };
}

async function look(
  app: App,
  note: (sample: ProcessMemory) => void,
  signal: AbortSignal,
): Promise<void> {
  let found: Found | null = null;
  let searchedAt = -Infinity;
  do {
    if (performance.now() - searchedAt > SEARCH_MS) {
      searchedAt = performance.now();
      found = await findProcesses(app);
    }
    const sample = found && (await weigh(found));
    if (sample) note(sample);
    await pause(SAMPLE_MS);
  } while (!signal.aborted);
}

interface Found {
  browser: number;
  extension: number[];
}

async function weigh({ browser, extension }: Found): Promise<ProcessMemory | null> {
  const pids = [browser, ...extension];
  const rows = await ps('-o', 'pid=,rss=', '-p', pids.join(','));
  const sizes = new Map(rows.map(([pid, kb]) => [Number(pid), Number(kb) / 1024]));
  const browserMb = sizes.get(browser);
  if (browserMb === undefined) return null;
  const extensionMb = extension.reduce((sum, pid) => sum + (sizes.get(pid) ?? 0), 0);
  return { extension: extensionMb, browser: browserMb, together: extensionMb + browserMb };
}

async function findProcesses({ profile }: App): Promise<Found | null> {
  const rows = await ps('-e', '-ww', '-o', 'pid=,ppid=,args=');
  const listed = rows.map(([pid, parent, ...command]) => ({
    ...{ pid: Number(pid), parent: Number(parent), command: command.join(' ') },
  }));
  const main = listed.find(
    ({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='),
  );
  if (!main) return null;
  const parents = new Map(listed.map(({ pid, parent }) => [pid, parent]));
  const extension = listed
    .filter(({ command }) =>
      /--extension-process.*--type=renderer|--type=renderer.*--extension-process/.test(command),
    )
    .filter(({ pid }) => isInside(pid, main.pid, parents))
    .map(({ pid }) => pid);
  return { browser: main.pid, extension };
}

/** Renderers are children of a zygote of the browser. */
function isInside(pid: number, ancestor: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at = pid, steps = 0; steps < 6; steps++) {
    if (at === ancestor) return true;
    at = parents.get(at) ?? 0;
  }
  return false;
}

/** Rows of words; none where the system has no such `ps`. */
async function ps(...args: string[]): Promise<string[][]> {
  try {
    const { stdout } = await run('ps', args, { encoding: 'utf8', maxBuffer: MAX_BYTES });
    return stdout
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.trim().split(/\s+/));
  } catch {
    return [];
  }
}
