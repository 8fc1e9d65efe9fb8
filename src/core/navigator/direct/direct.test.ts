import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const CHECKOUT = `
  <input data-t="search" type="search" placeholder="Search the shop">
  <label for="n">Full name</label><input id="n" data-t="name">
  <label for="date">Date of delivery</label><input id="date" type="date" data-t="date">
  <label for="m">Message</label><textarea id="m" data-t="message"></textarea>
  <label for="c">Country</label>
  <select id="c" data-t="country"><option>Austria<option selected>France<option>United Kingdom</select>
  <label for="s">Size</label>
  <select id="s" data-t="size"><option>Small<option>Large, slim<option>Large, wide</select>
  <fieldset><legend>Delivery</legend>
    <label><input type="radio" name="d" data-t="standard">Standard, €4.90</label>
    <label><input type="radio" name="d" data-t="express">Express, €9.90</label>
  </fieldset>
  <fieldset><legend>Payment</legend>
    <label><input type="radio" name="p" checked data-t="card">Card</label>
    <label><input type="radio" name="p" data-t="cod">Cash on delivery</label>
  </fieldset>
  <label><input type="checkbox" data-t="gift">Gift-wrap</label>
  <label><input type="checkbox" checked data-t="terms">I agree to the terms</label>
  <button data-t="order">Place order</button>
  <button data-t="filters">Clear filters</button>
  <a href="/cart" data-t="cart">Cart</a>`;

describe('direct requests on a form', () => {
  it.each([
    ['click Place order', { intent: 'click', uid: 'order' }],
    ['open the cart', { intent: 'click', uid: 'cart' }],
    ['hover over Cart', { intent: 'hover', uid: 'cart' }],
    ['type Ada Lovelace in Full name', { intent: 'textInput', uid: 'name', text: 'Ada Lovelace' }],
    ['set Message to Hello, you', { intent: 'textInput', uid: 'message', text: 'Hello, you' }],
    ['choose Austria under Country', { intent: 'change', uid: 'country', value: 'Austria' }],
    [
      'set the country to united kingdom',
      { intent: 'change', uid: 'country', value: 'United Kingdom' },
    ],
    ['select “Large, wide”', { intent: 'change', uid: 'size', value: 'Large, wide' }],
    ['choose Express under Delivery', { intent: 'click', uid: 'express' }],
    ['set Delivery to Standard', { intent: 'click', uid: 'standard' }],
    ['select Cash on delivery', { intent: 'click', uid: 'cod' }],
    ['tick Gift-wrap', { intent: 'click', uid: 'gift' }],
    ['untick I agree', { intent: 'click', uid: 'terms' }],
    ['clear filters', { intent: 'click', uid: 'filters' }],
    ['press Escape', { intent: 'press', uid: null, key: 'Escape' }],
    ['scroll down', { intent: 'scroll', x: 0, y: 576, uid: null }],
    ['scroll up 100 px', { intent: 'scroll', x: 0, y: -100, uid: null }],
    ['reload', { intent: 'load', url: 'http://localhost/' }],
    ['go back', { intent: 'back' }],
  ])('%s', async (message, action) => {
    const { ports, done } = openPage(CHECKOUT);
    const { outcome } = await send(message, ports, live);
    expect(done).toEqual([action]);
    expect(outcome).toBe('done');
  });

  it('submits the only form, or that of the field worked in last', async () => {
    const search = '<form><input type="search" aria-label="Search" data-t="q"></form>';
    const login =
      '<form><input aria-label="Name" data-t="n"><button data-t="go">Sign in</button></form>';
    const one = openPage(login);
    await send('submit the form', one.ports, live);
    expect(one.done).toEqual([{ intent: 'submit', uid: 'n' }]);
    const two = openPage(search + login);
    expect((await send('submit the form', two.ports, live)).outcome).toBe('failed');
    await send('type Ada in Name and submit', two.ports, live);
    expect(two.done.at(-1)).toEqual({ intent: 'submit', uid: 'n' });
  });

  it('searches with Enter in the search box', async () => {
    const { ports, done } = openPage(CHECKOUT);
    await send('search for walnut lamp', ports, live);
    expect(done).toEqual([
      { intent: 'textInput', uid: 'search', text: 'walnut lamp' },
      { intent: 'press', uid: 'search', key: 'Enter' },
    ]);
  });

  it.each([
    ['tick I agree to the terms', 'already ticked'],
    ['choose France under Country', 'already chosen'],
    ['choose Card', 'already chosen'],
    ['select Small', 'already chosen'],
  ])('does nothing where all is as asked: %s', async (message, part) => {
    const { ports, done } = openPage(CHECKOUT);
    const { outcome, words } = await send(message, ports, live);
    expect(done).toEqual([]);
    expect(outcome).toBe('done');
    expect(words).toContain(part);
  });

  it.each([
    ['click Frobnicate', 'could not find “Frobnicate”'],
    ['choose Norway under Country', 'It offers “Austria”, “France”, “United Kingdom”'],
    ['tick the newsletter', 'could not find a checkbox or switch “newsletter”'],
    ['untick Card', 'choose another one'],
    ['type hello in the telephone field', 'could not find “telephone field”'],
  ])('says so when nothing fits: %s', async (message, part) => {
    const { ports, done } = openPage(CHECKOUT);
    const { outcome, words } = await send(message, ports, live);
    expect(done).toEqual([]);
    expect(outcome).toBe('failed');
    expect(words).toContain(part);
  });

  it('asks when an option is not clear, and chooses the answer', async () => {
    const { ports, done } = openPage(CHECKOUT);
    const state = { pending: null, lastField: null };
    const asked = await send('choose Large under Size', ports, live, state);
    expect(asked.outcome).toBe('asked');
    expect(asked.words).toContain('2 options that fit “Large”');
    await send('Large, wide', ports, live, state);
    expect(done).toEqual([{ intent: 'change', uid: 'size', value: 'Large, wide' }]);
  });

  it('asks for the field when several could be meant', async () => {
    const { ports, done } = openPage(CHECKOUT);
    const { outcome, words } = await send('type hello', ports, live);
    expect(outcome).toBe('asked');
    expect(words).toContain('Which field');
    expect(done).toEqual([]);
  });
});
