import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { expect, it } from 'vitest';
import type { RememberedRun } from '../../core/navigator/memory/remembered-run.ts';
import {
  listConversations,
  writeConversation,
  clearRememberedRounds,
  deleteRememberedRounds,
  listRememberedRounds,
  MOST_ROUNDS,
  writeRememberedRound,
} from './journal.ts';

function makeRound(startedAt: number): RememberedRun {
  const id = `r${startedAt}`;
  const site = 'shop.example';
  const past = { id, request: 'order it', sites: [site], outcome: 'worked', steps: [] } as const;
  return { id, startedAt, sites: [site], site, here: past, anywhere: past };
}

async function listTimes(): Promise<number[]> {
  const all = await listRememberedRounds();
  return all.map(({ startedAt }) => startedAt).sort((one, other) => one - other);
}

it('keeps the newest, whatever order they come in, until they are deleted', async () => {
  // The oldest comes last, and is the first to go.
  for (let at = MOST_ROUNDS + 2; at > 0; at -= 1) await writeRememberedRound(makeRound(at));
  const times = await listTimes();
  expect(times).toHaveLength(MOST_ROUNDS);
  expect(times[0]).toBe(3);
  await deleteRememberedRounds(['r3', 'r5']);
  expect((await listTimes()).slice(0, 2)).toEqual([4, 6]);
  await clearRememberedRounds();
  expect(await listTimes()).toEqual([]);
});

it('finds the journals of the version before, and none of its own', async () => {
  // Deleting the database closes the connection of the test before.
  await deleteDB('wayscribe-rounds');
  const before = await openDB('wayscribe-rounds', 1, {
    upgrade: (db) => void db.createObjectStore('conversations', { keyPath: 'id' }),
  });
  await before.put('conversations', { id: 'a', at: 1, entries: [] });
  before.close();
  expect(await listRememberedRounds()).toEqual([]);
  await writeConversation({ id: 'b', at: 2, entries: [] });
  expect((await listConversations()).map(({ id }) => id)).toEqual(['b', 'a']);
});
