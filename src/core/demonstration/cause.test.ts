import { describe, expect, it } from 'vitest';
import type { NavigationCommit } from './cause.ts';
import { findNavigationCause, findTabSwitchCause } from './cause.ts';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';

const click = makeBrowserTurn({ id: 'click', at: 1000 });
const commit: NavigationCommit = {
  at: 1500,
  tabId: 1,
  transitionType: 'link',
  transitionQualifiers: [],
};
const byClick = { id: 'click', via: 'action' };

function makeLoad(over: Parameters<typeof makeBrowserTurn>[0]) {
  return makeBrowserTurn({ action: { intent: 'load', url: 'https://a.example/' }, ...over });
}

describe('findCause', () => {
  it('names the last action that could cause the navigation', () => {
    const later = makeBrowserTurn({ id: 'later', at: 1200 });
    const cause = findNavigationCause(commit, [later, click, makeSayTurn({ at: 1400 })]);
    expect(cause).toEqual({ id: 'later', via: 'action' });
  });

  it.each([
    ['typed in the address bar', { transitionType: 'typed' }],
    ['an address with a query typed', { transitionQualifiers: ['from_address_bar'] }],
    ['back, by the button', { transitionQualifiers: ['forward_back'], byHand: true }],
    ['back, somewhat later', { transitionQualifiers: ['forward_back'] }],
    ['reload', { transitionType: 'reload' }],
    ['another tab', { tabId: 2 }],
    ['long after', { at: 7000 }],
    ['before the action', { at: 900 }],
  ])('finds no cause: %s', (_name, over) => {
    expect(findNavigationCause({ ...commit, ...over }, [click])).toBeNull();
  });

  it.each([
    ['history.back()', { transitionQualifiers: ['forward_back'], byHand: false }],
    ['history.back() across origins', { transitionQualifiers: ['forward_back'], at: 1100 }],
    ['location.reload()', { transitionType: 'reload', byHand: false }],
  ])('is the click: %s', (_name, over) => {
    expect(findNavigationCause({ ...commit, ...over }, [click])).toEqual(byClick);
  });

  it('of a redirect is the first cause, and a load that was a person’s own else', () => {
    const followed = makeLoad({ id: 'followed', at: 1100, causedBy: 'click' });
    expect(findNavigationCause(commit, [click, followed])).toEqual({ id: 'click', via: 'load' });
    const typed = makeLoad({ id: 'typed', at: 1100 });
    expect(findNavigationCause(commit, [click, typed])).toEqual({ id: 'typed', via: 'load' });
    // However late: pages go on by themselves.
    expect(findNavigationCause({ ...commit, at: 90_000 }, [click, typed])?.id).toBe('typed');
  });

  it('is null, not the page, after a person’s press that was not recorded', () => {
    const typed = makeLoad({ id: 'typed', at: 1100 });
    expect(findNavigationCause({ ...commit, byHand: true }, [click, typed])).toBeNull();
  });

  it('of a second address of the same document is still the action', () => {
    const properties = { sameDocument: true };
    const pushed = makeLoad({ id: 'pushed', at: 1100, causedBy: 'click', properties });
    expect(findNavigationCause({ ...commit, sameDocument: true }, [click, pushed])).toEqual(
      byClick,
    );
  });

  it('goes back to what opened the tab', () => {
    const action = { intent: 'tabcreate', tabId: 2 } as const;
    const created = makeBrowserTurn({ id: 'created', at: 1100, action, causedBy: 'click' });
    expect(findNavigationCause({ ...commit, at: 9000, tabId: 2 }, [click, created])).toEqual(
      byClick,
    );
    expect(findNavigationCause({ ...commit, at: 60_000, tabId: 2 }, [click, created])).toBeNull();
    expect(findNavigationCause({ ...commit, at: 9000, tabId: 3 }, [click, created])).toBeNull();
  });

  it('is what was done in another tab just before, whose page leads this one', () => {
    const old = makeLoad({ id: 'old', at: -5000, causedBy: 'before' });
    const chosen = makeBrowserTurn({
      id: 'chosen',
      at: 1000,
      metadata: { ...click.metadata, tabId: 2 },
    });
    const led = { ...commit, at: 1100 };
    const byChosen = { id: 'chosen', via: 'action' };
    for (const byHand of [true, false, undefined]) {
      expect(findNavigationCause({ ...led, byHand }, [old, chosen])).toEqual(byChosen);
    }
    expect(findNavigationCause({ ...led, byHand: true }, [chosen])).toEqual(byChosen);
    // What was done last counts, and what a page does by itself does not wait.
    const opening = makeBrowserTurn({ id: 'opening', at: 900 });
    expect(findNavigationCause(led, [old, opening, chosen])).toEqual(byChosen);
    const own = makeBrowserTurn({ id: 'own', at: 1050 });
    expect(findNavigationCause(led, [old, own, chosen])?.id).toBe('own');
    expect(findNavigationCause({ ...led, at: 1700 }, [old, chosen])?.id).toBe('before');
    const fresh = makeLoad({ id: 'fresh', at: 500, causedBy: 'before' });
    expect(findNavigationCause(led, [fresh, chosen])?.id).toBe('before');
    expect(findNavigationCause({ ...led, transitionType: 'typed' }, [old, chosen])).toBeNull();
    expect(findNavigationCause({ ...led, sameDocument: true }, [old, chosen])?.id).toBe('before');
  });

  it('takes a scroll for the cause of a new address only, not of a new page', () => {
    const scroll = makeBrowserTurn({ action: { intent: 'scroll', x: 0, y: 9, uid: null } });
    const now = { ...commit, at: scroll.at + 100 };
    expect(findNavigationCause(now, [scroll])).toBeNull();
    expect(findNavigationCause({ ...now, sameDocument: true }, [scroll])?.via).toBe('action');
  });
});

describe('findLead', () => {
  const elsewhere = makeBrowserTurn({ id: 'other', metadata: { ...click.metadata, tabId: 2 } });
  const led = makeLoad({ id: 'led', at: 1800, causedBy: 'other' });
  const now = { at: 1300, tabId: 1, fromTabId: 2 };

  it('is the action that led the tab elsewhere that came to the front', () => {
    expect(findTabSwitchCause(now, [elsewhere, led])?.id).toBe('other');
  });

  it.each([
    ['the page was not led', now, makeLoad({ id: 'led', at: 1800, causedBy: null })],
    ['the switch is from elsewhere', { ...now, fromTabId: 3 }, led],
    ['the switch is to another tab', { ...now, tabId: 4 }, led],
    ['the switch came long after', { ...now, at: 2500 }, led],
    ['the switch came before', { ...now, at: 900 }, led],
  ])('is none: %s', (_, change, load) => {
    expect(findTabSwitchCause(change, [elsewhere, load])).toBeNull();
  });
});
