import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from '../capture.fixture.ts';

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

  it('of what it puts under the pointer while it is pressed leaves the click to what was pressed', async () => {
    const backdrop = document.createElement('div');
    backdrop.style.cssText = 'position: fixed; inset: 0';
    let clicks = 0;
    label.addEventListener('click', () => clicks++);
    label.addEventListener('mousedown', () => document.body.append(backdrop));
    document.addEventListener('mouseup', () => backdrop.remove(), { once: true });
    await userEvent.click(label);
    for (const run of waiting.splice(0)) run();
    expect(clicks).toBe(0);
    expect(capture.actions()).toEqual([{ intent: 'click', uid: capture.uidOf(label) }]);
  });

  it('as soon as it is pressed was clicked, before what is done next', async () => {
    label.addEventListener('pointerdown', () => label.remove());
    await userEvent.click(label);
    await userEvent.keyboard('{Escape}');
    expect(listIntents()).toEqual(['click', 'press']);
  });
});

describe('a straight line of an icon', () => {
  it('has no box: its picture was clicked', async () => {
    label.innerHTML = `<svg width="24" height="24" aria-label="Menu" stroke="black">
      <g><line x1="2" y1="12" x2="22" y2="12" stroke-width="6" /></g></svg>`;
    const picture = label.querySelector('svg');
    if (!picture) throw new Error('no picture');
    let hit: EventTarget | null = null;
    picture.addEventListener('click', ({ target }) => {
      hit = target;
    });
    await userEvent.click(picture);
    expect(hit).toBeInstanceOf(SVGLineElement);
    expect(capture.actions()).toEqual([{ intent: 'click', uid: capture.uidOf(picture) }]);
    expect(capture.turns()[0]?.element).toMatchObject({ name: 'Menu', box: { height: 24 } });
  });
});

describe('a press that the browser answers itself', () => {
  it('is a click, though closing a dialog by its backdrop leaves none', async () => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('closedby', 'any');
    const button = document.createElement('button');
    button.textContent = 'News';
    button.addEventListener('click', () => dialog.showModal());
    document.body.append(button, dialog);
    // The focus goes back to the button: then the browser makes no click of the press that closed the dialog.
    await userEvent.click(button);
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
    await expect.poll(() => dialog.open).toBe(false);
    for (const run of waiting.splice(0)) run();
    expect(capture.actions()).toEqual([
      { intent: 'click', uid: capture.uidOf(button) },
      { intent: 'click', uid: capture.uidOf(dialog) },
    ]);
  });

  it('comes before the change that it makes in a list of the page’s own look', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<style>select, ::picker(select) { appearance: base-select }</style>
       <select><option>Red</option><option>Green</option></select>`,
    );
    const select = document.querySelector('select');
    const green = select?.options[1];
    if (!select || !green) throw new Error('no list');
    await userEvent.click(select);
    await userEvent.click(green);
    await userEvent.keyboard('{Escape}');
    expect(capture.actions()).toEqual([
      { intent: 'click', uid: capture.uidOf(select) },
      { intent: 'click', uid: capture.uidOf(green) },
      { intent: 'change', uid: capture.uidOf(select), value: 'Green' },
      { intent: 'press', key: 'Escape', uid: capture.uidOf(select) },
    ]);
  });

  it('one after the other is one change with all of them', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<select multiple><option>Red</option><option>Green</option><option>Blue</option></select>',
    );
    const select = document.querySelector('select');
    const [red, green, blue] = select?.options ?? [];
    if (!select || !red || !green || !blue) throw new Error('no list');
    await userEvent.click(red);
    await userEvent.click(blue, { modifiers: ['Control'] });
    await userEvent.click(green, { modifiers: ['Control'] });
    await userEvent.click(red, { modifiers: ['Control'] });
    for (const run of waiting.splice(0)) run();
    expect(capture.actions()).toEqual([
      { intent: 'click', uid: capture.uidOf(red) },
      { intent: 'change', uid: capture.uidOf(select), value: 'Green, Blue' },
    ]);
    await userEvent.click(label);
    await userEvent.click(red, { modifiers: ['Control'] });
    for (const run of waiting.splice(0)) run();
    expect(capture.actions().slice(2)).toEqual([
      { intent: 'click', uid: capture.uidOf(label) },
      { intent: 'click', uid: capture.uidOf(red) },
      { intent: 'change', uid: capture.uidOf(select), value: 'Red, Green, Blue' },
    ]);
  });
});
