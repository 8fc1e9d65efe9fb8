import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from '../capture.fixture.ts';

let stop: AbortController;
let stage: HTMLElement;
let capture: ReturnType<typeof captureHere>;
let due: FrameRequestCallback[];

beforeEach(() => {
  stop = new AbortController();
  due = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => due.push(frame));
  stage = document.createElement('main');
  document.body.append(stage);
  capture = captureHere(stop.signal);
});
afterEach(() => {
  stop.abort();
  stage.remove();
  vi.restoreAllMocks();
});

function beginFrame(): void {
  for (const frame of due.splice(0)) frame(performance.now());
}

/** Until what is decided only after the page has seen the key is decided. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function onKey(key: string, answer: () => void): void {
  const { signal } = stop;
  addEventListener('keydown', (event) => event.key === key && answer(), { signal });
}

describe('keys', () => {
  it('are turns where the page answers them', async () => {
    onKey('?', () => stage.append('Help'));
    await userEvent.keyboard('?x');
    await settle();
    expect(capture.actions()).toMatchObject([{ intent: 'press', key: '?' }]);
  });

  it('are not answered by what was done before and is painted only then', async () => {
    onKey('x', () => {
      beginFrame();
      beginFrame();
    });
    stage.append('Help');
    await expect.poll(() => due.length).toBe(1);
    const changedAt = performance.now();
    await expect.poll(() => performance.now() - changedAt).toBeGreaterThan(60);
    await userEvent.keyboard('x');
    await settle();
    expect(due).toEqual([]);
    expect(capture.actions()).toEqual([]);
  });
});

describe('what a key is pressed on', () => {
  it('is what had the focus, though the page closes it', async () => {
    stage.innerHTML = '<ul role="menu"><li role="menuitem" tabindex="-1">Serif</li></ul>';
    const item = stage.querySelector('li');
    if (!item) throw new Error('no item');
    item.addEventListener('keydown', (event) => {
      event.preventDefault();
      stage.firstElementChild?.setAttribute('hidden', '');
    });
    item.focus();
    await userEvent.keyboard(' ');
    await expect
      .poll(() => capture.actions())
      .toEqual([{ intent: 'press', key: ' ', uid: capture.uidOf(item) }]);
    expect(capture.turns()[0]?.element?.name).toBe('Serif');
  });

  it('is nothing where all of the page is placed beside its body', async () => {
    // In a page without a doctype, as this one is, only such a body does not fill it.
    document.body.style.cssText = 'position: absolute; width: 0; height: 0';
    stage.style.cssText = 'position: fixed; inset: 0';
    await userEvent.keyboard('{Escape}');
    document.body.removeAttribute('style');
    expect(capture.turns()).toMatchObject([
      { action: { intent: 'press', key: 'Escape', uid: null }, element: null },
    ]);
  });
});
