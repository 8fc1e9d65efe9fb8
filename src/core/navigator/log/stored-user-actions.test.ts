import { describe, expect, it } from 'vitest';
import { createUserAction } from '../run/user-action.ts';
import type { UserAction } from '../run/user-action.ts';
import { openPage } from '../run/run.fixture.ts';
import { runMessage } from '../run/run.ts';
import { startRunState } from '../run/run-state.ts';
import type { RunEvent } from '../run/run-event.ts';
import { describeUnfinished, readLastRun } from './unfinished-run.ts';
import { NO_HOPS } from '../hops/hop-list.ts';
import { readHistory } from './history.ts';
import { readStoredEvents, STORED_LOG } from './stored-log.ts';
import type { StoredEvent, StoredLog } from './stored-log.ts';

const live = new AbortController().signal;
const PLACE = { tabId: 7, url: 'https://shop.example/' };

function type(id: string, text: string): UserAction {
  const target = { uid: 'city', frameId: 0, tag: 'input', role: 'textbox', name: 'City' };
  const userAction = createUserAction({
    id,
    at: 1,
    action: { intent: 'textInput', uid: 'city', text },
    target: { ...target, text: '', placeholder: '', key: '' },
  });
  if (!userAction) throw new Error('no deed');
  return userAction;
}

function begin(message: string): StoredLog {
  const began = { type: 'began', message, carried: null, ...PLACE } as const;
  return STORED_LOG.add(STORED_LOG.start, { ...began, at: 1, id: 'said' });
}

function note(log: StoredLog, event: RunEvent): StoredLog {
  return STORED_LOG.add(log, { ...event, at: 2, id: 'id' });
}

/** As it's read from the disk. */
function store(log: StoredLog): StoredEvent[] {
  return readStoredEvents(JSON.parse(JSON.stringify(log.events)) as unknown[]);
}

describe('a panel that is closed while the person has the page', () => {
  const REQUEST = 'type Rome in City and click Save';
  const journal = [type('a', 'Os'), type('a', 'Oslo')].reduce(
    (log, userAction) => note(log, { type: 'userAction', userAction }),
    begin(REQUEST),
  );

  it('leaves a card that says what they did, by its last account', () => {
    const left = readLastRun(store(journal));
    if (left.kind === 'none') throw new Error('finished');
    expect(describeUnfinished(left).saved).toBe('Done: You typed “Oslo” in City.');
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
    const reply: RunEvent[] = [];
    for await (const event of runMessage(REQUEST, startRunState(), ports, live, left)) {
      reply.push(event);
    }
    expect(done).toEqual([{ intent: 'click', uid: '2d-save' }]);
    expect(reply.at(-1)).toEqual({ type: 'ended', outcome: 'done' });
  });
});

it('stores no words of a run whose message held a secret', () => {
  const journal = note(begin('log in with the password "s3cretwords"'), {
    type: 'userAction',
    userAction: type('a', 's3cretwords'),
  });
  expect(JSON.stringify(journal.events)).not.toContain('s3cretwords');
  expect(store(journal)).toHaveLength(2);
});

const SAVED = note(begin('click Save'), { type: 'userAction', userAction: type('a', 'Oslo') });

it('skips a user action of another form', () => {
  const broken = SAVED.events.map((event) =>
    event.type === 'userAction'
      ? { ...event, userAction: { ...event.userAction, target: 'no target' } }
      : event,
  );
  const left = readLastRun(readStoredEvents(broken));
  expect(left).toMatchObject({ kind: 'unfinished', done: [], userActions: [] });
});

it('reads what version 0.1 stored', () => {
  const action = { intent: 'click', uid: 'a' } as const;
  const acting = { type: 'acting', action, left: null } as const;
  const userAction = type('by-hand', 'Oslo');
  const old = [
    { type: 'began', at: 1, id: 'm', message: 'order it', ...PLACE, hidden: false, carried: null },
    { ...acting, at: 2, turnId: '1', description: 'Click A' },
    {
      type: 'acted',
      at: 3,
      turnId: '1',
      receipt: { verdict: 'changed', changes: [] },
      outcome: 'ok',
    },
    { ...acting, at: 4, turnId: '2', description: 'Click B' },
    { type: 'refused', at: 5, turnId: '2', outcome: 'It is covered.' },
    { type: 'said', at: 6, id: 's', text: 'Hm.' },
    { type: 'ended', at: 7 },
    {
      ...{ type: 'began', at: 8, id: 'n', message: 'go on', ...PLACE, hidden: false },
      carried: {
        ...{ done: [], uncertain: [], next: null, userActions: [userAction] },
      },
    },
    { type: 'deed', ...userAction, id: 'other' },
    { type: 'hops', at: 9, list: NO_HOPS },
    { ...acting, at: 10, turnId: '3', description: 'Click C' },
  ];
  const events = readStoredEvents(old);
  expect(events).toHaveLength(old.length);
  expect(readLastRun(events)).toMatchObject({
    ...{ message: 'go on', uncertain: [{ description: 'Click C' }] },
    done: [expect.stringMatching(/^You typed/)],
  });
  expect(
    readHistory(events).map((entry) => (entry.kind === 'acted' ? entry.outcome : entry.text)),
  ).toEqual([
    'order it',
    'ok',
    'It is covered.',
    'Hm.',
    'go on',
    expect.stringMatching(/took over/),
    expect.stringMatching(/not certain/),
  ]);
});
