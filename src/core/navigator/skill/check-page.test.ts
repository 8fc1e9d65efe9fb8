import { describe, expect, it } from 'vitest';
import { buildPage } from '../../ranking/page.fixture.ts';
import type { CheckedPage } from './check-page.ts';
import { isJoined, listFailedChecks, matchesPath, writePath } from './check-page.ts';
import type { Check } from './skill.ts';

const PAGE: CheckedPage = {
  url: 'https://shop.example/orders/4711?x=1',
  root: buildPage('<body><p>Cart: <b>1</b></p><p hidden>Thank you</p></body>'),
  target: null,
  receipt: null,
  isTranslated: false,
};

function holds(check: Check, over: Partial<CheckedPage> = {}): boolean {
  return listFailedChecks([check], { ...PAGE, ...over }).length === 0;
}

describe('a text of a receipt', () => {
  it('is joined if its words stand on the page, but apart', () => {
    const root = buildPage('<body><header>Practice site <nav>Shop</nav> Cart 0</header></body>');
    expect(isJoined('Practice site Cart 2', root)).toBe(true);
    expect(isJoined('Cart 2', root)).toBe(false);
    expect(isJoined('Added to cart', root)).toBe(false);
  });
});

describe('checks', () => {
  it('compares visible text by whole words', () => {
    expect(holds({ kind: 'shows', text: 'cart 1' })).toBe(true);
    expect(holds({ kind: 'shows', text: 'car' })).toBe(false);
    expect(holds({ kind: 'shows', text: 'Thank you' })).toBe(false);
    expect(holds({ kind: 'hides', text: 'Thank you' })).toBe(true);
  });

  it('takes a message that went away again from the receipt', () => {
    const receipt = {
      verdict: 'changed',
      changes: [{ kind: 'appeared', text: 'Thank you!' }],
    } as const;
    expect(
      holds(
        { kind: 'shows', text: 'Thank you' },
        { receipt: { ...receipt, changes: [...receipt.changes] } },
      ),
    ).toBe(true);
  });

  it('needs at least an effect on a page in another language', () => {
    const check: Check = { kind: 'shows', text: 'Added' };
    expect(holds(check, { isTranslated: true })).toBe(false);
    const receipt = { verdict: 'changed' as const, changes: [] };
    expect(holds(check, { isTranslated: true, receipt })).toBe(true);
  });

  it('compares addresses without what a site makes for each visit', () => {
    expect(writePath('https://shop.example/orders/4711?x=1')).toBe('/orders/*');
    expect(holds({ kind: 'address', path: '/orders/*' })).toBe(true);
    expect(holds({ kind: 'address', path: '/orders' })).toBe(false);
    expect(
      matchesPath(writePath('https://a.example/app#/active'), 'https://a.example/app#/done'),
    ).toBe(false);
  });
});
