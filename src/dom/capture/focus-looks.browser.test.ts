import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from './capture.fixture.ts';

let stop: AbortController;
let stage: HTMLElement;
let capture: ReturnType<typeof captureHere>;

function show(html: string): void {
  stage.innerHTML = html;
  capture = captureHere(stop.signal);
}

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => {
  stop.abort();
  stage.remove();
});

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
}

const readLast = (): number => capture.instants().at(-1) ?? 0;

/** Whether an instant came of it. Scripts that move the focus leave no other trace. */
function isNoticed(act: () => void): boolean {
  const before = performance.timeOrigin + performance.now();
  act();
  return readLast() >= before;
}

describe('the focus', () => {
  it('is seen to come to a field, and to go', () => {
    show('<input id="a"><p>x</p>');
    expect(isNoticed(() => find('a').focus())).toBe(true);
    expect(isNoticed(() => find('a').blur())).toBe(true);
  });

  it('is not seen where nothing shows it', async () => {
    show('<p id="a" tabindex="0">A</p><p id="b" tabindex="0">B</p>');
    await userEvent.click(find('a'));
    const before = readLast();
    await userEvent.click(find('b'));
    expect(document.activeElement).toBe(find('b'));
    expect(readLast()).toBe(before);
  });

  it.each([
    ['button:focus { color: red }', 'a rule for it'],
    ['section:focus-within ul { display: block }', 'a rule for what it is in'],
    ['section:has(:focus) { color: red }', 'a rule that asks for it'],
  ])('is seen by %s: %s', async (css) => {
    show(`<style>${css}</style><section><button id="a">A</button><ul></ul></section>`);
    const before = readLast();
    await userEvent.click(find('a'));
    expect(document.activeElement).toBe(find('a'));
    expect(readLast()).toBeGreaterThan(before);
  });

  it('is seen to move within a shadow root', async () => {
    show('<section id="host"></section>');
    const root = find('host').attachShadow({ mode: 'open' });
    root.innerHTML = '<button>Go</button><input>';
    const button = root.querySelector('button');
    const field = root.querySelector('input');
    if (!button || !field) throw new Error('There is nothing to focus.');
    await userEvent.click(button);
    expect(isNoticed(() => field.focus())).toBe(true);
    expect(isNoticed(() => button.focus())).toBe(true);
  });
});
