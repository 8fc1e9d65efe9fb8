import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from '../capture.fixture.ts';

let stop: AbortController;
let list: HTMLElement;
let capture: ReturnType<typeof captureHere>;

beforeEach(() => {
  stop = new AbortController();
  // The browser may paint, and tell of scrolling, before it comes to its timers.
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) =>
    setTimeout(ms === undefined ? () => undefined : run, ms),
  );
  list = document.createElement('div');
  list.tabIndex = 0;
  list.style.cssText = 'height: 50px; overflow: auto';
  list.innerHTML = '<p style="height: 900px">Rows</p>';
  document.body.append(list);
  capture = captureHere(stop.signal);
});
afterEach(() => {
  stop.abort();
  vi.restoreAllMocks();
  list.remove();
});

const scrolled = (): Promise<unknown> =>
  new Promise((resolve) => {
    list.addEventListener('scroll', resolve, { once: true });
  });

describe('a key that scrolls', () => {
  it('is scrolling where the page leaves it to the browser', async () => {
    list.focus();
    const moved = scrolled();
    await userEvent.keyboard('{ArrowDown}');
    await moved;
    expect(capture.actions()).toMatchObject([{ intent: 'scroll', uid: capture.uidOf(list) }]);
  });

  it('is a press where the page answers it, by scrolling too', async () => {
    list.addEventListener('keydown', (event) => {
      event.preventDefault();
      list.scrollTop = 400;
    });
    list.focus();
    const moved = scrolled();
    await userEvent.keyboard('{End}');
    await moved;
    expect(capture.actions()).toEqual([{ intent: 'press', key: 'End', uid: capture.uidOf(list) }]);
  });
});
