import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../base.css';
import { MiddleText } from './middle-text.tsx';

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  box = document.createElement('div');
  box.style.width = '240px';
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  root.unmount();
  box.remove();
});

it.each([
  ['Kettle House: everything for a slow afternoon', 'before'],
  ['متجر الشاي — أباريق وأكواب وكل ما يلزم لجلسة هادئة', 'after'],
])('%s: its beginning stands %s its end', (text, side) => {
  flushSync(() => root.render(<MiddleText text={text} tail={12} />));
  const [head, tail] = [...box.querySelectorAll('[aria-hidden]')].map((half) =>
    half.getBoundingClientRect(),
  );
  expect(head && tail && (head.x < tail.x ? 'before' : 'after')).toBe(side);
});
