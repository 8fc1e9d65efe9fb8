/** Pages that stop the propagation of presses and keys at the window, before other listeners. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Overlay } from './overlay.ts';
import { createOverlay } from './overlay.ts';

let page: AbortController;
let end: AbortController;
let overlay: Overlay;
let root: ShadowRoot;

function swallow(...types: string[]): void {
  for (const type of types) {
    window.addEventListener(
      type,
      (event) => {
        event.stopImmediatePropagation();
        event.preventDefault();
      },
      { capture: true, signal: page.signal },
    );
  }
}

const PRESSES = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'];

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** As a person who presses again where nothing comes of it: a machine may be slower than the first press. */
async function pressUntil(selector: string, isDone: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      if (!isDone()) await press(selector);
      for (let frame = 0; frame < 5; frame += 1) await nextFrame();
      return isDone();
    })
    .toBe(true);
}

/** As long as a person holds it. */
async function press(selector: string): Promise<void> {
  const rect = root.querySelector(selector)?.getBoundingClientRect();
  if (!rect) throw new Error(`no ${selector}`);
  const position = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  await userEvent.click(document.documentElement, { position, force: true, delay: 120 });
}

beforeEach(() => {
  page = new AbortController();
  end = new AbortController();
  const spy = vi.spyOn(Element.prototype, 'attachShadow');
  overlay = createOverlay(document, end.signal);
  root = spy.mock.results[0]?.value as ShadowRoot;
  vi.restoreAllMocks();
});
afterEach(() => {
  end.abort();
  page.abort();
});

it('Stop is pressed all the same, once', async () => {
  const stop = vi.fn();
  overlay.showStop(stop);
  await press('.stop');
  await expect.poll(() => stop.mock.calls.length).toBe(1);
  swallow(...PRESSES, 'transitionrun', 'transitionstart', 'transitionend');
  await pressUntil('.stop', () => stop.mock.calls.length > 1);
  expect(stop).toHaveBeenCalledTimes(2);
});

it('so are the other buttons', async () => {
  const does = { onTakeOver: vi.fn(), onResume: vi.fn() };
  const stop = vi.fn();
  swallow(...PRESSES);
  overlay.showStop(stop, { state: 'paused', ...does });
  await pressUntil('.take-over', () => does.onTakeOver.mock.calls.length > 0);
  await pressUntil('.go-on', () => does.onResume.mock.calls.length > 0);
  expect(stop).not.toHaveBeenCalled();
});

it('Escape stops as the key comes up, where the page has kept its coming down', async () => {
  const stop = vi.fn();
  swallow('keydown');
  overlay.showStop(stop);
  await userEvent.keyboard('a{Escape}');
  expect(stop).toHaveBeenCalledTimes(1);
});

it('Escape that is heard both ways stops once', async () => {
  const stop = vi.fn();
  overlay.showStop(stop);
  await userEvent.keyboard('{Escape}');
  expect(stop).toHaveBeenCalledTimes(1);
});
