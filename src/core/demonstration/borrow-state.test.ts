import { describe, expect, it } from 'vitest';
import { copyPageState } from './cause.ts';
import type { BrowserTurn, Screenshot } from './demonstration.ts';
import { makeBrowserTurn } from './make-turn.fixture.ts';

const snapshot = { frames: [], devicePixelRatio: 1, takenAt: 1000, exact: true };
const proof = { kind: 'unchanged', requestedAt: 900, doneAt: 950 } as const;
const kept: Screenshot = { status: 'kept', image: 'a', width: 1, height: 1, proof };
const click = makeBrowserTurn({ id: 'click', at: 1000, snapshot, screenshot: kept });
const none: Screenshot = { status: 'missing', reason: 'there was no page before' };

function makeLoad(causedBy: string | null): BrowserTurn {
  const action = { intent: 'load', url: 'https://shop.example/#a' } as const;
  return makeBrowserTurn({ id: 'load', at: 1500, action, causedBy, screenshot: none });
}

describe('borrowState', () => {
  it('is that of the cause, as it is', () => {
    const borrowed = copyPageState(makeLoad('click'), click);
    expect(borrowed.snapshot).toEqual(snapshot);
    expect(borrowed.screenshot).toEqual(kept);
    expect(borrowed.metadata.viewportWidth).toBe(1280);
  });

  it('of any other turn is labelled as older', () => {
    const borrowed = copyPageState(makeLoad(null), click);
    expect(borrowed.snapshot?.exact).toBe(false);
    const stale = { kind: 'stale', ageMs: 550 };
    expect(borrowed.screenshot).toMatchObject({ status: 'kept', proof: stale });
  });

  it('takes nothing from a turn without a page, nor over what is there', () => {
    const bare = { ...click, snapshot: null };
    expect(copyPageState(makeLoad('click'), bare)).toEqual(makeLoad('click'));
    const own = { ...makeLoad('click'), snapshot: { ...snapshot, takenAt: 1400 } };
    expect(copyPageState(own, click)).toBe(own);
  });

  it('waits for no picture that is still on its way', () => {
    const pending = { ...click, screenshot: { status: 'pending' } as const };
    expect(copyPageState(makeLoad('click'), pending).screenshot).toEqual(none);
  });
});
