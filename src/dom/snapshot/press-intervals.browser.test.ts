import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { watchPressIntervals } from './press-intervals.ts';

let stop: AbortController;
let button: HTMLButtonElement;
let list: ReturnType<typeof watchPressIntervals>;
let isOurs: boolean;

beforeEach(() => {
  stop = new AbortController();
  isOurs = false;
  button = document.createElement('button');
  button.textContent = 'Go';
  document.body.append(button);
  list = watchPressIntervals(document, stop.signal, (node) => node === button && isOurs);
});
afterEach(() => {
  stop.abort();
  button.remove();
});

const now = (): number => performance.timeOrigin + performance.now();

describe('what is held down', () => {
  it('is reported from the press to the release', async () => {
    const before = now();
    await userEvent.click(button);
    const [held, ...more] = list(before);
    const after = now();
    expect(more).toEqual([]);
    expect(held?.from).toBeGreaterThanOrEqual(before);
    expect(held?.until).toBeGreaterThanOrEqual(held?.from ?? Infinity);
    expect(held?.until).toBeLessThanOrEqual(after);
    expect(list(after)).toEqual([]);
  });

  it('is held until now while it is', async () => {
    button.focus();
    await userEvent.keyboard('[Space>]');
    const [held] = list(now());
    expect(held?.until).toBeGreaterThan(held?.from ?? Infinity);
    // Another key, and the button of a pointer that moves, are no end of it.
    await userEvent.keyboard('a');
    await userEvent.hover(button);
    const between = now();
    expect(list(between)).toMatchObject([{ from: held?.from }]);
    await userEvent.keyboard('[/Space]');
    expect(list(between)).toMatchObject([{ from: held?.from }]);
    expect(list(now() + 1)).toEqual([]);
  });

  it('is over when nothing shows it any more, though no release was reported', async () => {
    button.focus();
    await userEvent.keyboard('[Space>]');
    expect(list(now())).toHaveLength(1);
    button.remove();
    await expect.poll(() => list(now())).toEqual([]);
    await userEvent.keyboard('[/Space]');
  });

  it('is nothing that a script presses', () => {
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    expect(list(0)).toEqual([]);
  });

  it('is nothing that is ours', async () => {
    isOurs = true;
    await userEvent.click(button);
    expect(list(0)).toEqual([]);
  });

  it('goes on when a script says that it was released', async () => {
    button.focus();
    await userEvent.keyboard('[Space>]');
    button.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true }));
    expect(list(now())).toHaveLength(1);
    await userEvent.keyboard('[/Space]');
  });

  it('is held until its release was painted, where that takes long', async () => {
    let block = 0;
    button.addEventListener('pointerup', () => {
      requestAnimationFrame(() => {
        const until = now() + 80;
        while (now() < until) block += 1;
      });
    });
    const before = now();
    await userEvent.click(button);
    await expect
      .poll(() => {
        const [held] = list(before);
        return held ? held.until - held.from : 0;
      })
      .toBeGreaterThanOrEqual(80);
    expect(block).toBeGreaterThan(0);
  });
});
