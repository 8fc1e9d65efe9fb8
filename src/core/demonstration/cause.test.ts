import { describe, expect, it } from 'vitest';
import { findCause } from './cause.ts';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';

const click = makeBrowserTurn({ id: 'click', at: 1000 });
const commit = { at: 1500, tabId: 1, transitionType: 'link', transitionQualifiers: [] as string[] };

describe('findCause', () => {
  it('names the last action that could cause the navigation', () => {
    const later = makeBrowserTurn({ id: 'later', at: 1200 });
    expect(findCause(commit, [later, click, makeSayTurn({ at: 1400 })])).toBe('later');
  });

  it.each([
    ['typed in the address bar', { transitionType: 'typed' }],
    ['back', { transitionQualifiers: ['forward_back'] }],
    ['reload', { transitionType: 'reload' }],
    ['another tab', { tabId: 2 }],
    ['long after', { at: 7000 }],
    ['before the action', { at: 900 }],
  ])('finds no cause: %s', (_name, over) => {
    expect(findCause({ ...commit, ...over }, [click])).toBeNull();
  });

  it('goes back to what opened the tab', () => {
    const action = { intent: 'tabcreate', tabId: 2 } as const;
    const created = makeBrowserTurn({ id: 'created', at: 1100, action, causedBy: 'click' });
    expect(findCause({ ...commit, at: 9000, tabId: 2 }, [click, created])).toBe('click');
    expect(findCause({ ...commit, at: 60_000, tabId: 2 }, [click, created])).toBeNull();
    expect(findCause({ ...commit, at: 9000, tabId: 3 }, [click, created])).toBeNull();
  });

  it('does not take a scroll for a cause', () => {
    const scroll = makeBrowserTurn({ action: { intent: 'scroll', x: 0, y: 9, uid: null } });
    expect(findCause(commit, [scroll])).toBeNull();
  });
});
