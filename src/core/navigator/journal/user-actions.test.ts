import { describe, expect, it } from 'vitest';
import { createUserAction } from '../run/user-action.ts';
import type { UserAction } from '../run/user-action.ts';
import { openPage } from '../run/run.fixture.ts';
import { runMessage } from '../run/run.ts';
import { startRunState } from '../run/run-state.ts';
import type { RunEvent } from '../run/run-event.ts';
import { describeUnfinished, readHistory, readLastRun } from './unfinished-run.ts';
import { beginRun, EMPTY_JOURNAL, recordEvent } from './journal.ts';
import type { Journal } from './journal.ts';

const live = new AbortController().signal;
const PLACE = { tabId: 7, url: 'https://shop.example/' };

function type(id: string, text: string): UserAction {
  const target = { uid: 'city', frameId: 0, tag: 'input', role: 'textbox', name: 'City' };
  const deed = createUserAction({
    id,
    at: 1,
    action: { intent: 'textInput', uid: 'city', text },
    target: { ...target, text: '', placeholder: '', key: '' },
  });
  if (!deed) throw new Error('no deed');
  return deed;
}

function begin(message: string): Journal {
  return beginRun(EMPTY_JOURNAL, { at: 1, id: 'said', message, carried: null, ...PLACE });
}

function note(journal: Journal, event: RunEvent): Journal {
  return recordEvent(journal, event, { at: 2, id: 'id', left: null });
}

/** As it comes back from the disk. */
function store(journal: Journal): unknown[] {
  return JSON.parse(JSON.stringify(journal.entries)) as unknown[];
}

describe('a panel that is closed while the person has the page', () => {
  const REQUEST = 'type Rome in City and click Save';
  const journal = [type('a', 'Os'), type('a', 'Oslo')].reduce(
    (kept, deed) => note(kept, { type: 'deed', deed }),
    begin(REQUEST),
  );

  it('leaves a card that says what they did, by its last account', () => {
    const left = readLastRun(store(journal));
    if (left.kind === 'none') throw new Error('finished');
    expect(describeUnfinished(left).kept).toBe('Done: You typed “Oslo” in City.');
    expect(readHistory(store(journal)).slice(1)).toMatchObject([
      { kind: 'acted', description: 'Type “Oslo” in City (done by the instructor)' },
    ]);
  });

  it('goes on with what is left', async () => {
    const left = readLastRun(store(journal));
    if (left.kind === 'none') throw new Error('finished');
    const { ports, done } = openPage(
      '<input data-t="1c-city" aria-label="City"><button data-t="2d-save">Save</button>',
    );
    const told: RunEvent[] = [];
    for await (const event of runMessage(REQUEST, startRunState(), ports, live, left)) {
      told.push(event);
    }
    expect(done).toEqual([{ intent: 'click', uid: '2d-save' }]);
    expect(told.at(-1)).toEqual({ type: 'ended', outcome: 'done' });
  });
});

it('keeps no words of a round whose message held a secret', () => {
  const journal = note(begin('log in with the password "s3cretwords"'), {
    type: 'deed',
    deed: type('a', 's3cretwords'),
  });
  expect(JSON.stringify(journal.entries)).not.toContain('s3cretwords');
  expect(store(journal)).toHaveLength(2);
});

it('passes over a deed of another form', () => {
  const stored = store(note(begin('click Save'), { type: 'deed', deed: type('a', 'Oslo') }));
  const broken = stored.map((entry) => ({ ...(entry as object), target: 'no target' }));
  expect(readLastRun(broken)).toMatchObject({ kind: 'unfinished', done: [], deeds: [] });
});
