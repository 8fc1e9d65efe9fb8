import type { Page } from 'playwright';

declare global {
  var firstRowAt: number | undefined;
}

interface StartFigures {
  /** From the load event until the first row is in the document; and the time until that event. */
  firstRowsMs: number;
  loadMs: number;
  /** Until every demonstration has been read and checked; 0 where the index had them. */
  checkedS: number;
}

/** Opens Studio; `isIndexed`: whether the index has everything already. */
export async function measureStart(
  studio: Page,
  { isIndexed }: { isIndexed: boolean },
): Promise<StartFigures> {
  await studio.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-item]')) return;
      globalThis.firstRowAt = performance.now();
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await studio.reload();
  await studio.waitForFunction(() => globalThis.firstRowAt !== undefined);
  const { firstRowsMs, loadMs } = await studio.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const loaded = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
    const firstRows = (globalThis.firstRowAt ?? 0) - loaded;
    return { firstRowsMs: Math.round(firstRows), loadMs: Math.round(loaded) };
  });
  if (isIndexed) return { firstRowsMs, loadMs, checkedS: 0 };
  const start = Date.now();
  while (!(await studio.evaluate(isAllIndexed))) await studio.waitForTimeout(500);
  return { firstRowsMs, loadMs, checkedS: Math.round((Date.now() - start) / 1000) };
}

/** Whether the index has an entry of all but the demonstration that has just been recorded. */
async function isAllIndexed(): Promise<boolean> {
  const count = (database: string, store: string): Promise<number> =>
    new Promise((resolve) => {
      const opening = indexedDB.open(database);
      opening.onsuccess = () => {
        const counting = opening.result.transaction(store).objectStore(store).count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
  const [all, indexed] = await Promise.all([
    count('wayscribe', 'demonstrations'),
    count('wayscribe-library', 'entries'),
  ]);
  return indexed >= all - 1;
}

/** Scrolls through the whole list; a frame counts as dropped when it came more than 50 ms after the one before. */
export function measureScrolling(studio: Page) {
  return studio.evaluate(async () => {
    const list = document.querySelector('main');
    if (!list) throw new Error('There is no library.');
    const gaps: number[] = [];
    let before = performance.now();
    while (list.scrollTop + list.clientHeight < list.scrollHeight - 1 && gaps.length < 2000) {
      list.scrollTop += 240;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      gaps.push(now - before);
      before = now;
    }
    const dropped = gaps.filter((gap) => gap > 50).length;
    return {
      ...{ frames: gaps.length, dropped, share: dropped / gaps.length },
      slowestMs: Math.round(Math.max(...gaps)),
    };
  });
}

/** From the key to the next frame with the rows that were found. */
export async function measureSearch(studio: Page, queries: readonly string[]) {
  const times: number[] = [];
  for (const query of queries) {
    const ms = await studio.evaluate(async (text) => {
      const field = document.querySelector('input[type="search"]');
      if (!(field instanceof HTMLInputElement)) throw new Error('There is no search.');
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      const start = performance.now();
      write?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - start;
    }, query);
    times.push(Math.round(ms));
  }
  await studio.getByRole('searchbox').fill('');
  return { each: times, slowest: Math.max(...times) };
}

/** Opens a demonstration and goes from turn to turn. */
export async function measureSteps(studio: Page, id: string) {
  await studio.getByRole('searchbox').fill('long demonstration');
  await studio.locator(`[data-item="${id}"]`).getByRole('button').first().click();
  const start = Date.now();
  await studio.locator(`[data-item="${id}-0"]`).waitFor();
  const openMs = Date.now() - start;
  const times = await studio.evaluate(async () => {
    const steps: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const began = performance.now();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      steps.push(performance.now() - began);
    }
    return steps.sort((a, b) => a - b);
  });
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { openMs, stepMs: { median: at(0.5), p95: at(0.95) } };
}
