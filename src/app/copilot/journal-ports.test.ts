import { describe, expect, it } from 'vitest';
import type { PerformResult } from '../../core/action/receipt.ts';
import type { RunLog } from '../../core/navigator/log/run-log.ts';
import type { Ports } from '../../core/navigator/run/ports.ts';
import type { Journal } from './journal.ts';
import { journalPorts, openDoubts } from './journal.ts';

const DONE: PerformResult = { ok: true, receipt: { verdict: 'changed', changes: [] } };
const ORDER = { turnId: '1', action: { intent: 'click', uid: 'a' }, target: null } as const;

function openPorts(settle: Journal['settle']) {
  const performed: boolean[] = [];
  const perform: Ports['perform'] = (_order, signal) => {
    performed.push(!signal.aborted);
    const stopped = { ok: false, reason: 'stopped', message: 'Stopped.' } as const;
    return Promise.resolve(signal.aborted ? stopped : DONE);
  };
  const ports = { perform } as Ports;
  const noted: string[] = [];
  const append: RunLog['append'] = (event) => {
    noted.push(event.type);
    return { ...event, id: '', at: 0 };
  };
  return { performed, noted, ports: journalPorts(ports, 1, { settle, append }) };
}

describe('acting only once it is on disk', () => {
  it('does nothing where it cannot be written', async () => {
    const { performed, ports } = openPorts(() => Promise.resolve(false));
    expect(await ports.perform(ORDER, new AbortController().signal)).toMatchObject({ ok: false });
    expect(performed).toEqual([]);
  });

  it('can be stopped while the disk takes its time, and then does nothing', async () => {
    const stop = new AbortController();
    const { performed, noted, ports } = openPorts(() => new Promise(() => undefined));
    const performing = ports.perform(ORDER, stop.signal);
    stop.abort();
    expect(await performing).toMatchObject({ ok: false, reason: 'stopped' });
    expect(performed).not.toContain(true);
    // Otherwise a later run would ask whether it was done.
    expect(noted).toEqual(['notStarted']);
  });
});

it('asks about what the user knows of only where they do not say it again', () => {
  const step = { action: { intent: 'click', uid: 'a' }, description: 'Click Send' } as const;
  const reply = { ...step, isReported: true } as const;
  const open = (uncertain: (typeof reply | typeof step)[]) =>
    openDoubts({ done: [], uncertain, next: null });
  const how = { submits: false };
  expect(open([reply]).find(step, { ...how, isOrdered: true })).toBeNull();
  expect(open([reply]).find(step, { ...how, isOrdered: false })).toBe(reply);
  expect(open([step]).find(step, { ...how, isOrdered: true })).toBe(step);
});
