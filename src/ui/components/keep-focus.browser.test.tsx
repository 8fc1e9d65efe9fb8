import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { KeepFocus } from './keep-focus.tsx';

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;

function show(inside: readonly string[]) {
  flushSync(() => {
    root.render(
      <>
        <button type="button">Outside</button>
        <KeepFocus>
          {inside.map((name) => (
            <button type="button" key={name}>
              {name}
            </button>
          ))}
        </KeepFocus>
      </>,
    );
  });
}

function focus(name: string) {
  const element = page.getByRole('button', { name }).element();
  if (element instanceof HTMLElement) element.focus();
}

beforeEach(() => {
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  root.unmount();
  box.remove();
});

it('gives the focus to what stands there instead', async () => {
  show(['Record']);
  focus('Record');
  show(['Pause', 'Stop']);
  await expect.element(page.getByRole('button', { name: 'Pause' })).toHaveFocus();
});

it('takes it from no other element', async () => {
  show(['Record', 'Options']);
  focus('Options');
  show(['Pause', 'Options']);
  await expect.element(page.getByRole('button', { name: 'Options' })).toHaveFocus();
  focus('Outside');
  show(['Record']);
  await expect.element(page.getByRole('button', { name: 'Outside' })).toHaveFocus();
});

it('begins nothing where nothing had it', () => {
  show(['Record']);
  show(['Pause']);
  expect(document.activeElement).toBe(document.body);
});
