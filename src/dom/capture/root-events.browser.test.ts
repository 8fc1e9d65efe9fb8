import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from './capture.fixture.ts';

let stop: AbortController;
let host: HTMLElement;
let root: ShadowRoot;
let capture: ReturnType<typeof captureHere>;

beforeEach(() => {
  stop = new AbortController();
  host = document.createElement('section');
  root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<select aria-label="Size"><option>S<option>M</select><slot></slot>
    <form onsubmit="return false"><input placeholder="Name"><button>Go</button></form>`;
  host.innerHTML = '<input type="checkbox">';
  document.body.append(host);
  capture = captureHere(stop.signal);
});
afterEach(() => {
  stop.abort();
  host.remove();
});

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus();
}

const listIntents = () => capture.actions().map(({ intent }) => intent);

describe('in a shadow root', () => {
  it('a list that is set is a change', async () => {
    focusOn(root.querySelector('select'));
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => capture.actions()).toMatchObject([{ intent: 'change', value: 'M' }]);
  });

  it('a form that is sent is a submission, and its field has the name of its placeholder', async () => {
    focusOn(root.querySelector('input'));
    await userEvent.keyboard('a{Enter}');
    await expect.poll(listIntents).toEqual(['textInput', 'press', 'submit']);
    expect(capture.turns()[0]?.element?.name).toBe('Name');
  });

  it('what is slotted into it is heard once', async () => {
    focusOn(root.querySelector('select'));
    await userEvent.keyboard('{ArrowDown}');
    focusOn(host.querySelector('input'));
    await userEvent.keyboard(' ');
    await expect.poll(listIntents).toEqual(['change', 'click', 'change']);
  });
});

describe('Enter on a button', () => {
  it('is a press where the page answers the key itself, and a click elsewhere', async () => {
    const button = root.querySelector('button');
    focusOn(button);
    await userEvent.keyboard('{Enter}');
    await expect.poll(listIntents).toEqual(['click', 'submit']);
    button?.addEventListener('keydown', (event) => event.preventDefault());
    await userEvent.keyboard('{Enter}');
    await expect.poll(listIntents).toEqual(['click', 'submit', 'press']);
  });
});

describe('the pointer in a shadow root', () => {
  it('is seen to hover what shows a button, though it comes from the same root', async () => {
    const item = document.createElement('x-item');
    item.attachShadow({ mode: 'open' }).innerHTML = `
      <style>
        p { margin: 0; height: 40px }
        button { display: none; width: 200px; height: 20px }
        p:hover button { display: block }
      </style>
      <p>Above</p><p>Row <button>Delete</button></p>`;
    const list = document.createElement('x-list');
    list.style.display = 'block';
    list.attachShadow({ mode: 'open' }).append(item);
    host.replaceWith(list);
    host = list;
    const row = item.shadowRoot?.querySelector('p:last-child');
    if (!row) throw new Error('no row');
    stop.abort();
    stop = new AbortController();
    capture = captureHere(stop.signal, { hover: true });
    const above = { position: { x: 5, y: 5 } };
    await userEvent.hover(list, above);
    // What is hidden is known only once the page was at rest with the pointer elsewhere.
    await expect
      .poll(
        async () => {
          await userEvent.hover(list, { position: { x: 5, y: 45 } });
          await userEvent.click(list, { position: { x: 20, y: 70 } });
          await userEvent.hover(list, above);
          return capture.actions().slice(-2);
        },
        { interval: 400 },
      )
      .toMatchObject([{ intent: 'hover', uid: capture.uidOf(row) }, { intent: 'click' }]);
  });
});

describe('a key', () => {
  it('scrolls what is in a shadow root', async () => {
    root.innerHTML =
      '<div tabindex="0" style="overflow: auto; height: 50px"><p style="height: 900px; margin: 0"></p></div>';
    const scroller = root.querySelector('div');
    if (!scroller) throw new Error('no scroller');
    focusOn(scroller);
    await userEvent.keyboard('{End}');
    await expect
      .poll(() => capture.actions())
      .toMatchObject([{ intent: 'scroll', uid: capture.uidOf(scroller), x: 0, y: 850 }]);
  });

  it('is typed and pressed in the field of a closed root, which the window does not see', async () => {
    const shut = document.createElement('section');
    const inside = shut.attachShadow({ mode: 'closed' });
    inside.innerHTML = '<input aria-label="Code">';
    host.replaceWith(shut);
    host = shut;
    stop.abort();
    stop = new AbortController();
    capture = captureHere(stop.signal, { closed: new Map([[shut, inside]]) });
    const field = inside.querySelector('input');
    if (!field) throw new Error('no field');
    field.focus();
    await userEvent.keyboard('abc{Escape}');
    const uid = capture.uidOf(field);
    await expect
      .poll(() => capture.actions())
      .toMatchObject([
        { intent: 'textInput', uid, text: 'abc' },
        { intent: 'press', uid, key: 'Escape' },
      ]);
  });
});
