import { describe, expect, it } from 'vitest';
import { createRightOfWay } from './right-of-way.ts';

/** Work that continues until it is aborted or interrupted. */
function makeWork() {
  let begun = 0;
  let finish = (): void => undefined;
  return {
    begun: () => begun,
    finish: () => finish(),
    work: (signal?: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        begun += 1;
        finish = () => resolve('done');
        signal?.addEventListener('abort', () => reject(new Error('interrupted')));
      }),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createRightOfWay', () => {
  it('interrupts background work, and repeats it when urgent work is done', async () => {
    const way = createRightOfWay();
    const [slow, one, other] = [makeWork(), makeWork(), makeWork()];
    const yielding = way.last(slow.work, new AbortController().signal);
    await settle();
    expect(slow.begun()).toBe(1);
    const first = way.first(() => one.work());
    const second = way.first(() => other.work());
    one.finish();
    await first;
    await settle();
    expect(slow.begun()).toBe(1);
    other.finish();
    await second;
    await settle();
    expect(slow.begun()).toBe(2);
    slow.finish();
    await expect(yielding).resolves.toBe('done');
  });

  it('passes on what goes wrong by itself, and ends when it is stopped', async () => {
    const way = createRightOfWay();
    const never = new AbortController().signal;
    await expect(way.last(() => Promise.reject(new Error('broken')), never)).rejects.toThrow(
      'broken',
    );
    const stop = new AbortController();
    const slow = makeWork();
    const stopped = way.last(slow.work, stop.signal);
    await settle();
    stop.abort(new Error('cancelled'));
    await expect(stopped).rejects.toThrow('interrupted');
    await expect(way.last(slow.work, stop.signal)).rejects.toThrow('cancelled');
    expect(slow.begun()).toBe(1);
  });

  it('goes on after what went first has failed', async () => {
    const way = createRightOfWay();
    await expect(way.first(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const never = new AbortController().signal;
    await expect(way.last(() => Promise.resolve(1), never)).resolves.toBe(1);
  });
});
