import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startDemonstration } from './recording-state.ts';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';
import { migrateDemonstration, migrateTurn } from './migrate.ts';

const demonstration = startDemonstration({
  id: 'demo',
  at: 1000,
  title: 'Kettle House',
  userAgent: 'Chrome',
  timezoneOffsetMinutes: 0,
  recorder: '1.0.0',
});

const frame = {
  ...{ frameId: 0, parentFrameId: null, html: 'h', boxes: 'b', ownerUid: null, place: null },
  ...{ url: '', title: '', viewport: { width: 1, height: 1 }, scroll: { x: 0, y: 0 } },
  exact: true,
};

const kept = makeBrowserTurn({
  element: {
    ...{ uid: 'a', frameId: 0, tagName: 'A', textContent: '', xpath: '', name: '', role: '' },
    attributes: { href: '/' },
    box: { x: 1, y: 2, width: 3, height: 4 },
  },
  snapshot: { frames: [frame], devicePixelRatio: 1, takenAt: 1, exact: true },
  screenshot: {
    ...{ status: 'kept', image: 'i', width: 1, height: 1 },
    proof: { kind: 'stale', ageMs: 3, reason: 'it moved' },
  },
  receipt: { verdict: 'changed', changes: [{ kind: 'focus', uid: 'a' }] },
});

describe('migrateDemonstration', () => {
  it('takes what this version wrote', () => {
    expect(migrateDemonstration(structuredClone(demonstration))).toEqual({
      ok: true,
      value: demonstration,
    });
  });

  it('refuses what a newer version wrote, and says what to do', () => {
    expect(migrateDemonstration({ ...demonstration, version: 2 })).toEqual({
      ok: false,
      reason:
        'This was recorded by a newer version of Wayscribe (format 2; this one reads up to 1). Nothing was changed. Update Wayscribe to open it.',
    });
  });

  it.each([
    [null, 'it should be an object'],
    [[], 'it should be an object'],
    ['demo', 'it should be an object'],
    [{ ...demonstration, version: undefined }, 'version should be 1'],
    [{ ...demonstration, version: 0 }, 'version should be 1'],
    [{ ...demonstration, startedAt: Number.NaN }, 'startedAt should be a number'],
    [{ ...demonstration, state: 'lost' }, 'state should be recording or paused or stopped'],
    [
      { ...demonstration, form: { ...demonstration.form, tasks: ['Booking', 1] } },
      'form.tasks[1] should be text',
    ],
  ])('says what is wrong with %j', (stored, fault) => {
    expect(migrateDemonstration(stored)).toEqual({
      ok: false,
      reason: `The demonstration is damaged and was left as it is: ${fault}.`,
    });
  });
});

describe('migrateTurn', () => {
  it.each([makeSayTurn(), makeBrowserTurn(), kept])('takes what this version wrote', (turn) => {
    expect(migrateTurn(structuredClone(turn))).toEqual({ ok: true, value: turn });
  });

  it('refuses the turns of a newer version', () => {
    expect(migrateTurn(kept, 2)).toMatchObject({ ok: false });
  });

  it.each([
    [{ ...kept, kind: 'hover' }, 'turn.kind is not one that this version knows'],
    [
      { ...kept, action: { intent: 'say' } },
      'turn.action.intent is not one that this version knows',
    ],
    [
      { ...kept, action: { intent: 'toString' } },
      'turn.action.intent is not one that this version knows',
    ],
    [{ ...kept, action: { intent: 'click' } }, 'turn.action.uid should be text'],
    [
      { ...kept, element: { ...kept.element, attributes: { href: null } } },
      'turn.element.attributes.href should be text',
    ],
    [
      { ...kept, snapshot: { ...kept.snapshot, frames: [frame, { ...frame, html: 3 }] } },
      'turn.snapshot.frames[1].html should be text',
    ],
    [{ ...kept, properties: [] }, 'turn.properties should be an object'],
    [{ ...makeSayTurn(), at: '12' }, 'turn.at should be a number'],
  ])('says what is wrong', (stored, fault) => {
    expect(migrateTurn(stored)).toEqual({
      ok: false,
      reason: `A turn is damaged and was left as it is: ${fault}.`,
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (value, other) => {
        expect(migrateTurn(value).ok).toBe(false);
        expect(migrateDemonstration(value).ok).toBe(false);
        expect(typeof migrateTurn({ ...kept, snapshot: value, element: other }).ok).toBe('boolean');
      }),
    );
  });
});
