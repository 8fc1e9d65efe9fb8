import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright';
import type { App } from '../../launch.mjs';

/** What one of the extension's contexts holds, MB: JavaScript objects, and buffers beside them. */
export interface ContextMemory {
  name: string;
  heap_mb: number;
}

interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}

const MB = 1024 * 1024;
const SAMPLE_MS = 50;

/** Of the service worker and of every open page of the extension, after their garbage is collected. */
export async function measureContexts(app: App): Promise<ContextMemory[]> {
  const { targetInfos } = await app.devtools.send('Target.getTargets');
  const origin = `chrome-extension://${app.extensionId}/`;
  const contexts: ContextMemory[] = [];
  for (const { targetId, type, url } of targetInfos) {
    if (!url.startsWith(origin) || !['service_worker', 'page', 'background_page'].includes(type)) {
      continue;
    }
    const target = await attachTo(app, targetId);
    await target.ask('HeapProfiler.enable');
    await target.ask('HeapProfiler.collectGarbage');
    const usage = (await target.ask('Runtime.getHeapUsage')) as HeapUsage;
    await target.detach();
    const name = type === 'service_worker' ? 'service worker' : nameContext(url);
    contexts.push({ name, heap_mb: sumUsage(usage) });
  }
  return contexts;
}

/** Of the recorded page: its own scripts and the content script share one heap. */
export async function measurePage(page: Page): Promise<ContextMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const usage: HeapUsage = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { name: 'recorded page with content script', heap_mb: sumUsage(usage) };
}

function nameContext(url: string): string {
  return /entrypoints\/([^/]+)\//.exec(url)?.[1] ?? url;
}

function sumUsage(usage: HeapUsage): number {
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage;
  return Math.round((10 * (usedSize + embedderHeapUsedSize + backingStorageSize)) / MB) / 10;
}

/** A target's own DevTools; flat sessions are Playwright's alone. */
async function attachTo({ devtools }: App, targetId: string) {
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false });
  let asked = 0;
  return {
    ask: (method: string): Promise<unknown> => {
      const id = ++asked;
      return new Promise((resolve) => {
        const hear = (event: { sessionId: string; message: string }): void => {
          const answer = JSON.parse(event.message) as { id?: number; result?: unknown };
          if (event.sessionId !== sessionId || answer.id !== id) return;
          devtools.off('Target.receivedMessageFromTarget', hear);
          resolve(answer.result);
        };
        devtools.on('Target.receivedMessageFromTarget', hear);
        const message = JSON.stringify({ id, method });
        devtools.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => undefined);
      });
    },
    detach: () => devtools.send('Target.detachFromTarget', { sessionId }),
  };
}

/** Resident memory, MB; null where the system has no `ps` that tells. */
export interface ProcessMemory {
  /** All pages of the extension and its service worker share one process, seldom more. */
  extension: number;
  /** Keeps the store and finished blobs. */
  browser: number;
}

export function measureProcesses({ profile }: App): ProcessMemory | null {
  const listed = listProcesses();
  const main = listed.find(
    ({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='),
  );
  if (!main) return null;
  const ours = listed.filter(
    ({ command }) => command.includes('--extension-process') && command.includes('--type=renderer'),
  );
  const mine = ours.filter(({ pid }) => isInside(pid, main.pid, listed));
  return { extension: mine.reduce((sum, { mb }) => sum + mb, 0), browser: main.mb };
}

/** Looks again and again until it is stopped, which gives the most there was of each. */
export function watchPeak(measure: () => ProcessMemory | null): {
  stop: () => ProcessMemory | null;
} {
  let peak: ProcessMemory | null = null;
  const look = (): void => {
    const now = measure();
    if (!now) return;
    peak = {
      extension: Math.max(peak?.extension ?? 0, now.extension),
      browser: Math.max(peak?.browser ?? 0, now.browser),
    };
  };
  const looking = setInterval(look, SAMPLE_MS);
  return {
    stop() {
      clearInterval(looking);
      look();
      return peak;
    },
  };
}

interface Listed {
  pid: number;
  parent: number;
  mb: number;
  command: string;
}

function listProcesses(): Listed[] {
  try {
    const table = execFileSync('ps', ['-e', '-ww', '-o', 'pid=,ppid=,rss=,args='], {
      encoding: 'utf8',
      maxBuffer: 64 * MB,
    });
    return table.split('\n').flatMap((line) => {
      const [, pid, parent, kb, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      if (command === undefined) return [];
      return { pid: Number(pid), parent: Number(parent), mb: Number(kb) / 1024, command };
    });
  } catch {
    return [];
  }
}

/** Renderers are children of a zygote of the browser. */
function isInside(pid: number, ancestor: number, listed: readonly Listed[]): boolean {
  for (let at = pid, steps = 0; steps < 6; steps++) {
    if (at === ancestor) return true;
    at = listed.find((one) => one.pid === at)?.parent ?? 0;
  }
  return false;
}
