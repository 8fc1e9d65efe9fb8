import { describe, expect, it } from 'vitest';
import { leaveDone } from './read-steps.ts';

const REQUEST =
  'Type “Ada, Countess” in Full name, choose Express under Delivery and then tick the terms';

describe('what of a request is left', () => {
  it.each([
    [[], REQUEST],
    [['Type “Ada, Countess” in Full name'], 'choose Express under Delivery, tick the terms'],
    [['Type “Ada, Countess” in Full name', 'Click Express in Delivery'], 'tick the terms'],
    [['Choose “Express” in Delivery'], 'Type “Ada, Countess” in Full name, tick the terms'],
  ])('after %j', (done, rest) => {
    expect(leaveDone(REQUEST, done)).toBe(rest);
  });

  it('is all of it, when nothing would be left', () => {
    expect(leaveDone('click Add to cart', ['Click Add to cart'])).toBe('click Add to cart');
  });

  it('goes by what an action is about, not by its verb alone', () => {
    const request = 'click Shop, click Notes and click Lists';
    expect(leaveDone(request, ['Click Notes'])).toBe('click Shop, click Lists');
  });

  it('has each clause as often as it was asked for', () => {
    const twice = 'click Add to cart, then click Add to cart';
    expect(leaveDone(twice, ['Click Add to cart'])).toBe('click Add to cart');
  });

  it('keeps what one action may not finish', () => {
    const two = 'add two lamps to the cart and check out';
    expect(leaveDone(two, ['Click Add to cart'])).toBe('add two lamps to the cart, check out');
  });
});
