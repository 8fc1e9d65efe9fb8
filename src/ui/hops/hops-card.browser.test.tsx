import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { editHops, planHops } from '../../core/navigator/hops/change-hops.ts';
import type { HopList } from '../../core/navigator/hops/hop-list.ts';
import { NO_HOPS } from '../../core/navigator/hops/hop-list.ts';
import '../base.css';
import { HopsCard, EMPTY_HOPS, toHopsModel } from './hops-card.tsx';

const PLAN = planHops(NO_HOPS, [
  'a.example: find the price of the walnut lamp',
  'b.example: order it',
  'c.example: write down when it comes',
]);

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;

function Card({ list }: { list: HopList }) {
  const [kept, setKept] = useState(list);
  const model = toHopsModel(kept, { hopId: 'hop-2' });
  return (
    model && <HopsCard model={model} onEdit={(edit) => setKept((now) => editHops(now, edit))} />
  );
}

function Begun({ onDone }: { onDone: () => void }) {
  const [kept, setKept] = useState(NO_HOPS);
  return (
    <HopsCard
      model={toHopsModel(kept, null) ?? EMPTY_HOPS}
      onEdit={(edit) => setKept((now) => editHops(now, edit))}
      onDone={onDone}
    />
  );
}

function listHops(): string[] {
  return [...box.querySelectorAll('li')].map(
    (row) => row.querySelector('label')?.textContent ?? '',
  );
}

beforeEach(() => {
  box = document.createElement('div');
  box.style.width = '296px';
  document.body.append(box);
  root = createRoot(box);
  flushSync(() => root.render(<Card list={PLAN} />));
});

afterEach(() => {
  root.unmount();
  box.remove();
});

describe('the card of hops', () => {
  it('marks the one at hand, and says of a claim that nothing shows it', async () => {
    await expect.element(page.getByText('0 of 3 done', { exact: true })).toBeVisible();
    const current = [...box.querySelectorAll('[aria-current="step"]')];
    expect(current.map((row) => row.querySelector('label')?.textContent)).toEqual([
      'find the price of the walnut lampa.example',
    ]);
    await expect.element(page.getByText(/its evidence was not found on the page/)).toBeVisible();
    expect(box.scrollWidth).toBeLessThanOrEqual(296);
  });

  it('is begun where there is none, and goes where nothing was written', async () => {
    let hasClosed = false;
    flushSync(() => root.render(<Begun onDone={() => (hasClosed = true)} />));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('New hop');
    await userEvent.keyboard('a.example: look{Enter}b.example: order{Enter}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('New hop');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    expect(hasClosed).toBe(true);
    expect(listHops()).toEqual(['looka.example', 'orderb.example']);
  });

  it('is changed by keyboard alone, the focus staying with what is moved', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    box.querySelector<HTMLElement>('[aria-label="Move down: order it"]')?.focus();
    await userEvent.keyboard('{Enter}');
    // At the end it goes no further down; the way up is what is left.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up: order it');
    await userEvent.keyboard('{Enter}{Enter}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: order it');
    box
      .querySelector<HTMLElement>('[aria-label="Remove: find the price of the walnut lamp"]')
      ?.focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Hop 2');
    await userEvent.keyboard('{Control>}a{/Control}on c.example look{Enter}');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    expect(listHops()).toEqual(['order itb.example', 'on c.example look']);
  });

  it('discards the draft on Escape without reporting the key to the page', async () => {
    let heard = 0;
    const hear = (event: KeyboardEvent): void => void (heard += event.key === 'Escape' ? 1 : 0);
    document.addEventListener('keydown', hear);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Hop 1' }).fill('something else');
    await userEvent.keyboard('{Escape}');
    document.removeEventListener('keydown', hear);
    expect(heard).toBe(0);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    expect(listHops()[0]).toBe('find the price of the walnut lampa.example');
  });

  it('shows what is collapsed in one line, and evidence when asked', async () => {
    await page.getByRole('checkbox', { name: 'find the price' }).click();
    await page.getByText('Evidence', { exact: true }).click();
    await expect.element(page.getByText('You ticked it.')).toBeVisible();
    await page.getByRole('button', { name: /^Hops/ }).click();
    expect(box.querySelector('ol')?.checkVisibility()).toBe(false);
    await expect
      .element(page.getByRole('button', { name: 'Hops 1 of 3 done order it' }))
      .toBeVisible();
  });
});
