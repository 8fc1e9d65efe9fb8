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
