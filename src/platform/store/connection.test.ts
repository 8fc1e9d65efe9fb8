import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBrowserTurn } from '../../core/demonstration/make-turn.fixture.ts';
import { connectOnDemand } from './database.ts';
import { addTurn } from './write.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a connection on demand', () => {
  it('is one for all who ask at once, and a new one when it was lost', async () => {
    const connect = connectOnDemand();
    const [first, same] = await Promise.all([connect(), connect()]);
    expect(same).toBe(first);
    await addTurn(first, makeBrowserTurn({ id: 'a' }), []);
    // Somebody deletes or upgrades: this connection gives way.
    const upgraded = new Promise((resolve) => {
      const request = indexedDB.deleteDatabase('wayscribe');
      request.onsuccess = resolve;
    });
    await upgraded;
    const second = await connect();
    expect(second).not.toBe(first);
    expect(await addTurn(second, makeBrowserTurn({ id: 'b' }), [])).toBe(true);
    second.close();
  });

  it('that could not be opened is tried again', async () => {
    const connect = connectOnDemand();
    const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    await expect(connect()).rejects.toThrow('broken');
    const again = await connect();
    expect(opening).toHaveBeenCalledTimes(2);
    again.close();
  });
});
