import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addPiloted, dropPiloted, listPiloted } from './piloted-list.ts';

/** What the browser keeps for the session; each access takes a task, as there. */
function fakeSession() {
  let stored: Record<string, unknown> = {};
  const later = <T>(work: () => T): Promise<T> =>
    new Promise((resolve) => setTimeout(() => resolve(work())));
  return {
    get: () => later(() => ({ ...stored })),
    set: (values: Record<string, unknown>) => later(() => (stored = { ...stored, ...values })),
    remove: () => later(() => (stored = {})),
  };
}

/** The locks of the extension's open pages. */
let open: string[];

beforeEach(() => {
  open = ['panel'];
  vi.stubGlobal('chrome', {
    storage: { session: fakeSession() },
  });
  vi.stubGlobal('navigator', {
    locks: { query: () => Promise.resolve({ held: open.map((name) => ({ name })) }) },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('has each of several tabs that come and go at once', async () => {
  const add = (tabId: number) => addPiloted(tabId, 'panel');
  await Promise.all([add(1), add(2), add(3), add(1)]);
  expect(await listPiloted()).toEqual([1, 2, 3]);
  const [one, , three] = await Promise.all([dropPiloted([1, 9]), add(4), dropPiloted([3])]);
  expect([one, three]).toEqual([[1], [3]]);
  expect(await listPiloted()).toEqual([2, 4]);
  expect(await dropPiloted()).toEqual([2, 4]);
  expect(await listPiloted()).toEqual([]);
});

it('lists no tab of a page that was closed, which can be dropped all the same', async () => {
  open = ['panel', 'proof'];
  await addPiloted(1, 'panel');
  await addPiloted(2, 'proof');
  open = ['proof'];
  expect(await listPiloted()).toEqual([2]);
  await addPiloted(1, 'proof');
  expect(await listPiloted()).toEqual([2, 1]);
  open = [];
  expect(await listPiloted()).toEqual([]);
  expect(await dropPiloted()).toEqual([1, 2]);
});
