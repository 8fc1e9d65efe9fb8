import { describe, expect, it } from 'vitest';
import type { ReadReply, ReadRequest } from './read-apart.ts';
import { readApart } from './read-apart.ts';

const MB = 1024 * 1024;

/** Workers that answer every request for content with as many MB as its hash says. */
function makeWorkers() {
  const made: { asked: number; ended: boolean; fail: () => void }[] = [];
  const create = (): Worker => {
    const target = new EventTarget();
    const state = {
      asked: 0,
      ended: false,
      fail: () => void target.dispatchEvent(new Event('error')),
    };
    made.push(state);
    const answer = ({ id, ...request }: ReadRequest): ReadReply =>
      request.kind === 'content' && request.hash !== 'broken'
        ? { id, ok: true, value: new Uint8Array(Number(request.hash) * MB) }
        : { id, ok: false, reason: 'the disk is gone' };
    const worker = Object.assign(target, {
      postMessage(request: ReadRequest) {
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
    expect(made.map(({ ended }) => ended)).toEqual([true, true]);
  });
});
