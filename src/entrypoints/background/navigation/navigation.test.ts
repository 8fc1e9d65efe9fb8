import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Turn } from '../../../core/demonstration/demonstration.ts';
import { startDemonstration } from '../../../core/demonstration/recording-state.ts';
import { createSecretSearch } from '../../../core/demonstration/secrets/search.ts';
import { makeBrowserTurn } from '../../../core/demonstration/make-turn.fixture.ts';
import type { Database } from '../../../platform/store/database.ts';
import { openDatabase } from '../../../platform/store/database.ts';
import { getTurn, listTurns } from '../../../platform/store/read.ts';
import { addTurn } from '../../../platform/store/write.ts';
import { untilComplete } from '../turns/save-turn.ts';
import { makeLoadTurn } from './load-turn.ts';
import { Navigation } from './navigation.ts';
import { Shots } from '../turns/screenshots.ts';

const SHOP = 'https://shop.example/';

const demonstration = startDemonstration({
  ...{ id: 'demo', at: 0, title: 'Kettles', userAgent: 'test', recorder: '1.0' },
  timezoneOffsetMinutes: 0,
});

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('chrome', {
    runtime: { getURL: () => 'chrome-extension://us/' },
    tabs: { get: () => Promise.resolve({ incognito: false }) },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function createKeeping(db: Database) {
  return {
    ...{ db: () => Promise.resolve(db), shots: new Shots(), report: vi.fn() },
    guard: { search: () => Promise.resolve(createSecretSearch([])) },
    inFlight: new Set<Promise<unknown>>(),
    completing: new Set<Promise<unknown>>(),
    afterwards: new Set<Promise<unknown>>(),
  };
}

const open = { get: () => Promise.resolve(demonstration) };
const failed = vi.fn();

const toRugs: Parameters<Navigation['commit']>[0] = {
  ...{ tabId: 1, timeStamp: 2000, url: `${SHOP}rugs` },
  ...{ transitionType: 'link', transitionQualifiers: [] },
  ...{ frameId: 0, parentFrameId: -1, frameType: 'outermost_frame', processId: 1 },
  ...{ documentId: 'page', documentLifecycle: 'active' },
};

async function listLoads(db: Database): Promise<Turn[]> {
  return (await listTurns(db, 'demo')).filter(({ action }) => action.intent === 'load');
}

it('Stop waits for a load that is being saved, and for the second look at its cause', async () => {
  const db = await openDatabase();
  const keeping = createKeeping(db);
  const navigation = new Navigation(keeping, open, () => Promise.resolve(), failed);
  await addTurn(db, makeBrowserTurn({ id: 'before', at: 1500 }), []);
  navigation.commit(toRugs);
  await untilComplete(keeping);
  const [load] = await listLoads(db);
  expect(load).toMatchObject({ causedBy: 'before' });
  await addTurn(db, makeBrowserTurn({ id: 'late', at: 1990 }), []);
  await Promise.all(keeping.afterwards);
  expect(await getTurn(db, load?.id ?? '')).toMatchObject({ causedBy: 'late' });
  expect(failed).not.toHaveBeenCalled();
  db.close();
});

it('an action reported after the new address, with who changed it, is its cause', async () => {
  const db = await openDatabase();
  const keeping = createKeeping(db);
  const navigation = new Navigation(keeping, open, () => Promise.resolve(), failed);
  await addTurn(db, makeBrowserTurn({ id: 'first', at: 1000 }), []);
  const place = { tabId: 1, at: 1010, url: `${SHOP}lamps`, by: 'person' } as const;
  const properties = { sameDocument: true };
  await addTurn(db, makeLoadTurn('demo', { ...place, causedBy: 'first', properties }), []);
  navigation.move(toRugs);
  await addTurn(db, makeBrowserTurn({ id: 'second', at: 1990 }), []);
  navigation.report(1, { at: 1995, type: 'push', byHand: false });
  await untilComplete(keeping);
  const loads = await listLoads(db);
  expect(loads.at(-1)).toMatchObject({ action: { url: `${SHOP}rugs` }, causedBy: 'second' });
  await Promise.all(keeping.afterwards);
  expect(failed).not.toHaveBeenCalled();
  db.close();
});

it('what is completed may have more to be completed; what never ends is not waited for', async () => {
  const completing = new Set<Promise<unknown>>();
  const done: number[] = [];
  function begin(round: number): void {
    const work = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      done.push(round);
      completing.delete(work);
      begin(round + 1);
    });
    completing.add(work);
  }
  begin(1);
  await untilComplete({ inFlight: new Set(), completing });
  expect(done).toEqual([1, 2, 3]);
});
