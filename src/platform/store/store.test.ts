import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDemonstration } from '../../core/demonstration/recording-state.ts';
import { hasValidChecksum } from '../../core/demonstration/checksum.ts';
import type { BrowserTurn, Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import { makeBrowserTurn } from '../../core/demonstration/make-turn.fixture.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import {
  findOpenDemonstration,
  getTurn,
  listTurns,
  measureDemonstration,
  readContent,
} from './read.ts';
import type { Content } from './write.ts';
import {
  addDerived,
  addTurn,
  changeDemonstration,
  changeTurn,
  makeContent,
  putDemonstration,
  removeDemonstration,
  removeTurn,
} from './write.ts';

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

function makeBytes(text: string): Promise<Content> {
  return makeContent(new TextEncoder().encode(text));
}

function makeDemonstration(id: string, at = 0) {
  return startDemonstration({
    ...{ id, at, title: id, userAgent: 'test', timezoneOffsetMinutes: 0, recorder: '0' },
  });
}

async function countAll(): Promise<Record<string, number>> {
  const names = ['demonstrations', 'turns', 'blobs', 'refs'] as const;
  const counts = await Promise.all(names.map((name) => db.count(name)));
  return Object.fromEntries(names.map((name, index) => [name, counts[index] ?? -1]));
}

/** The disk is full from the `after`th write to `storeName` on, as the browser says it. */
function fillDisk(storeName: string, after = 0): void {
  const put = IDBObjectStore.prototype.put;
  let done = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args: Parameters<typeof put>
  ) {
    if (this.name !== storeName || done++ < after) return put.apply(this, args);
    throw new DOMException('full', 'QuotaExceededError');
  });
}

describe('adding a turn', () => {
  it('keeps it with its content, sealed', async () => {
    const page = await makeBytes('<head></head>');
    expect(await addTurn(db, makeBrowserTurn({ id: 'a' }), [page])).toBe(true);
    const kept = await getTurn(db, 'a');
    expect(kept).toMatchObject(makeBrowserTurn({ id: 'a' }));
    expect(kept?.checksum).toMatch(/^[0-9a-f]{8}$/);
    expect(await readContent(db, page.hash)).toEqual(page.bytes);
  });

  it('a second time changes nothing, whatever comes with it', async () => {
    const [first, second] = [await makeBytes('one'), await makeBytes('two')];
    await addTurn(db, makeBrowserTurn({ id: 'a', at: 1 }), [first]);
    expect(await addTurn(db, makeBrowserTurn({ id: 'a', at: 2 }), [second])).toBe(false);
    expect((await getTurn(db, 'a'))?.at).toBe(1);
    expect(await readContent(db, second.hash)).toBeNull();
  });

  it('ten times at once keeps it once', async () => {
    const turn = makeBrowserTurn({ id: 'a' });
    const added = await Promise.all(Array.from({ length: 10 }, () => addTurn(db, turn, [])));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await listTurns(db, 'demo')).toHaveLength(1);
  });

  it.each(['turns', 'blobs', 'refs'])(
    'leaves nothing when %s finds the disk full',
    async (name) => {
      await addTurn(db, makeBrowserTurn({ id: 'before' }), [await makeBytes('before')]);
      const before = await countAll();
      fillDisk(name, name === 'turns' ? 0 : 1);
      const contents = [await makeBytes('one'), await makeBytes('two')];
      const adding = addTurn(db, makeBrowserTurn({ id: 'a' }), contents);
      await expect(adding).rejects.toMatchObject({ name: 'QuotaExceededError' });
      vi.restoreAllMocks();
      expect(await countAll()).toEqual(before);
      expect(await addTurn(db, makeBrowserTurn({ id: 'a' }), contents)).toBe(true);
    },
  );
});

describe('changing a turn', () => {
  it('by many at once loses no change', async () => {
    await addTurn(db, makeBrowserTurn({ id: 'a', properties: {} }), []);
    const note = (name: string) => (turn: Turn) =>
      ({ ...turn, properties: { ...(turn as BrowserTurn).properties, [name]: 1 } }) as Turn;
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    await Promise.all(names.map((name) => changeTurn(db, 'a', note(name))));
    const kept = await getTurn(db, 'a');
    expect(Object.keys((kept as BrowserTurn).properties).sort()).toEqual(names.sort());
    expect(kept && hasValidChecksum(kept)).toBe(true);
  });

  it('that is gone says so and keeps no content', async () => {
    const page = await makeBytes('late');
    expect(await changeTurn(db, 'gone', (turn) => turn, [page])).toBeNull();
    expect(await readContent(db, page.hash)).toBeNull();
  });

  it('leaves it as it was when the change throws or the disk is full', async () => {
    await addTurn(db, makeBrowserTurn({ id: 'a' }), []);
    const before = await getTurn(db, 'a');
    const fails = changeTurn(db, 'a', () => {
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    fillDisk('blobs');
    const later = changeTurn(db, 'a', (turn) => ({ ...turn, at: 9 }), [await makeBytes('x')]);
    await expect(later).rejects.toMatchObject({ name: 'QuotaExceededError' });
    vi.restoreAllMocks();
    expect(await getTurn(db, 'a')).toEqual(before);
  });
});

describe('deleting a demonstration', () => {
  it('deletes its turns, and content that no other needs', async () => {
    const [mine, shared] = [await makeBytes('mine'), await makeBytes('shared')];
    for (const id of ['one', 'two']) await putDemonstration(db, makeDemonstration(id));
    await addTurn(db, makeBrowserTurn({ id: 'a', demonstrationId: 'one' }), [mine, shared]);
    await addTurn(db, makeBrowserTurn({ id: 'b', demonstrationId: 'two' }), [shared]);
    expect(await measureDemonstration(db, 'one')).toBe(10);

    await removeDemonstration(db, 'one');
    expect(await readContent(db, mine.hash)).toBeNull();
    expect(await readContent(db, shared.hash)).toEqual(shared.bytes);
    expect(await getTurn(db, 'a')).toBeNull();
    expect(await getTurn(db, 'b')).not.toBeNull();

    await removeDemonstration(db, 'two');
    expect(await countAll()).toEqual({ demonstrations: 0, turns: 0, blobs: 0, refs: 0 });
  });

  it('of an id that begins like another leaves the other alone', async () => {
    const page = await makeBytes('page');
    await addTurn(db, makeBrowserTurn({ id: 'a', demonstrationId: 'd1' }), [page]);
    await removeDemonstration(db, 'd');
    await removeDemonstration(db, 'd10');
    expect(await readContent(db, page.hash)).toEqual(page.bytes);
    expect(await listTurns(db, 'd1')).toHaveLength(1);
  });
});

describe('demonstrations made of others', () => {
  const make = (id: string, image: string) => {
    const shot = { status: 'kept', width: 1, height: 1 } as const;
    const proof = { kind: 'told', by: 'weblinx' } as const;
    const turn = makeBrowserTurn({
      ...{ id: `${id}-turn`, demonstrationId: id },
      screenshot: { ...shot, image, proof },
    });
    return { demonstration: makeDemonstration(id), turns: [turn] };
  };
  const bin = (stored: Demonstration): Demonstration => ({ ...stored, deletedAt: 7 });

  it('share the content, which stays when the sources are deleted', async () => {
    const content = await makeBytes('picture');
    const source = make('source', content.hash);
    await putDemonstration(db, source.demonstration);
    for (const turn of source.turns) await addTurn(db, turn, [content]);
    await addDerived(db, [make('made', content.hash)], ['source'], bin);
    expect(await db.get('demonstrations', 'source')).toMatchObject({ deletedAt: 7 });
    await removeDemonstration(db, 'source');
    expect(await readContent(db, content.hash)).toEqual(content.bytes);
    expect(await measureDemonstration(db, 'made')).toBe(content.bytes.byteLength);
    expect((await listTurns(db, 'made')).every(hasValidChecksum)).toBe(true);
    await removeDemonstration(db, 'made');
    expect(Object.values(await countAll())).toEqual([0, 0, 0, 0]);
  });

  it('are all or nothing', async () => {
    await putDemonstration(db, makeDemonstration('taken'));
    const both = [make('made', ''), make('taken', '')];
    await expect(addDerived(db, both, ['taken'], bin)).rejects.toThrow();
    expect(await countAll()).toMatchObject({ demonstrations: 1, turns: 0 });
    expect(await db.get('demonstrations', 'taken')).not.toHaveProperty('deletedAt');
  });
});

describe('reading', () => {
  it('does not hand out content that is not what its name says', async () => {
    const page = await makeBytes('<head></head>');
    await addTurn(db, makeBrowserTurn({ id: 'a' }), [page]);
    const damaged = page.bytes.slice();
    damaged[3] = 0;
    await db.put('blobs', { hash: page.hash, bytes: damaged });
    expect(await readContent(db, page.hash)).toBeNull();
  });

  it('finds the one demonstration that is not stopped', async () => {
    await putDemonstration(db, { ...makeDemonstration('old', 1), state: 'stopped', endedAt: 2 });
    expect(await findOpenDemonstration(db)).toBeNull();
    await putDemonstration(db, { ...makeDemonstration('now', 3), state: 'paused' });
    expect((await findOpenDemonstration(db))?.id).toBe('now');
  });

  it('finds an open one of an earlier version in its present form, and none of a later', async () => {
    const { options, ...older } = makeDemonstration('older');
    await db.put('demonstrations', older as Demonstration);
    expect(await findOpenDemonstration(db)).toEqual({ ...older, options });
    await db.put('demonstrations', { ...makeDemonstration('older'), version: 99 as 1 });
    expect(await findOpenDemonstration(db)).toBeNull();
  });

  it('after a turn was removed keeps the others', async () => {
    await addTurn(db, makeBrowserTurn({ id: 'a' }), []);
    await addTurn(db, makeBrowserTurn({ id: 'b' }), []);
    await removeTurn(db, 'a');
    expect((await listTurns(db, 'demo')).map(({ id }) => id)).toEqual(['b']);
  });
});

describe('opening', () => {
  it('a store that is there finds what was kept, and two may have it open', async () => {
    await addTurn(db, makeBrowserTurn({ id: 'a' }), []);
    const other = await openDatabase();
    expect(await getTurn(other, 'a')).not.toBeNull();
    await addTurn(other, makeBrowserTurn({ id: 'b' }), []);
    expect(await listTurns(db, 'demo')).toHaveLength(2);
    other.close();
  });

  it('makes way for a newer version that wants to change it', async () => {
    await addTurn(db, makeBrowserTurn({ id: 'a' }), []);
    const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('wayscribe', 3);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('refused'));
    });
    expect([...upgraded.objectStoreNames]).toContain('turns');
    upgraded.close();
    // Versions go up only: this one has to be updated too.
    await expect(openDatabase()).rejects.toMatchObject({ name: 'VersionError' });
  });
});

describe('what the annotator says of a demonstration', () => {
  it('changes by itself, and not where the demonstration is gone', async () => {
    await putDemonstration(db, makeDemonstration('d'));
    const describeIt = (stored: Demonstration): Demonstration => ({
      ...stored,
      form: { ...stored.form, description: 'Buying a kettle' },
    });
    expect(await changeDemonstration(db, 'd', describeIt)).toBe(true);
    const before = makeDemonstration('d');
    expect(await db.get('demonstrations', 'd')).toEqual({
      ...before,
      form: { ...before.form, description: 'Buying a kettle' },
    });
    expect(await changeDemonstration(db, 'gone', describeIt)).toBe(false);
    expect(await db.get('demonstrations', 'gone')).toBeUndefined();
  });
});
