import { describe, expect, it } from 'vitest';
import type { Discarded, ReadReply, ReadRequest } from './read-apart.ts';
import { readApart } from './read-apart.ts';

const MB = 1024 * 1024;

interface MadeWorker {
  asked: number;
  /** Bytes that were moved into it. */
  taken: number;
  ended: boolean;
  fail: () => void;
}

/** Workers that answer every request for content with as many MB as its hash says. */
function makeWorkers() {
  const made: MadeWorker[] = [];
  const create = (): Worker => {
    const target = new EventTarget();
    const state = {
      asked: 0,
      taken: 0,
      ended: false,
      fail: () => void target.dispatchEvent(new Event('error')),
    };
    made.push(state);
    const answer = ({ id, ...request }: ReadRequest): ReadReply => {
      if (request.kind === 'chunk' || request.hash === 'broken') {
        return { id, ok: false, reason: 'the disk is gone' };
      }
      const bytes = request.hash === 'lost' ? null : new Uint8Array(Number(request.hash) * MB);
      const value = request.kind === 'size' ? (bytes?.byteLength ?? null) : bytes;
      return { id, ok: true, value };
    };
    const worker = Object.assign(target, {
      postMessage(request: ReadRequest | Discarded, transfer: ArrayBuffer[] = []) {
        const moved = structuredClone(transfer, { transfer });
        state.taken += moved.reduce((sum, { byteLength }) => sum + byteLength, 0);
        if (request.kind === 'discarded') return;
        state.asked += 1;
        queueMicrotask(() => {
          if (state.ended || (request.kind === 'content' && request.hash === 'silent')) return;
          target.dispatchEvent(new MessageEvent('message', { data: answer(request) }));
        });
      },
      terminate: () => void (state.ended = true),
    });
    return worker as unknown as Worker;
  };
  return { made, create };
}

describe('readApart', () => {
  it('ends a worker that has read much, but none that somebody waits for', async () => {
    const { made, create } = makeWorkers();
    const { read } = readApart(create);
    for (let at = 0; at < 5; at++) expect((await read('7'))?.byteLength).toBe(7 * MB);
    expect(made.map(({ asked, ended }) => [asked, ended])).toEqual([
      [3, true],
      [2, false],
    ]);
    const both = await Promise.all([read('9'), read('1')]);
    expect(both.map((bytes) => bytes?.byteLength)).toEqual([9 * MB, MB]);
    expect(made.map(({ ended }) => ended)).toEqual([true, true]);
  });

  it('moves back what it was sent, and hands out a copy', async () => {
    const { made, create } = makeWorkers();
    const { read } = readApart(create);
    expect((await read('3'))?.byteLength).toBe(3 * MB);
    expect(made.map(({ taken }) => taken)).toEqual([3 * MB]);
    expect(await read('lost')).toBeNull();
  });

  it('moves what is let go of into a worker, and ends one that has taken much', () => {
    const { made, create } = makeWorkers();
    const { letGo, close } = readApart(create);
    const buffers = Array.from({ length: 5 }, () => new ArrayBuffer(9 * MB));
    for (const buffer of buffers) letGo(buffer);
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0, 0, 0]);
    expect(made.map(({ taken, ended }) => [taken / MB, ended])).toEqual([
      [36, true],
      [9, false],
    ]);
    close();
    letGo(new ArrayBuffer(MB));
    expect(made.map(({ ended }) => ended)).toEqual([true, true]);
  });

  it('tells what is there without having it sent', async () => {
    const { made, create } = makeWorkers();
    const { holds } = readApart(create);
    expect(await holds('lost')).toBe(false);
    for (let at = 0; at < 4; at++) expect(await holds('5')).toBe(true);
    expect(made.map(({ asked, taken, ended }) => [asked, taken, ended])).toEqual([[5, 0, true]]);
  });

  it('says why something could not be read, and reads on', async () => {
    const { made, create } = makeWorkers();
    const { read } = readApart(create);
    await expect(read('broken')).rejects.toThrow('the disk is gone');
    expect((await read('1'))?.byteLength).toBe(MB);
    expect(made.length).toBe(1);
  });

  it('fails what is waited for when the worker stops or the reader is closed', async () => {
    const { made, create } = makeWorkers();
    const apart = readApart(create);
    const stopped = apart.read('silent');
    made[0]?.fail();
    await expect(stopped).rejects.toThrow('stopped');
    const closed = apart.read('silent');
    apart.close();
    await expect(closed).rejects.toThrow('closed');
    await expect(apart.read('1')).rejects.toThrow('closed');
    expect(made.map(({ ended }) => ended)).toEqual([true, true]);
  });
});
