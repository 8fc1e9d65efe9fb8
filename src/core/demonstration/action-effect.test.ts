import { describe, expect, it } from 'vitest';
import { hasValidChecksum, addChecksum } from './checksum.ts';
import type { BrowserTurn, ScreenshotProof } from './demonstration.ts';
import { dropLateEffects, findLastActions } from './action-effect.ts';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';
import { turnShape } from './migrate.ts';

const click = (id: string, at: number, over: Partial<BrowserTurn> = {}): BrowserTurn =>
  makeBrowserTurn({ id, at, ...over });

const inTab = (tabId: number) => ({ metadata: { ...makeBrowserTurn().metadata, tabId } });

const toTab = (id: string, at: number, fromTabId: number, tabId: number): BrowserTurn =>
  click(id, at, { action: { intent: 'tabswitch', tabId, fromTabId }, ...inTab(-1) });

function withEffect(turn: BrowserTurn, proof: ScreenshotProof): BrowserTurn {
  const screenshot = { status: 'kept', image: 'x', width: 1, height: 1, proof } as const;
  return { ...turn, effect: { screenshot, settledAt: null } };
}

const shotAt = (at: number): ScreenshotProof => ({
  kind: 'unchanged',
  requestedAt: at - 40,
  doneAt: at,
});

describe('findLastActions', () => {
  const ids = (turns: Parameters<typeof findLastActions>[0], tabId = 1): string[] =>
    findLastActions(turns, tabId).map(({ id }) => id);

  it('is the last action of the tab with what followed from it', () => {
    const load = click('load', 30, { action: { intent: 'load', url: 'x' }, causedBy: 'b' });
    const turns = [click('a', 10), click('b', 20), makeSayTurn({ at: 25 }), load];
    expect(ids(turns)).toEqual(['b', 'load']);
    expect(ids([...turns, click('c', 40)])).toEqual(['c']);
    expect(ids([...turns, click('d', 40, inTab(2))])).toEqual(['b', 'load']);
    expect(ids(turns, 2)).toEqual([]);
  });

  it('is nothing once the tab was out of sight', () => {
    const turns = [click('a', 10), toTab('s', 20, 1, 2), click('b', 30, inTab(2))];
    expect(ids(turns)).toEqual([]);
    expect(ids(turns, 2)).toEqual(['b']);
    expect(ids([...turns, toTab('t', 40, 2, 1), click('c', 50)])).toEqual(['c']);
  });
});

describe('dropLateEffects', () => {
  const isKept = (turns: BrowserTurn[], at = 0): boolean => {
    const turn = dropLateEffects(turns)[at];
    return turn?.kind === 'browser' && turn.effect?.screenshot.status === 'kept';
  };

  it('drops a picture from after the next action of the same tab, and no other', () => {
    const first = withEffect(click('a', 10), shotAt(100));
    expect(isKept([first, click('b', 101)])).toBe(true);
    expect(isKept([first, click('b', 99)])).toBe(false);
    expect(isKept([first, click('b', 99, inTab(2))])).toBe(true);
    expect(isKept([first, toTab('s', 99, 1, 2)])).toBe(false);
    expect(isKept([first, toTab('s', 99, 2, 3)])).toBe(true);
  });

  it('keeps the page that the action led to', () => {
    const first = withEffect(click('a', 10), shotAt(100));
    const load = withEffect(
      click('l', 50, { action: { intent: 'load', url: 'x' }, causedBy: 'a' }),
      shotAt(100),
    );
    expect(isKept([first, load, click('b', 120)])).toBe(true);
    expect(isKept([first, load, click('b', 90)])).toBe(false);
    expect(isKept([first, load, click('b', 90)], 1)).toBe(false);
  });

  it('computes the checksum of a changed turn again unless it was damaged before', () => {
    const late = addChecksum(withEffect(click('a', 10), shotAt(100)));
    const after = click('b', 99);
    const areIntact = (...turns: BrowserTurn[]) => dropLateEffects(turns).map(hasValidChecksum);
    expect(areIntact(late, after)).toEqual([true, true]);
    expect(areIntact({ ...late, by: 'copilot' }, after)).toEqual([false, true]);
    expect(dropLateEffects([withEffect(click('a', 10), shotAt(100)), after])[0]).not.toHaveProperty(
      'checksum',
    );
  });

  it('counts the age of a picture that is not proven from the action on', () => {
    const stale = withEffect(click('a', 10), { kind: 'stale', ageMs: -90, reason: 'a film' });
    expect(isKept([stale, click('b', 101)])).toBe(true);
    expect(isKept([stale, click('b', 99)])).toBe(false);
  });
});

it('has a stored form that is checked', () => {
  const turn = withEffect(click('a', 10), shotAt(100));
  expect(turnShape(turn, 'turn')).toBeNull();
  expect(turnShape({ ...turn, effect: { screenshot: { status: 'kept' } } }, 'turn')).not.toBeNull();
});
