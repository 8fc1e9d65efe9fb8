import { describe, expect, it } from 'vitest';
import type { Performed } from '../core/action/receipt.ts';
import type { Ports } from '../core/navigator/ports.ts';
import { journalPorts } from './journal-ports.ts';
import type { RoundJournal } from './round-journal.ts';

const DONE: Performed = { ok: true, receipt: { verdict: 'changed', changes: [] } };
const ORDER = { turnId: '1', action: { intent: 'click', uid: 'a' }, target: null } as const;

function openPorts(settle: RoundJournal['settle']) {
  const performed: boolean[] = [];
  const perform: Ports['perform'] = (_order, signal) => {
    performed.push(!signal.aborted);
    const stopped = { ok: false, reason: 'stopped', message: 'Stopped.' } as const;
    return Promise.resolve(signal.aborted ? stopped : DONE);
  };
  const ports = { perform } as Ports;
  return { performed, ports: journalPorts(ports, 1, { settle } as RoundJournal) };
}

describe('acting only once it is on disk', () => {
  it('does nothing where it cannot be written', async () => {
    const { performed, ports } = openPorts(() => Promise.resolve(false));
    expect(await ports.perform(ORDER, new AbortController().signal)).toMatchObject({ ok: false });
    expect(performed).toEqual([]);
  });

  it('can be stopped while the disk takes its time, and then does nothing', async () => {
    const stop = new AbortController();
    const { performed, ports } = openPorts(() => new Promise(() => undefined));
    const performing = ports.perform(ORDER, stop.signal);
    stop.abort();
    expect(await performing).toMatchObject({ ok: false, reason: 'stopped' });
    expect(performed).not.toContain(true);
  });
});
