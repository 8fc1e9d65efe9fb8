import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDemonstration } from '../../core/demonstration/recording-state.ts';
import type { VideoChunk, VideoSegment } from '../../core/demonstration/content.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import { getDemonstration } from './read.ts';
import { addVideoChunk, listVideoSegments, measureVideo, readVideoChunks } from './video.ts';
import { removeDemonstration } from './write.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

function makeSegment(startedAt: number, demonstrationId = 'demo'): VideoSegment {
  const size = { width: 640, height: 480 };
  return { demonstrationId, startedAt, ...size, codec: 'vp09.00.50.08', description: null };
}

function makeChunk({ demonstrationId, startedAt }: VideoSegment, at: number): VideoChunk {
  const bytes = Uint8Array.of(at, at, at);
  const packets = [{ at: at - startedAt, size: 3, key: at === startedAt }];
  return { demonstrationId, segment: startedAt, at, packets, bytes };
}

async function readTimes(db: Database, segment: VideoSegment): Promise<number[]> {
  const times: number[] = [];
  for await (const { at } of readVideoChunks(db, segment)) times.push(at);
  return times;
}

describe('the film in the store', () => {
  it('is read segment by segment in order, each chunk once however often it came', async () => {
    const db = await openDatabase();
    const [first, second] = [makeSegment(100), makeSegment(200)];
    for (const at of [110, 100, 120, 110]) await addVideoChunk(db, first, makeChunk(first, at));
    await addVideoChunk(db, second, makeChunk(second, 200));
    const other = makeSegment(100, 'demo2');
    await addVideoChunk(db, other, makeChunk(other, 100));
    expect(await listVideoSegments(db, 'demo')).toMatchObject([first, second]);
    expect(await readTimes(db, first)).toEqual([100, 110, 120]);
    expect(await readTimes(db, second)).toEqual([200]);
    expect(await measureVideo(db, 'demo')).toBe(12);
    db.close();
  });

  it('goes with its demonstration, and no other does', async () => {
    const db = await openDatabase();
    for (const id of ['demo', 'demo2']) {
      const segment = makeSegment(100, id);
      await addVideoChunk(db, segment, makeChunk(segment, 100));
    }
    await removeDemonstration(db, 'demo');
    expect(await listVideoSegments(db, 'demo')).toEqual([]);
    expect(await readTimes(db, makeSegment(100))).toEqual([]);
    expect(await readTimes(db, makeSegment(100, 'demo2'))).toEqual([100]);
    db.close();
  });

  it('has a place in a store of the first version, which keeps what it has', async () => {
    const kept = startDemonstration({
      ...{ id: 'old', at: 1, title: '', userAgent: '', timezoneOffsetMinutes: 0, recorder: '0' },
    });
    const before = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('wayscribe', 1);
      request.onupgradeneeded = () => {
        const { result } = request;
        result.createObjectStore('demonstrations', { keyPath: 'id' }).put(kept);
        const turns = result.createObjectStore('turns', { keyPath: 'id' });
        turns.createIndex('byDemonstration', 'demonstrationId');
        result.createObjectStore('blobs', { keyPath: 'hash' });
        const refs = result.createObjectStore('refs', { keyPath: ['demonstrationId', 'hash'] });
        refs.createIndex('byHash', 'hash');
      };
      request.onsuccess = () => resolve(request.result);
    });
    before.close();
    const db = await openDatabase();
    expect(await getDemonstration(db, 'old')).toEqual(kept);
    const segment = makeSegment(100);
    await addVideoChunk(db, segment, makeChunk(segment, 100));
    expect(await readTimes(db, segment)).toEqual([100]);
    db.close();
  });
});
