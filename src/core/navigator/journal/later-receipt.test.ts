import { expect, it } from 'vitest';
import type { Receipt } from '../../action/receipt.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { Task } from '../request/step.ts';
import { beginRun, EMPTY_JOURNAL, recordEvent } from './journal.ts';
import { readHistory, readLastRun } from './unfinished-run.ts';

const ON: Receipt = { verdict: 'changed', changes: [], asAsked: true };
const WIFI: Task = { kind: 'click', target: 'Wi-Fi' };

it('the journal has an action as it was told last', () => {
  const action = { intent: 'change', uid: 'w', value: 'true' } as const;
  const acted = { type: 'acted', turnId: 't' } as const;
  const lost: Receipt = { ...ON, asAsked: false };
  const events: RunEvent[] = [
    { type: 'acting', turnId: 't', action, target: null, description: 'Turn on Wi-Fi' },
    { ...acted, receipt: ON, description: 'Wi-Fi is now on' },
    { ...acted, receipt: lost, description: 'the page took it back', later: true },
  ];
  const begun = beginRun(EMPTY_JOURNAL, {
    ...{ at: 1, id: 'said', message: 'turn on Wi-Fi', tabId: 7, url: 'https://a.example/' },
    carried: null,
  });
  const left = { now: WIFI, rest: [] };
  const { entries } = events.reduce(
    (journal, event) => recordEvent(journal, event, { at: 2, id: 'id', left }),
    begun,
  );
  expect(readHistory(entries).at(-1)).toMatchObject({
    outcome: 'the page took it back',
    receipt: { asAsked: false },
  });
  expect(readLastRun(entries)).toMatchObject({ uncertain: [], next: [WIFI] });
});
