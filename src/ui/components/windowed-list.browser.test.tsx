import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../base.css';
import { WindowedList } from './windowed-list.tsx';

interface Line {
  id: string;
  text: string;
}

const lines = Array.from({ length: 1000 }, (_, at) => ({ id: `line ${at}`, text: `Line ${at}` }));

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;

function show(items: readonly Line[], startsAtEnd = false) {
  root.render(<WindowedList items={items} render={renderLine} startsAtEnd={startsAtEnd} />);
}

/** Heights that cannot be guessed. */
function renderLine({ id, text }: Line) {
  const height = 40 + ((Number(id.slice(5)) * 37) % 90);
  return (
    <button type="button" style={{ height }}>
      {text}
    </button>
  );
}

function countDrawn(): number {
  return box.querySelectorAll('[data-item]').length;
}

/** The item at a height of the window, or the one above where there is none. */
function findAt(y: number): Element | undefined {
  return [...box.querySelectorAll('[data-item]')].findLast(
    (item) => item.getBoundingClientRect().top <= y && item.getBoundingClientRect().bottom > y - 20,
  );
}

/** Two frames: what came into view has been noticed, and drawn. */
function settle(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
  );
}

beforeEach(() => {
  box = document.createElement('div');
  box.style.cssText = 'width: 320px; height: 400px; overflow: auto';
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  root.unmount();
  box.remove();
});

describe('a list of a thousand', () => {
  it('has only what is near the view in the page, wherever that is', async () => {
    show(lines);
    await expect.element(page.getByText('Line 0', { exact: true })).toBeInViewport();
    for (const at of [0, 0.3, 0.9, 0.1]) {
      box.scrollTop = at * box.scrollHeight;
      await expect.poll(() => findAt(200)).toBeDefined();
      await settle();
      expect(countDrawn()).toBeLessThan(90);
    }
  });

  it('does not jump under a reader who scrolls back', async () => {
    show(lines, true);
    const last = page.getByText('Line 999', { exact: true });
    // What comes into view is measured, which may push the end away once more.
    await expect
      .poll(async () => {
        box.scrollTop = box.scrollHeight;
        await settle();
        const end = last.query()?.getBoundingClientRect().bottom ?? Infinity;
        return end <= box.getBoundingClientRect().bottom + 1;
      })
      .toBe(true);
    for (let step = 0; step < 25; step += 1) {
      const seen = findAt(200);
      if (!seen) throw new Error('Nothing is drawn where the reader looks.');
      const { y } = seen.getBoundingClientRect();
      box.scrollTop -= 60;
      await settle();
      expect(Math.abs(seen.getBoundingClientRect().y - y - 60)).toBeLessThan(1.5);
    }
  });

  it('is walked through by Tab, one after the other', async () => {
    show(lines);
    const first = page.getByText('Line 0', { exact: true });
    await expect.element(first).toBeInViewport();
    first.element().closest('button')?.focus();
    for (let at = 1; at < 60; at += 1) {
      await userEvent.tab();
      await expect.poll(() => document.activeElement?.textContent).toBe(`Line ${at}`);
    }
    expect(countDrawn()).toBeLessThan(110);
  });

  it('tells screen readers how many there are, drawn or not', async () => {
    show(lines);
    await expect.element(page.getByText('Line 3', { exact: true })).toBeVisible();
    const item = box.querySelector('[data-item="line 3"]');
    expect(item?.getAttribute('aria-posinset')).toBe('4');
    expect(item?.getAttribute('aria-setsize')).toBe('1000');
    expect(page.getByText('985 to 996 of 1000').elements()).toHaveLength(1);
  });
});
