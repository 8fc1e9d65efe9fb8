import { expect, it } from 'vitest';
import type { Receipt } from '../../action/receipt.ts';
import type { Task } from '../request/step.ts';
import { readHistory } from './history.ts';
import { projectEvents } from './run-log.ts';
import type { LogEvent } from './run-log.ts';
import { STORED_LOG } from './stored-log.ts';
import { readLastRun } from './unfinished-run.ts';

const ON: Receipt = { verdict: 'changed', changes: [], asAsked: true };
const WIFI: Task = { kind: 'click', target: 'Wi-Fi' };

it('the stored log has the last receipt of an action', () => {
  const action = { intent: 'change', uid: 'w', value: 'true' } as const;
  const acted = { type: 'acted', turnId: 't' } as const;
  const lost: Receipt = { ...ON, asAsked: false };
  const stamp = { id: 'id', at: 2 };
  const left = { now: WIFI, rest: [] };
  const place = { message: 'turn on Wi-Fi', tabId: 7, url: 'https://a.example/' };
  const log: LogEvent[] = [
    { ...stamp, type: 'began', ...place, carried: null },
    {
      ...stamp,
      type: 'acting',
      turnId: 't',
      action,
      target: null,
      description: 'Turn on Wi-Fi',
      left,
    },
    { ...stamp, ...acted, receipt: ON, description: 'Wi-Fi is now on' },
    { ...stamp, ...acted, receipt: lost, description: 'the page took it back', later: true },
  ];
  const { events } = projectEvents(log, STORED_LOG);
  expect(readHistory(events).at(-1)).toMatchObject({
    outcome: 'the page took it back',
    receipt: { asAsked: false },
  });
  expect(readLastRun(events)).toMatchObject({ uncertain: [], next: [WIFI] });
});
