import { describe, expect, it } from 'vitest';
import { createUserAction } from '../../core/navigator/run/user-action.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { Charge } from '../../protocol/content.ts';
import { createControl } from './control.ts';

const live = new AbortController().signal;

function open() {
  const events: RunEvent[] = [];
  const shown: Charge[] = [];
  const control = createControl({
    report: (event) => events.push(event),
    show: (who) => Promise.resolve(void shown.push(who)),
    isAttended: false,
  });
  return { control, events, shown };
}

const userAction = createUserAction({
  id: 'a',
  at: 1,
  action: { intent: 'press', key: 'Enter', uid: null },
  target: null,
});

describe('control', () => {
  it('lets the run pass at once, and after a pause without user actions', async () => {
    const { control, events } = open();
    expect(await control.port.waitUntilFree(live)).toBeNull();
    control.pause();
    const passed = control.port.waitUntilFree(live);
    await expect.poll(() => events).toContainEqual({ type: 'paused', taken: false, still: true });
    control.release();
    expect(await passed).toBeNull();
    expect(events.at(-1)).toEqual({ type: 'resumed' });
  });

  it('reports user actions once, also if control was handed back before the run asked', async () => {
    const { control, shown } = open();
    if (!userAction) throw new Error('no user action');
    control.note(userAction);
    control.takeOver();
    control.note(userAction);
    control.release();
    await expect.poll(control.read).toBe('working');
    expect(await control.port.waitUntilFree(live)).toEqual({ userActions: [userAction] });
    expect(await control.port.waitUntilFree(live)).toBeNull();
    expect(shown).toEqual(['taken', 'working']);
  });

  it('stays with the person who takes over while a pause is ending', async () => {
    const { control, events } = open();
    control.pause();
    control.release();
    control.takeOver();
    const passed = control.port.waitUntilFree(live);
    await expect.poll(() => events).toContainEqual({ type: 'paused', taken: true, still: true });
    expect(control.read()).toBe('taken');
    control.release();
    expect(await passed).toEqual({ userActions: [] });
  });

  it('stops waiting when the run stops', async () => {
    const { control } = open();
    const stop = new AbortController();
    control.pause();
    const passed = control.port.waitUntilFree(stop.signal);
    stop.abort();
    await expect(passed).rejects.toThrow('Stopped');
  });
});
