import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rules } from '../rules.fixture.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import type { Charge } from '../../protocol/content.ts';
import { followPages } from './tab-control.ts';
import { fakeTab } from '../tab.fixture.ts';

const BY_HAND = { type: 'typed', qualifiers: ['from_address_bar'] };

let over: AbortController;
beforeEach(() => {
  over = new AbortController();
  rules.sites.deny = ['bank.example'];
});
afterEach(() => {
  over.abort();
  vi.unstubAllGlobals();
});

function follow(read: () => Charge = () => 'taken') {
  const tab = fakeTab();
  const actions: UserAction[] = [];
  followPages(7, { read, note: (action) => actions.push(action) }, over.signal);
  const shown = () => tab.sent.filter(({ type }) => type === 'charge.show').map(({ data }) => data);
  return { tab, actions, shown };
}

describe('pages that the person goes to while they have taken over', () => {
  it("show it, and report navigation by the browser's own controls as a user action", async () => {
    const { tab, actions, shown } = follow();
    tab.go('https://shop.example/cart');
    tab.go('https://news.example/', BY_HAND);
    await expect.poll(shown).toEqual([{ charge: 'taken' }, { charge: 'taken' }]);
    expect(actions).toMatchObject([{ action: { intent: 'load', url: 'https://news.example/' } }]);
  });

  it('neither show nor tell anything where the site is ruled out', async () => {
    const { tab, actions, shown } = follow();
    tab.go('https://bank.example/account', BY_HAND);
    tab.go('https://news.example/', BY_HAND);
    // By the time that the second page shows it, the first would have.
    await expect.poll(shown).toEqual([{ charge: 'taken' }]);
    expect(tab.ordered).toEqual(['pilot.start']);
    expect(actions).toMatchObject([{ action: { url: 'https://news.example/' } }]);
  });

  it('are no business of a round that is not held, or that has ended', async () => {
    let charge: Charge = 'working';
    const { tab, shown } = follow(() => charge);
    tab.go('https://shop.example/cart');
    charge = 'paused';
    tab.go('https://news.example/');
    await expect.poll(shown).toEqual([{ charge: 'paused' }]);
    expect(tab.ordered).toEqual(['pilot.start']);
    over.abort();
    expect(tab.countListeners()).toBe(0);
  });
});
