import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeAction } from '../describe.ts';
import { listPage } from '../run/run.fixture.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { Task } from '../request/step.ts';
import type { OpenTasks } from './resume-state.ts';
import { maskHistory, readTypedSecret } from './mask-secrets.ts';
import type { NewLogEvent } from './run-log.ts';
import { readStoredEvents, STORED_LOG } from './stored-log.ts';
import type { StoredLog } from './stored-log.ts';
import { readHistory } from './history.ts';
import { findPossibleRepeat, carryUncertainSteps, readLastRun } from './unfinished-run.ts';
import { readRemainingRequest } from '../run/run.ts';

const PLACE: Task = { kind: 'click', target: 'Place order' };
const PRINT: Task = { kind: 'click', target: 'Print' };
const OPEN: Task = { kind: 'click', target: 'Open cart' };

function act(turnId: string, name: string): RunEvent {
  const action = { intent: 'click', uid: `uid of ${name}` } as const;
  return { type: 'acting', turnId, action, target: null, description: `Click ${name}` };
}

function receive(turnId: string): RunEvent {
  const receipt = { verdict: 'changed' as const, changes: [] };
  return { type: 'acted', turnId, receipt, description: 'the page changed' };
}

function begin(message: string, log: StoredLog = STORED_LOG.start): StoredLog {
  const place = { tabId: 7, url: 'https://shop.example/' };
  return STORED_LOG.add(log, {
    type: 'began',
    at: 1,
    id: 'said',
    message,
    carried: null,
    ...place,
  });
}

function note(log: StoredLog, event: NewLogEvent, left: OpenTasks | null = null): StoredLog {
  const stamp = { at: 2, id: 'id' };
  return STORED_LOG.add(
    log,
    event.type === 'acting' ? { ...event, ...stamp, left } : { ...event, ...stamp },
  );
}

const end = (log: StoredLog): StoredLog => note(log, { type: 'ended', outcome: 'done' });
const discard = (log: StoredLog): StoredLog => note(log, { type: 'discarded' });

const REQUEST = 'open the cart, click Place order, click Print';

/** What is written of that request, one event after the other. */
const WHOLE: readonly [RunEvent, OpenTasks | null][] = [
  [act('1', 'Open cart'), { now: OPEN, rest: [PLACE, PRINT] }],
  [receive('1'), null],
  [act('2', 'Place order'), { now: PLACE, rest: [PRINT] }],
  [receive('2'), null],
  [act('3', 'Print'), { now: PRINT, rest: [] }],
  [receive('3'), null],
];

function writeUntil(count: number): StoredLog {
  return WHOLE.slice(0, count).reduce(
    (log, [event, left]) => note(log, event, left),
    begin(REQUEST),
  );
}

describe('a stored log that breaks off', () => {
  it('knows before each action what is done, what is not certain, and what is left', () => {
    const reply = WHOLE.map((_each, count) => {
      const left = readLastRun(writeUntil(count).events);
      if (left.kind === 'none') return 'none';
      return [left.done.length, left.uncertain[0]?.description ?? 'all certain', left.next?.length];
    });
    expect(reply).toEqual([
      [0, 'all certain', undefined],
      [0, 'Click Open cart', 3],
      [1, 'all certain', 2],
      [1, 'Click Place order', 2],
      [2, 'all certain', 1],
      [2, 'Click Print', 1],
    ]);
  });

  it('is nothing to go on with once the round has ended or was given up', () => {
    expect(readLastRun(end(writeUntil(3)).events)).toEqual({ kind: 'none' });
    expect(readLastRun([])).toEqual({ kind: 'none' });
  });

  it('takes what had no effect for not done, so that it is left', () => {
    const failed = note(writeUntil(3), { type: 'refused', turnId: '2', message: 'It is covered.' });
    expect(readLastRun(failed.events)).toMatchObject({ uncertain: [], next: [PLACE, PRINT] });
  });

  it('remembers over several interruptions, until the action was allowed again', () => {
    const first = readLastRun(writeUntil(3).events);
    if (first.kind === 'none') throw new Error('unfinished');
    const { done, uncertain, next } = first;
    const again = note(writeUntil(3), {
      ...{ type: 'began', message: REQUEST, tabId: 7, url: '' },
      carried: { done, uncertain, next },
    });
    expect(readLastRun(again.events)).toEqual({ ...first, url: '' });
    const allowed = note(note(again, act('9', 'Place order'), null), receive('9'));
    expect(readLastRun(allowed.events)).toMatchObject({ uncertain: [] });
    expect(carryUncertainSteps(writeUntil(3).events)?.uncertain).toEqual(uncertain);
    expect(carryUncertainSteps(writeUntil(4).events)).toBeNull();
  });

  it('remembers also when something else was asked for meanwhile, until it is given up', () => {
    const carried = carryUncertainSteps(writeUntil(3).events);
    const other = { type: 'began', message: 'scroll down', tabId: 7, url: '', carried } as const;
    const meanwhile = end(note(writeUntil(3), other));
    const uncertain = carried?.uncertain.map((step) => ({ ...step, isReported: true }));
    expect(carryUncertainSteps(meanwhile.events)).toEqual({ ...carried, uncertain });
    expect(readLastRun(meanwhile.events)).toEqual({ kind: 'none' });
    const third = note(meanwhile, other);
    const allowed = note(note(third, act('9', 'Place order (2nd of 2)')), receive('9'));
    expect(carryUncertainSteps(end(allowed).events)).toBeNull();
    expect(carryUncertainSteps(discard(writeUntil(3)).events)).toBeNull();
    expect(readLastRun(discard(writeUntil(3)).events)).toEqual({ kind: 'none' });
  });

  it('remembers what was stopped in the middle', () => {
    const stopped = end(writeUntil(3));
    expect(carryUncertainSteps(stopped.events)?.uncertain).toMatchObject([
      { description: 'Click Place order', isReported: true },
    ]);
    expect(carryUncertainSteps(end(writeUntil(4)).events)).toBeNull();
  });

  it('never throws, and says something sensible, whatever is stored', () => {
    const some = fc.constantFrom<unknown>(...writeUntil(6).events, { type: 'acting', at: 1 }, null);
    const stored = fc.array(fc.oneof(some, fc.anything(), fc.record({ type: fc.anything() })));
    fc.assert(
      fc.property(stored, (lines) => {
        const events = readStoredEvents(lines);
        const left = readLastRun(events);
        readHistory(events);
        if (left.kind === 'none') return;
        expect(typeof left.message).toBe('string');
        expect(left.uncertain.every(({ description }) => description !== '')).toBe(true);
      }),
    );
  });

  it('never has an action both done and not certain, or an uncertain one that did not begin', () => {
    const step = fc.tuple(fc.constantFrom('1', '2', '3'), fc.boolean());
    fc.assert(
      fc.property(fc.uniqueArray(step, { selector: ([id]) => id }), (steps) => {
        const log = steps.reduce((kept, [id, answered]) => {
          const acting = note(kept, act(id, id));
          return answered ? note(acting, receive(id)) : acting;
        }, begin('do it'));
        const left = readLastRun(log.events);
        if (left.kind === 'none') throw new Error('unfinished');
        const open = steps.filter(([, answered]) => !answered).map(([id]) => `Click ${id}`);
        expect(left.uncertain.map(({ description }) => description)).toEqual(open);
        expect(left.done).toHaveLength(steps.length - open.length);
      }),
    );
  });
});

describe('descriptions of a stored log', () => {
  it('names to the navigator what is not certain', () => {
    const history = readHistory(writeUntil(3).events);
    expect(history.map((entry) => (entry.kind === 'acted' ? entry.outcome : entry.text))).toEqual([
      REQUEST,
      'the page changed',
      expect.stringMatching(/not certain/),
    ]);
  });

  it('goes on with what is left only where that is known', () => {
    const state = { pending: null, lastField: null };
    const nothing = { done: [], uncertain: [], next: null };
    expect(readRemainingRequest('click Print', nothing, state)).toMatchObject({
      ok: true,
      tasks: [PRINT],
    });
    expect(readRemainingRequest(REQUEST, { ...nothing, next: [PRINT] }, state)).toEqual({
      ok: true,
      tasks: [PRINT],
    });
    expect(readRemainingRequest(REQUEST, { ...nothing, done: ['Click Print'] }, state).ok).toBe(
      false,
    );
  });

  it('knows an action again by its words, and another way to send the same form', () => {
    const [open] = carryUncertainSteps(writeUntil(3).events)?.uncertain ?? [];
    if (!open) throw new Error('uncertain');
    const click = (description: string) =>
      ({ action: { intent: 'click', uid: 'other' }, description }) as const;
    const enter = { intent: 'press', uid: 'field', key: 'Enter' } as const;
    expect(findPossibleRepeat([open], click('Click Place order'), false)).toBe(open);
    expect(findPossibleRepeat([open], click('Click Buy'), true)).toBe(open);
    expect(findPossibleRepeat([open], { action: enter, description: '' }, false)).toBe(open);
    expect(findPossibleRepeat([open], click('Click Print'), false)).toBeNull();
  });
});

describe('secrets', () => {
  const [field] = listPage('<label>Code word <input type="password" name="password"></label>');
  const typed: RunEvent = {
    type: 'acting',
    turnId: '1',
    action: { intent: 'textInput', uid: field?.uid ?? '', text: 'xyzzy42' },
    target: field ?? null,
    description: 'Type a secret in Password',
  };
  const login: RunEvent = { type: 'said', text: 'I typed xyzzy42.' };

  it('are kept neither in the action, nor in what was said before or after', () => {
    const left = { now: { kind: 'type', text: 'xyzzy42', target: null } as const, rest: [] };
    const log = note(note(begin('say xyzzy42 to the door'), typed, left), login);
    expect(JSON.stringify(log.events)).not.toContain('xyzzy42');
    expect(readLastRun(log.events)).toMatchObject({ hidden: true, next: null });
  });

  it('are not kept for a moment where the message says that it holds one', () => {
    const log = begin('type xyzzy42 as the password');
    expect(JSON.stringify(log.events)).not.toContain('xyzzy42');
    const plain = { ...typed, target: null, description: 'Type “xyzzy42” in Name' } as RunEvent;
    expect(JSON.stringify(note(log, plain).events)).not.toContain('xyzzy42');
    expect(begin('click Forgot password').events[0]).toMatchObject({ hidden: false });
  });
});

describe('secrets that the page knows of', () => {
  const [plain] = listPage('<label>Diary <input name="diary"></label>');
  if (!plain) throw new Error('no field');
  const action = { intent: 'textInput', uid: plain.uid, text: 'xyzzy42' } as const;
  const write = (target: typeof plain, description = describeAction(action, target)): RunEvent => ({
    type: 'acting',
    turnId: '1',
    action,
    target,
    description,
  });
  const took = (to: string): RunEvent => ({
    type: 'acted',
    turnId: '1',
    receipt: { verdict: 'changed', changes: [{ kind: 'value', uid: 'inner', from: '', to }] },
    description: 'the field was filled in',
  });

  it('are not kept, whatever the field is called', () => {
    const log = note(begin('write xyzzy42 in Diary'), write({ ...plain, secret: true }));
    expect(JSON.stringify(log.events)).not.toContain('xyzzy42');
    expect(readLastRun(log.events)).toMatchObject({ hidden: true });
    expect(JSON.stringify(note(begin('write xyzzy42 in Diary'), write(plain)).events)).toContain(
      'xyzzy42',
    );
  });

  it('are taken out once a receipt shows that the field was one', () => {
    const log = note(begin('write xyzzy42 in Diary'), write(plain, 'Type'));
    expect(JSON.stringify(note(log, took('••••••')).events)).not.toContain('xyzzy42');
    expect(JSON.stringify(note(log, took('xyzzy42')).events)).toContain('xyzzy42');
  });

  it('go into no later prompt, key by key neither', () => {
    const press = { intent: 'press', uid: plain.uid, key: '7' } as const;
    expect(readTypedSecret(press, { ...plain, secret: true }, null)).toBe('7');
    expect(
      readTypedSecret({ ...press, key: 'Enter' }, { ...plain, secret: true }, null),
    ).toBeNull();
    expect(describeAction(press, { ...plain, secret: true })).toBe('Press a key in Diary');
    const said = [{ kind: 'said', speaker: 'instructor', text: 'write xyzzy42 there' }] as const;
    expect(maskHistory(said, 'xyzzy42')).toEqual([{ ...said[0], text: 'write •••••• there' }]);
  });
});

describe('the size', () => {
  it('is bounded by dropping whole rounds, the oldest first', () => {
    let log = STORED_LOG.start;
    for (let round = 0; round < 150; round += 1) {
      log = end(note(begin(`run ${String(round)}`, log), receive('1')));
    }
    expect(log.events.length).toBeLessThanOrEqual(200);
    expect(log.events[0]?.type).toBe('began');
    expect(log.events.at(-3)).toMatchObject({ message: 'run 149' });
  });
});
