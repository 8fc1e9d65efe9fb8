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

beforeEach(() => {
  vi.stubGlobal('chrome', { storage: { session: fakeSession() } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('has each of several tabs that come and go at once', async () => {
  await Promise.all([addPiloted(1), addPiloted(2), addPiloted(3), addPiloted(2)]);
  expect(await listPiloted()).toEqual([1, 2, 3]);
  const [one, , three] = await Promise.all([dropPiloted([1, 9]), addPiloted(4), dropPiloted([3])]);
  expect([one, three]).toEqual([[1], [3]]);
  expect(await listPiloted()).toEqual([2, 4]);
  expect(await dropPiloted()).toEqual([2, 4]);
  expect(await listPiloted()).toEqual([]);
});
