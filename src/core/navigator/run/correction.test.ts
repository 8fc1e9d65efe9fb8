import { describe, expect, it } from 'vitest';
import { startRunState } from './run-state.ts';
import { retargetAction, runCorrection } from './run.ts';
import { openPage } from './run.fixture.ts';
import type { RunEvent } from './run-event.ts';

const PAGE = '<button data-t="a">Save</button><button data-t="b">Save all</button>';
const live = new AbortController().signal;

async function correct(uid: string, ports = openPage(PAGE)): Promise<[RunEvent[], unknown[]]> {
  const moved = retargetAction({ intent: 'click', uid: 'a' }, uid);
  if (!moved) throw new Error('a click has a target');
  const events: RunEvent[] = [];
  for await (const event of runCorrection(moved, startRunState(), ports.ports, live))
    events.push(event);
  return [events, ports.done];
}

describe('runCorrection', () => {
  it('does the same on the element that was picked', async () => {
    const [events, done] = await correct('b');
    expect(done).toEqual([{ intent: 'click', uid: 'b' }]);
    expect(events.map(({ type }) => type)).toEqual(['acting', 'acted', 'said', 'ended']);
    expect(events.at(-1)).toMatchObject({ outcome: 'done' });
  });

  it('does nothing when that element is gone', async () => {
    const [events, done] = await correct('c');
    expect(done).toEqual([]);
    expect(events.at(-1)).toMatchObject({ outcome: 'failed' });
  });

  it('asks about money all the same', async () => {
    const ports = openPage('<button data-t="b">Pay now</button>');
    ports.ports.gate.ask = () => Promise.resolve('deny');
    const [events, done] = await correct('b', ports);
    expect(events.map(({ type }) => type)).toContain('approval');
    expect(done).toEqual([]);
  });
});

describe('moveAction', () => {
  it('has nothing to move where there is no target', () => {
    expect(retargetAction({ intent: 'press', uid: null, key: 'Enter' }, 'b')).toBeNull();
  });
});
