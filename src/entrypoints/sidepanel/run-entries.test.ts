import { expect, it } from 'vitest';
import type { Receipt } from '../../core/action/receipt.ts';
import type { NewLogEvent } from '../../core/navigator/log/run-log.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { nameActivity, RUN_ENTRIES } from './run-entries.ts';

const ACTION = { intent: 'click', uid: 'a' } as const;
const SAVED: Receipt = { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] };
const LATER: NewLogEvent = {
  ...{ type: 'acted', turnId: 't', receipt: SAVED, description: '“Failed” appeared' },
  later: true,
};
const stamp = { id: 'id', at: 1 };

it('a later receipt of an action replaces the first, and keeps its screenshot', () => {
  const begun = RUN_ENTRIES.add(RUN_ENTRIES.start, {
    ...{ ...stamp, type: 'acting', turnId: 't', action: ACTION, target: null },
    description: 'Click Save',
  });
  const screenshot = { status: 'kept', image: 'a', width: 1, height: 1, box: null } as const;
  const entries = begun.entries.map((entry): Entry =>
    entry.kind === 'action' ? { ...entry, screenshot } : entry,
  );
  expect(RUN_ENTRIES.add({ ...begun, entries }, { ...stamp, ...LATER }).entries).toMatchObject([
    { kind: 'action', state: 'done', detail: '“Failed” appeared', screenshot },
  ]);
});

it('a later receipt of an action is not another step', () => {
  const run = { activity: '', steps: 0, control: 'working' } as const;
  expect(nameActivity(run, { ...stamp, ...LATER })).toMatchObject({ steps: 0 });
});
