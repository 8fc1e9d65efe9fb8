import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDemonstration } from '../../../core/demonstration/recording-state.ts';
import { createSecretSearch } from '../../../core/demonstration/secrets/search.ts';
import { orderTurns } from '../../../core/demonstration/turn-list.ts';
import type { Database } from '../../../platform/store/database.ts';
import { openDatabase } from '../../../platform/store/database.ts';
import { listTurns } from '../../../platform/store/read.ts';
import { addTurn } from '../../../platform/store/write.ts';
import { makeLoadTurn } from '../navigation/load-turn.ts';
import { TabTurns } from './tab-turns.ts';

let db: Database;
const failed = vi.fn();
const firstBegun = new Map<number, number>();
let turns: TabTurns;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  db = await openDatabase();
  firstBegun.clear();
  const demonstration = startDemonstration({
    ...{ id: 'demo', at: 1000, title: 'Kettles', userAgent: 'test', recorder: '1.0' },
    timezoneOffsetMinutes: 0,
  });
  const open = { get: () => Promise.resolve(demonstration) };
  const writing = {
    ...{ db: () => Promise.resolve(db), inFlight: new Set<Promise<unknown>>(), report: vi.fn() },
    guard: { search: () => Promise.resolve(createSecretSearch([])) },
  };
  const pages = {
    unloads: { hasLeft: () => false },
    firstBegunAt: (tabId: number) => firstBegun.get(tabId),
  };
  turns = new TabTurns(writing, open, pages, failed);
});
afterEach(() => {
  expect(failed).not.toHaveBeenCalled();
  db.close();
  vi.unstubAllGlobals();
});

/**
 * A tab whose page starts at 2010 and is there at 2030; when the service worker learns of the tab, and of its coming
 * to the front.
 */
async function openSecond({
  reportedAt,
  frontAt,
  isOpened,
}: {
  reportedAt: number;
  frontAt: number;
  isOpened: boolean;
}): Promise<void> {
  firstBegun.set(2, 2010);
  const place = { tabId: 2, at: 2030, url: 'https://shop.example/', properties: {} };
  await addTurn(db, makeLoadTurn('demo', { ...place, causedBy: null, by: 'person' }), []);
  turns.create({ tabId: 2, windowId: 1, at: reportedAt, openerTabId: 1 });
  turns.bringForward({ tabId: 2, windowId: 1, at: frontAt, isOpened }, 1);
}

async function readTimes(count: number): Promise<string[]> {
  const read = async () => orderTurns(await listTurns(db, 'demo'));
  await vi.waitFor(async () => expect(await read()).toHaveLength(count));
  return (await read()).map(({ action, at }) => `${action.intent} at ${String(at)}`);
}

it('a tab opened in front, of which a busy service worker hears when its page is there, was there before it', async () => {
  await openSecond({ reportedAt: 2090, frontAt: 2090, isOpened: true });
  expect(await readTimes(3)).toEqual(['tabcreate at 2010', 'tabswitch at 2010', 'load at 2030']);
});

it('brings a tab opened in the background to the front when that is reported', async () => {
  await openSecond({ reportedAt: 2005, frontAt: 2500, isOpened: false });
  expect(await readTimes(3)).toEqual(['tabcreate at 2005', 'load at 2030', 'tabswitch at 2500']);
});
