import { expect, it } from 'vitest';
import type { Receipt } from '../../core/action/receipt.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { addRoundEvent, BEGUN, nameActivity } from './run-entries.ts';

const ACTION = { intent: 'click', uid: 'a' } as const;
const SAVED: Receipt = { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] };
const LATER: RunEvent = {
  ...{ type: 'acted', turnId: 't', receipt: SAVED, description: '“Failed” appeared' },
  later: true,
};
const context = { id: 'id', at: 1, why: null, recording: true };

it('a later account of an action takes the place of the first, and leaves its picture', () => {
  const begun = addRoundEvent(
    [],
    { type: 'acting', turnId: 't', action: ACTION, target: null, description: 'Click Save' },
    context,
  );
  const screenshot = { status: 'kept', image: 'a', width: 1, height: 1, box: null } as const;
  const kept = begun.map((entry): Entry =>
    entry.kind === 'action' ? { ...entry, screenshot } : entry,
  );
  expect(addRoundEvent(kept, LATER, context)).toMatchObject([
    { kind: 'action', state: 'done', detail: '“Failed” appeared', screenshot },
  ]);
});

it('a later account of an action is no further step', () => {
  expect(nameActivity(BEGUN, LATER)).toMatchObject({ steps: 0 });
});
