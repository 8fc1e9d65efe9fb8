import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from './capture.fixture.ts';

let stop: AbortController;
let label: HTMLElement;
let capture: ReturnType<typeof captureHere>;
/** What waits for the browser to come to its timers, which it lets events pass. */
let waiting: (() => void)[];

beforeEach(() => {
  stop = new AbortController();
  waiting = [];
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) => {
    if (ms === undefined) waiting.push(run);
    return setTimeout(ms === undefined ? () => undefined : run, ms);
  });
  label = document.createElement('p');
  label.textContent = 'Milk';
  document.body.append(label);
  capture = captureHere(stop.signal);
});
afterEach(() => {
  stop.abort();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const listIntents = () => capture.actions().map(({ intent }) => intent);

describe('what a page takes away', () => {
  it('when it is clicked twice was clicked twice, and what takes its place is typed into', async () => {
    const field = document.createElement('input');
    label.addEventListener('dblclick', () => {
      label.replaceWith(field);
      field.focus();
    });
    await userEvent.dblClick(label);
    for (const run of waiting.splice(0)) run();
    await userEvent.keyboard('!{Enter}');
    expect(listIntents()).toEqual(['click', 'click', 'doubleClick', 'textInput', 'press']);
    expect(capture.actions()[3]).toMatchObject({ uid: capture.uidOf(field), text: '!' });
  });

  it('as soon as it is pressed was clicked, before what is done next', async () => {
    label.addEventListener('pointerdown', () => label.remove());
    await userEvent.click(label);
    await userEvent.keyboard('{Escape}');
    expect(listIntents()).toEqual(['click', 'press']);
  });
});
