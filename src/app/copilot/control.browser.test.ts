import { describe, expect, it } from 'vitest';
import { createUserAction } from '../../core/navigator/run/user-action.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { Charge } from '../../protocol/content.ts';
import { createRoundCharge } from './control.ts';

const live = new AbortController().signal;

function open() {
  const events: RunEvent[] = [];
  const shown: Charge[] = [];
  const charge = createRoundCharge({
    tell: (event) => events.push(event),
    show: (who) => Promise.resolve(void shown.push(who)),
    isAttended: false,
  });
  return { charge, events, shown };
}

const deed = createUserAction({
  id: 'a',
  at: 1,
  action: { intent: 'press', key: 'Enter', uid: null },
  target: null,
});

describe('a charge', () => {
  it('lets pass while nobody holds it, and after a pause with nothing to tell', async () => {
    const { charge, events } = open();
    expect(await charge.hold.waitUntilFree(live)).toBeNull();
    charge.pause();
    const passed = charge.hold.waitUntilFree(live);
    await expect.poll(() => events).toContainEqual({ type: 'held', taken: false, still: true });
    charge.goOn();
    expect(await passed).toBeNull();
    expect(events.at(-1)).toEqual({ type: 'released' });
  });

  it('tells once what was done, also what was given back before it was asked', async () => {
    const { charge, shown } = open();
    if (!deed) throw new Error('no deed');
    charge.note(deed);
    charge.takeOver();
    charge.note(deed);
    charge.goOn();
    await expect.poll(charge.read).toBe('working');
    expect(await charge.hold.waitUntilFree(live)).toEqual({ userActions: [deed] });
    expect(await charge.hold.waitUntilFree(live)).toBeNull();
    expect(shown).toEqual(['taken', 'working']);
  });

  it('stays with who takes over while a pause is ending', async () => {
    const { charge, events } = open();
    charge.pause();
    charge.goOn();
    charge.takeOver();
    const passed = charge.hold.waitUntilFree(live);
    await expect.poll(() => events).toContainEqual({ type: 'held', taken: true, still: true });
    expect(charge.read()).toBe('taken');
    charge.goOn();
    expect(await passed).toEqual({ userActions: [] });
  });

  it('waits no longer than the round', async () => {
    const { charge } = open();
    const stop = new AbortController();
    charge.pause();
    const passed = charge.hold.waitUntilFree(stop.signal);
    stop.abort();
    await expect(passed).rejects.toThrow('Stopped');
  });
});
