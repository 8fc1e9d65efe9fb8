import { describe, expect, it } from 'vitest';
import type { Performed, Receipt } from '../action/receipt.ts';
import { openPage, tell } from './round.fixture.ts';

const FIELD = '<label>Digits <input data-webtasks-id="digits"></label>';
const REQUEST = 'type abc in Digits, then scroll down';
const live = new AbortController().signal;

function performWith(first: Performed) {
  let calls = 0;
  return openPage(FIELD, {
    onPerform: () => (calls++ === 0 ? first : { ok: true, receipt: MOVED }),
  });
}

const MOVED: Receipt = { verdict: 'changed', changes: [{ kind: 'scrolled', x: 0, y: 100 }] };

describe('performAction', () => {
  it('does not count as done what the control does not hold, though something changed', async () => {
    const changes: Receipt['changes'] = [{ kind: 'appeared', text: 'Digits only' }];
    const { ports, done } = performWith({
      ok: true,
      receipt: { verdict: 'changed', changes, asAsked: false },
    });
    const told = await tell(REQUEST, ports, live);
    expect(told.outcome).toBe('failed');
    expect(told.words).toContain('the page did not take it (“Digits only” appeared)');
    expect(done).toHaveLength(1);
  });

  it('goes on when the control holds what was asked, though nothing changed', async () => {
    const { ports, done } = performWith({
      ok: true,
      receipt: { verdict: 'unchanged', changes: [], asAsked: true },
    });
    const told = await tell(REQUEST, ports, live);
    expect(told.outcome).toBe('done');
    expect(done).toHaveLength(2);
  });

  it.each([
    [undefined, 'I did nothing on the page'],
    [MOVED, 'It is not certain whether I typed'],
  ])('after a stop says whether something may have been done (%j)', async (receipt, words) => {
    const stop = new AbortController();
    const { ports } = openPage(FIELD, {
      onPerform() {
        stop.abort();
        const refused = { ok: false, reason: 'stopped', message: 'Stopped.' } as const;
        return receipt ? { ...refused, receipt } : refused;
      },
    });
    const told = await tell(REQUEST, ports, stop.signal);
    expect(told.outcome).toBe('stopped');
    expect(told.words).toContain(words);
  });
});
