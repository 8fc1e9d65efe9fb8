import { describe, expect, it } from 'vitest';
import type { Intent } from '../action/action.ts';
import type { RankedCandidate } from './candidate.ts';
import { listCandidates } from './page/list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { scoreLexical } from './score-lexical.ts';
import { CHECKOUT, FEED, NOTES, ORDERS, SHOP } from './score.fixture.ts';

const PAGES = {
  shop: listCandidates([buildPage(SHOP)], VIEWPORT),
  checkout: listCandidates([buildPage(CHECKOUT)], VIEWPORT),
  orders: listCandidates([buildPage(ORDERS)], VIEWPORT),
  feed: listCandidates([buildPage(FEED)], VIEWPORT),
  notes: listCandidates([buildPage(NOTES)], VIEWPORT),
};

function order(page: keyof typeof PAGES, text: string, intent: Intent | null): RankedCandidate[] {
  return [...scoreLexical({ text, intent }, PAGES[page])].sort((a, b) => b.score - a.score);
}

describe('the best candidate', () => {
  it.each<[keyof typeof PAGES, string, Intent | null, string]>([
    ['shop', 'search box', 'textInput', 'search'],
    ['shop', 'Search', 'click', 'search-go'],
    ['shop', 'log in', 'click', 'login'],
    ['shop', 'basket', 'click', 'cart'],
    ['shop', 'the cart icon', 'click', 'cart'],
    ['shop', 'Add to cart for Oak chair', 'click', 'add2'],
    ['shop', 'add the walnut lamp to cart', 'click', 'add1'],
    ['shop', 'walnut', 'change', 'walnut'],
    ['shop', 'wishlist on the Oak chair card', 'click', 'fav2'],
    ['shop', 'EUR', 'change', 'currency'],
    ['shop', 'price low to high in sort by', 'change', 'sort'],
    ['shop', 'reset filters', 'click', 'clear'],
    ['shop', 'minimum price', 'textInput', 'min'],
    ['shop', 'terms and conditions', 'click', 'terms'],
    ['shop', 'sing in', 'click', 'login'],
    ['shop', 'newsletter', 'textInput', 'newsletter'],
    ['shop', 'next page', 'click', 'next'],
    ['shop', 'second Add to cart', 'click', 'add2'],
    ['checkout', 'first name', 'textInput', 'first'],
    ['checkout', 'surname', 'textInput', 'last'],
    ['checkout', 'postcode', 'textInput', 'zip'],
    ['checkout', 'Express under Delivery', 'change', 'express'],
    ['checkout', 'express in the gift wrapping section', 'change', 'wrap-express'],
    ['checkout', 'Edit under Payment', 'click', 'edit-payment'],
    ['checkout', 'edit the shipping address', 'click', 'edit-address'],
    ['checkout', 'I agree', 'change', 'agree'],
    ['checkout', 'checkbox I agree to the terms', 'click', 'agree'],
    ['checkout', 'terms link', 'click', 'agree-terms'],
    ['checkout', 'details next to Total', 'click', 'total-details'],
    ['checkout', 'security code', 'textInput', 'cvc'],
    ['checkout', 'coupon field', 'textInput', 'promo'],
    ['checkout', 'country dropdown', 'click', 'country'],
    ['checkout', 'Norway', 'change', 'country'],
    ['checkout', 'submit the order', 'click', 'place'],
    ['checkout', 'back to cart', 'click', 'back'],
    ['checkout', 'expiration date', 'textInput', 'expiry'],
    ['orders', 'sign out', 'click', 'logout'],
    ['orders', 'Cancel in the row of Order 1042', 'click', 'cancel2'],
    ['orders', 'track order 1043', 'click', 'track3'],
    ['orders', 'track the last order', 'click', 'track3'],
    ['orders', 'past orders tab', 'click', 'tab-past'],
    ['orders', 'export the bill', 'click', 'download'],
    ['orders', 'close the cookie dialog', 'click', 'close'],
    ['orders', 'account', 'click', 'profile'],
    ['orders', 'email updates', 'change', 'notify'],
    ['orders', 'downlaod invoice', 'click', 'download'],
    ['notes', 'hamburger menu', 'click', 'menu'],
    ['notes', 'preferences', 'click', 'settings'],
    ['notes', 'create a note', 'click', 'new'],
    ['notes', 'delete next to Travel plan', 'click', 'del2'],
    ['notes', 'the note body', 'textInput', 'body'],
    ['notes', 'title', 'textInput', 'title'],
    ['notes', 'comment', 'textInput', 'comment'],
    ['notes', 'share button', 'click', 'share'],
    ['notes', 'Done next to Call Ada', 'change', 'todo2'],
    ['notes', 'insert a link', 'click', 'link'],
    ['feed', 'delete buy milk', 'click', 'drop-milk'],
    ['feed', 'remove walk dog', 'click', 'drop-dog'],
    ['feed', 'walk dog', 'change', 'dog'],
    ['feed', 'like post number 2', 'click', 'like2'],
    ['feed', 'reply to post number 3', 'click', 'reply3'],
    ['feed', 'second result', 'click', 'post2'],
    ['feed', 'first one', 'click', 'post1'],
    ['feed', 'last post', 'click', 'post3'],
    ['feed', 'reply in the last row', 'click', 'reply3'],
    ['feed', 'reply to the second post', 'click', 'reply2'],
    ['feed', 'first one', 'change', 'keep1'],
    ['feed', 'second checkbox', 'change', 'keep2'],
    ['feed', 'third button', 'click', 'reply1'],
    ['feed', 'load more', 'click', 'more'],
    ['shop', 'add to cart in the second card', 'click', 'add2'],
    ['orders', 'cancel the last order', 'click', 'cancel3'],
  ])('%s: %s (%s) is %s', (page, text, intent, uid) => {
    const ranked = order(page, text, intent);
    const shown = ranked.slice(0, 3).map((at) => `${at.candidate.uid} ${JSON.stringify(at.parts)}`);
    expect(ranked[0]?.candidate.uid, shown.join('\n')).toBe(uid);
  });

  it('has parts that add up to its score', () => {
    for (const { score, parts } of order('checkout', 'second Edit under Payment', 'click')) {
      const sum = Object.values(parts).reduce((total, part) => total + part, 0);
      expect(score).toBeCloseTo(sum, 12);
    }
  });

  it('names the words it found', () => {
    expect(order('orders', 'Cancel in the row of Order 1042', 'click')[0]?.matched).toEqual([
      'cancel',
      'order',
      '1042',
    ]);
  });

  it('covers nothing where the action cannot be done', () => {
    const button = order('shop', 'Search', 'textInput').find(
      ({ candidate }) => candidate.uid === 'search-go',
    );
    expect(button?.coverage).toBe(0);
  });

  it('finds no item where there are no lists', () => {
    const page = listCandidates([buildPage('<p><button>Save</button></p>')], VIEWPORT);
    expect(scoreLexical({ text: 'second result', intent: 'click' }, page)[0]?.coverage).toBe(0);
  });

  it('puts what is behind an open dialog last', () => {
    const html =
      '<p>Role <input data-t=a></p><div role=dialog aria-modal=true><p>Role <input data-t=b></p></div>';
    const page = listCandidates([buildPage(html)], VIEWPORT);
    const [a, b] = scoreLexical({ text: 'Role', intent: 'textInput' }, page);
    expect(b?.score).toBeGreaterThan((a?.score ?? 0) + 0.1);
  });

  it.each([
    ['♥♥♥', 'suit'],
    ['click ♥♥♥', 'suit'],
    ['hearts', 'named'],
    ['×', 'sign'],
  ])('meets a sign as it is written: %s', (text, uid) => {
    const html = `<button data-t=named aria-label="Hearts">h</button><button data-t=suit>♥♥♥</button>
      <button data-t=close aria-label=Close>c</button><button data-t=sign>×</button>`;
    const page = listCandidates([buildPage(html)], VIEWPORT);
    const scored = scoreLexical({ text, intent: 'click' }, page);
    const best = scored.reduce((top, each) => (each.score > top.score ? each : top));
    expect(best.candidate.uid).toBe(uid);
    expect(best.coverage).toBe(1);
  });

  it('counts only as found what is there', () => {
    expect(order('shop', 'Add to cart', 'click')[0]?.coverage).toBeCloseTo(1);
    expect(order('shop', 'quarterly revenue report', 'click')[0]?.coverage).toBe(0);
  });
});
