import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasValidChecksum } from '../../core/demonstration/checksum.ts';
import { encode, hashNow } from '../../core/formats/import.fixture.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import {
  BOXES,
  change,
  changeLine,
  dumpStore,
  HTML,
  IMAGE,
  importZip,
  makeArchive,
  makeDemonstration,
  makeTurns,
  toZip,
} from './import.fixture.ts';
import { dropAbandonedImports, StagedImport } from './import-demonstration.ts';
import { getDemonstration, listDemonstrations, listTurns, readContent } from './read.ts';
import { addTurn, putDemonstration, removeDemonstration } from './write.ts';

let db: Database;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  db = await openDatabase();
});
afterEach(() => {
  db.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The disk is full from the first write to this store on. */
function fillDisk(storeName: string): void {
  const add = IDBObjectStore.prototype.add;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
    this: IDBObjectStore,
    ...args: Parameters<typeof add>
  ) {
    if (this.name === storeName) throw new DOMException('full', 'QuotaExceededError');
    return add.apply(this, args);
  });
}

describe('importing a recording of another tool', () => {
  it('saves it once, with what it lacks', async () => {
    const before = {
      ...{ type: 'before', callId: 'a', startTime: 1, class: 'Frame', method: 'goto' },
      params: { url: 'https://shop.example/' },
    };
    const lines = [
      { version: 8, type: 'context-options', title: 'Shop', wallTime: 5, options: {} },
      ...[before, { type: 'after', callId: 'a', endTime: 2 }],
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const zip = await toZip(new Map([['0-trace.trace', encode(text)]]));
    const first = await importZip(db, zip);
    expect(first).toMatchObject({ kind: 'imported', title: 'Shop', turns: 1, copied: false });
    expect(await importZip(db, zip)).toMatchObject({ kind: 'known', title: 'Shop' });
    expect(await listDemonstrations(db)).toHaveLength(1);
  });
});

describe('importing an archive', () => {
  it('brings back the demonstration with every content, and its deletion takes all away', async () => {
    const empty = await dumpStore(db);
    expect(await importZip(db, await toZip(await makeArchive()))).toEqual({
      ...{ kind: 'imported', id: 'demo', title: 'Kettles', turns: 3 },
      ...{ copied: false, findings: [] },
    });
    expect(await getDemonstration(db, 'demo')).toEqual(makeDemonstration());
    expect(await listTurns(db, 'demo')).toEqual(makeTurns());
    for (const bytes of [HTML, BOXES, IMAGE]) {
      expect(await readContent(db, hashNow(bytes))).toEqual(bytes);
    }
    await removeDemonstration(db, 'demo');
    expect(await dumpStore(db)).toEqual(empty);
  });

  it('a second time doubles nothing and says so', async () => {
    const zip = await toZip(await makeArchive());
    await importZip(db, zip);
    const before = await dumpStore(db);
    expect(await importZip(db, zip)).toEqual({ kind: 'known', id: 'demo', title: 'Kettles' });
    expect(await dumpStore(db)).toEqual(before);
  });

  it('gives another id to what differs from what is stored, the same one each time', async () => {
    await importZip(db, await toZip(await makeArchive()));
    const other = await toZip(await makeArchive(makeDemonstration('demo', 'Pots')));
    const copy = await importZip(db, other);
    expect(copy).toMatchObject({ kind: 'imported', copied: true, title: 'Pots' });
    expect(await getDemonstration(db, 'demo')).toEqual(makeDemonstration());
    const { id } = copy as { id: string };
    const turns = await listTurns(db, id);
    expect(turns.map((turn) => turn.id)).toEqual(['a', 'b', 'c'].map((old) => old + id.slice(4)));
    expect(turns[2]).toMatchObject({ causedBy: turns[1]?.id });
    expect(turns.every(hasValidChecksum)).toBe(true);
    expect(await importZip(db, other)).toMatchObject({ kind: 'known', id });
    expect(await listDemonstrations(db)).toHaveLength(2);
  });

  it('never writes over a turn of another demonstration', async () => {
    const [mine] = makeTurns('other');
    if (!mine) throw new Error('no turn');
    await putDemonstration(db, makeDemonstration('other'));
    await addTurn(db, mine, []);
    expect(await importZip(db, await toZip(await makeArchive()))).toMatchObject({ copied: true });
    expect(await listTurns(db, 'other')).toEqual([mine]);
  });

  it('drops a turn with a wrong checksum and keeps the others', async () => {
    const files = changeLine(await makeArchive(), 1, (turn) => ({ ...turn, at: 2001 }));
    expect(await importZip(db, await toZip(files))).toMatchObject({
      turns: 2,
      findings: ['turns.jsonl, turn 2 was dropped: its checksum is wrong. The others were saved.'],
    });
  });

  it('drops members named __proto__, however they are written', async () => {
    const files = change(await makeArchive(), 'turns.jsonl', (text) =>
      text.replaceAll('"properties":{', '"properties":{"\\u005f_proto__":{"polluted":1}'),
    );
    const outcome = await importZip(db, await toZip(files));
    expect(outcome).toMatchObject({
      turns: 3,
      findings: [/were dropped/, /were dropped/].map((one) => expect.stringMatching(one) as string),
    });
    expect(JSON.stringify(await dumpStore(db))).not.toContain('polluted');
  });

  it('drops files that no record names', async () => {
    const files = (await makeArchive()).set('contents/x', encode('x'));
    expect(await importZip(db, await toZip(files))).toMatchObject({
      findings: ['Files in contents that no turn names were dropped (1).'],
    });
    expect(await db.count('blobs')).toBe(3);
  });

  it('ends a recording that was still running', async () => {
    const running = { ...makeDemonstration(), state: 'recording' as const, endedAt: null };
    await importZip(db, await toZip(await makeArchive(running)));
    expect(await getDemonstration(db, 'demo')).toMatchObject({ state: 'stopped', endedAt: 3000 });
  });
});

describe('an import that does not come to its end', () => {
  it.each(['demonstrations', 'turns'])(
    'leaves nothing when the disk is full (%s)',
    async (name) => {
      await putDemonstration(db, makeDemonstration('before'));
      const before = await dumpStore(db);
      fillDisk(name);
      await expect(importZip(db, await toZip(await makeArchive()))).rejects.toThrow('full');
      expect(await dumpStore(db)).toEqual(before);
    },
  );

  it('leaves nothing when it is cancelled', async () => {
    const before = await dumpStore(db);
    const stop = new AbortController();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<typeof put>
    ) {
      stop.abort(new Error('the user pressed Cancel'));
      return put.apply(this, args);
    });
    const done = importZip(db, await toZip(await makeArchive()), stop.signal);
    await expect(done).rejects.toThrow('the user pressed Cancel');
    expect(await dumpStore(db)).toEqual(before);
  });

  it('cut off by a crash, shows nothing, and is cleared before the next', async () => {
    const before = await dumpStore(db);
    await new StagedImport(db).keep(HTML);
    expect(await listDemonstrations(db)).toEqual([]);
    expect(await db.count('blobs')).toBe(1);
    await dropAbandonedImports(db);
    expect(await dumpStore(db)).toEqual(before);
  });

  it('clearing keeps content that a demonstration has', async () => {
    await importZip(db, await toZip(await makeArchive()));
    const before = await dumpStore(db);
    await new StagedImport(db).keep(HTML);
    await dropAbandonedImports(db);
    expect(await dumpStore(db)).toEqual(before);
  });
});
