import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserTurn, Turn } from '../../core/demonstration/demonstration.ts';
import { makeBrowserTurn } from '../../core/demonstration/make-turn.fixture.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import { listTurns, readContent } from './read.ts';
import type { Content } from './write.ts';
import { addTurn, changeTurn, changeTurnBy, makeContent, removeTurn } from './write.ts';

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

/** A turn whose picture is this content. */
function show({ hash }: Content, over: Partial<BrowserTurn> = {}): BrowserTurn {
  const proof = { kind: 'unchanged', requestedAt: 1, doneAt: 2 } as const;
  const screenshot = { status: 'kept', image: hash, width: 1, height: 1, proof } as const;
  return makeBrowserTurn({ ...over, screenshot });
}

function showInstead(content: Content): (turn: Turn) => Turn {
  return (turn) =>
    turn.kind === 'browser' ? { ...turn, screenshot: show(content).screenshot } : turn;
}

async function listKept(): Promise<string[]> {
  const blobs = await db.getAll('blobs');
  return blobs.map(({ bytes }) => new TextDecoder().decode(bytes)).sort();
}

describe('content that nothing names any more', () => {
  it('goes with the change that let go of it', async () => {
    const [first, second] = [await makeBytes('first'), await makeBytes('second')];
    await addTurn(db, show(first, { id: 'a' }), [first]);
    await changeTurn(db, 'a', showInstead(second), [second]);
    expect(await listKept()).toEqual(['second']);
    expect(await db.count('refs')).toBe(1);
  });

  it('stays while another turn of the demonstration names it, and goes with the last', async () => {
    const [shared, other] = [await makeBytes('shared'), await makeBytes('other')];
    await addTurn(db, show(shared, { id: 'a' }), [shared]);
    await addTurn(db, show(shared, { id: 'b' }), [shared]);
    await changeTurn(db, 'a', showInstead(other), [other]);
    expect(await listKept()).toEqual(['other', 'shared']);
    await removeTurn(db, 'b');
    expect(await listKept()).toEqual(['other']);
  });

  it('stays while another demonstration has it', async () => {
    const shared = await makeBytes('shared');
    await addTurn(db, show(shared, { id: 'a', demonstrationId: 'one' }), [shared]);
    await addTurn(db, show(shared, { id: 'b', demonstrationId: 'two' }), [shared]);
    await removeTurn(db, 'a');
    expect(await readContent(db, shared.hash)).toEqual(shared.bytes);
    expect(await db.getAllKeys('refs')).toEqual([['two', shared.hash]]);
    await removeTurn(db, 'b');
    expect(await listKept()).toEqual([]);
  });

  it('stays with the turn when the change fails', async () => {
    const [first, second] = [await makeBytes('first'), await makeBytes('second')];
    await addTurn(db, show(first, { id: 'a' }), [first]);
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(changeTurn(db, 'a', showInstead(second), [second])).rejects.toThrow('full');
    vi.restoreAllMocks();
    expect(await listKept()).toEqual(['first']);
    expect(await listTurns(db, 'demo')).toMatchObject([show(first, { id: 'a' })]);
  });

  it('is not what a turn has borrowed from another', async () => {
    const [first, second] = [await makeBytes('first'), await makeBytes('second')];
    await addTurn(db, show(first, { id: 'click' }), [first]);
    await addTurn(db, makeBrowserTurn({ id: 'load' }), []);
    const borrow = (turn: Turn, from: Turn): Turn =>
      turn.kind === 'browser' && from.kind === 'browser'
        ? { ...turn, screenshot: from.screenshot }
        : turn;
    expect(await changeTurnBy(db, 'load', 'click', borrow)).toMatchObject({ id: 'load' });
    await changeTurn(db, 'click', showInstead(second), [second]);
    expect(await listKept()).toEqual(['first', 'second']);
    expect(await changeTurnBy(db, 'load', 'gone', borrow)).toBeNull();
  });
});
