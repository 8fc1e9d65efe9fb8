import { describe, expect, it } from 'vitest';
import type { PageAction } from '../../action/action.ts';
import { targetOf } from '../../action/action.ts';
import type { PerformResult } from '../../action/receipt.ts';
import { openPage, send } from './run.fixture.ts';
import type { Gate } from '../rules/gate.ts';
import type { UserAction } from './user-action.ts';
import { createUserAction } from './user-action.ts';
import type { RunControl, Takeover } from './takeover.ts';

const live = new AbortController().signal;

const FORM = `
  <input data-t="1c-name" aria-label="Name">
  <input data-t="2d-city" aria-label="City">
  <button data-t="3e-save">Save</button>
  <button data-t="4f-print">Print</button>`;

function did(action: PageAction, name: string): UserAction {
  const target = {
    uid: targetOf(action) ?? '',
    frameId: 0,
    tag: action.intent === 'click' ? 'button' : 'input',
    role: action.intent === 'click' ? 'button' : 'textbox',
    name,
    text: '',
    placeholder: '',
    key: '',
  };
  const userAction = createUserAction({ id: `deed ${name}`, at: 1, action, target });
  if (!userAction) throw new Error('no deed');
  return userAction;
}

/** A person who has the page at these boundaries, counted from 1, and did this there. */
function holdAt(taken: Record<number, readonly UserAction[]>): RunControl {
  let passed = 0;
  return {
    waitUntilFree() {
      passed += 1;
      const userActions = taken[passed];
      return Promise.resolve<Takeover | null>(userActions ? { userActions: userActions } : null);
    },
  };
}

function script(...replies: string[]) {
  const left = [...replies];
  return () => ({ ok: true as const, text: left.shift() ?? 'say(utterance="out of replies")' });
}

describe('a round that is held', () => {
  it('observes, asks and acts only once it is let pass, and stops while it waits', async () => {
    const { ports, done, prompts } = openPage(FORM, {
      onComplete: script('click(uid="3e-save")', 'say(utterance="Saved.")'),
    });
    const log: string[] = [];
    const { observe, complete } = ports;
    const hold: RunControl = {
      waitUntilFree: () => Promise.resolve(null).finally(() => log.push('passed')),
    };
    const reply = await send(
      'save it',
      {
        ...ports,
        control: hold,
        observe: (signal) => (log.push('observed'), observe(signal)),
        ...(complete && {
          complete: (...given: Parameters<typeof complete>) => (
            log.push('asked'),
            complete(...given)
          ),
        }),
        perform: (order, signal) => (log.push('acted'), ports.perform(order, signal)),
      },
      live,
    );
    expect(reply.outcome).toBe('done');
    expect(log).toEqual([
      ...['passed', 'observed', 'passed', 'asked', 'passed', 'passed', 'acted'],
      ...['passed', 'observed', 'passed', 'asked', 'passed'],
    ]);
    expect(done).toHaveLength(1);
    expect(prompts).toHaveLength(2);
  });

  it('ends by a stop with nothing done, wherever it waits', async () => {
    for (const at of [1, 2]) {
      const { ports, done } = openPage(FORM);
      const stop = new AbortController();
      let passed = 0;
      const hold: RunControl = {
        waitUntilFree(signal) {
          passed += 1;
          if (passed < at) return Promise.resolve(null);
          queueMicrotask(() => stop.abort());
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('stopped'))),
          );
        },
      };
      const reply = await send('click Save', { ...ports, control: hold }, stop.signal);
      expect(reply.words).toBe('Stopped. I did nothing on the page.');
      expect(done).toEqual([]);
    }
  });
});

const HELD: PerformResult = { ok: false, reason: 'held', message: 'Held before it was done.' };

describe('an action that is held back in the last moment', () => {
  const saved: PerformResult = { ok: true, receipt: { verdict: 'changed', changes: [] } };

  it.each([
    ['started again after a pause', null, ['2d-city', '2d-city', '3e-save']],
    [
      'left to who took over',
      [did({ intent: 'textInput', uid: '2d-city', text: 'Oslo' }, 'City')],
      ['2d-city', '3e-save'],
    ],
  ])('is %s', async (_what, userActions, tried) => {
    let calls = 0;
    const { ports, done } = openPage(FORM, { onPerform: () => (calls++ === 0 ? HELD : saved) });
    let untold: typeof userActions = userActions;
    const hold: RunControl = {
      waitUntilFree() {
        const takeover = calls === 1 && untold ? { userActions: untold } : null;
        if (calls === 1) untold = null;
        return Promise.resolve(takeover);
      },
    };
    const reply = await send('type Rome in City and click Save', { ...ports, control: hold }, live);
    expect(reply.outcome).toBe('done');
    expect(done.map((action) => 'uid' in action && action.uid)).toEqual(tried);
    // The abandoned one is reported as such; ids are unique.
    const ids = reply.events.flatMap((event) => (event.type === 'acting' ? [event.turnId] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(reply.words).toContain('Held before it was done.');
    expect(reply.words).toContain(
      userActions ? 'You typed “Oslo” in City yourself.' : 'I typed “Rome”',
    );
  });

  it('is given up in the end if the person never answers', async () => {
    const { ports, done } = openPage(FORM, { onPerform: () => HELD });
    const reply = await send('click Save', { ...ports, control: holdAt({}) }, live);
    expect(reply.outcome).toBe('failed');
    expect(done.length).toBeLessThan(10);
  });
});

describe('a request for permission', () => {
  it('is withdrawn when the person takes over, and asked again for what is done after', async () => {
    const { ports, done } = openPage('<button data-t="1a-pay">Pay now</button>');
    let takeOver: (value: null) => void = () => undefined;
    const taken = new Promise<null>((resolve) => (takeOver = resolve));
    let asked = 0;
    let isTaken = false;
    const withdrawn: string[] = [];
    const gate: Gate = {
      ...ports.gate,
      ask() {
        asked += 1;
        if (asked > 1) return Promise.resolve('once');
        isTaken = true;
        takeOver(null);
        return new Promise(() => undefined);
      },
      withdraw: (turnId) => void withdrawn.push(turnId),
    };
    const hold: RunControl = {
      waitUntilFree() {
        const takeover = isTaken ? { userActions: [] } : null;
        isTaken = false;
        return Promise.resolve(takeover);
      },
      whenTaken: () => (asked > 1 ? new Promise(() => undefined) : taken),
    };
    const reply = await send('click Pay now', { ...ports, gate, control: hold }, live);
    const answers = reply.events.flatMap((event) =>
      event.type === 'decided' ? [event.decision] : [],
    );
    expect(answers).toEqual(['withdrawn', 'once']);
    expect(withdrawn).toHaveLength(1);
    expect(done).toHaveLength(1);
    expect(reply.outcome).toBe('done');
  });
});

describe('a model whose page was taken over', () => {
  it('hears what the person did, and its own decision is not carried out', async () => {
    const { ports, done, prompts } = openPage(FORM, {
      onComplete: script('click(uid="3e-save")', 'click(uid="4f-print")', 'say(utterance="Done.")'),
    });
    const userActions = [
      did({ intent: 'textInput', uid: '2d-city', text: 'Oslo' }, 'City'),
      did({ intent: 'click', uid: '3e-save' }, 'Save'),
    ];
    // The third time is between the first reply and its action.
    const reply = await send(
      'save and print',
      { ...ports, control: holdAt({ 3: userActions }) },
      live,
    );
    expect(done).toEqual([{ intent: 'click', uid: '4f-print' }]);
    expect(reply.outcome).toBe('done');
    expect(prompts[0]).not.toContain('done by the instructor');
    expect(prompts[1]).toContain('Type “Oslo” in City (done by the instructor)');
    expect(prompts[1]).toContain('Click Save (done by the instructor)');
    expect(prompts[1]).toContain('What the instructor said last:\n- save and print');
  });

  it.each(['mindact', 'multimodal'] as const)('is told so by %s, too', async (strategy) => {
    const { ports, prompts } = openPage(FORM, {
      strategy,
      onComplete: script('say(utterance="Done.")'),
    });
    const userActions = [did({ intent: 'click', uid: '3e-save' }, 'Save')];
    await send('save and print', { ...ports, control: holdAt({ 2: userActions }) }, live);
    expect(prompts[0]).toContain('Click Save (done by the instructor)');
  });
});

describe('a direct request whose page was taken over', () => {
  const REQUEST = 'type Ada in Name, type Rome in City and click Save';

  it.each([
    ['before anything', 1],
    ['before the first action', 2],
    ['between two steps', 3],
    ['before the second action', 4],
  ])('does not do again what was done by hand, %s', async (_when, at) => {
    const { ports, done } = openPage(FORM);
    // Not what was asked for: the person's own hand is the later word.
    const userActions = [did({ intent: 'textInput', uid: '2d-city', text: 'Oslo' }, 'City')];
    const reply = await send(REQUEST, { ...ports, control: holdAt({ [at]: userActions }) }, live);
    expect(done).toEqual([
      { intent: 'textInput', uid: '1c-name', text: 'Ada' },
      { intent: 'click', uid: '3e-save' },
    ]);
    expect(reply.words).toMatch(/^You typed “Oslo” in City yourself\. I typed “Ada” in Name/);
  });

  it('goes on with all of it where nothing of it was done', async () => {
    const { ports, done } = openPage(FORM);
    const userActions = [did({ intent: 'click', uid: '4f-print' }, 'Print')];
    await send(REQUEST, { ...ports, control: holdAt({ 2: userActions }) }, live);
    expect(done.map((action) => 'uid' in action && action.uid)).toEqual([
      ...['1c-name', '2d-city', '3e-save'],
    ]);
  });

  it('counts every user action once, also on a page that is gone by now', async () => {
    const { ports, done } = openPage('<button data-t="9a-next">Next</button>');
    const userActions = [did({ intent: 'click', uid: 'of the page before' }, 'Next')];
    await send(
      'click Next and click Next',
      { ...ports, control: holdAt({ 1: userActions }) },
      live,
    );
    expect(done).toEqual([{ intent: 'click', uid: '9a-next' }]);
  });

  it('says so where the person did all of it', async () => {
    const { ports, done } = openPage(FORM);
    const userActions = [did({ intent: 'click', uid: '3e-save' }, 'Save')];
    const reply = await send('click Save', { ...ports, control: holdAt({ 2: userActions }) }, live);
    expect(done).toEqual([]);
    expect(reply).toMatchObject({ outcome: 'done', words: 'You clicked Save yourself.' });
  });
});

describe('a page that takes only a person’s input', () => {
  const onPerform = (action: { intent: string; uid?: string | null }) => ({
    ok: true as const,
    receipt:
      action.uid === '3e-save'
        ? { verdict: 'unchanged' as const, changes: [], handOver: 'mouse' as const }
        : { verdict: 'changed' as const, changes: [] },
  });

  it.each([
    ['goes on after it', [did({ intent: 'click', uid: '3e-save' }, 'Save')], 'done'],
    ['does not, where the person did nothing', [], 'failed'],
  ])('is handed over, and %s', async (_what, userActions, outcome) => {
    const { ports, done } = openPage(FORM, { onPerform });
    let isTaken = false;
    const hold: RunControl = {
      handOver: () => (isTaken = true),
      waitUntilFree() {
        const takeover = isTaken ? { userActions: userActions } : null;
        isTaken = false;
        return Promise.resolve(takeover);
      },
    };
    const reply = await send('click Save and click Print', { ...ports, control: hold }, live);
    expect(reply.outcome).toBe(outcome);
    expect(reply.words).toContain('please click Save yourself, then press “Hand back”');
    expect(done.map((action) => 'uid' in action && action.uid)).toEqual(
      outcome === 'done' ? ['3e-save', '4f-print'] : ['3e-save'],
    );
  });
});

it('makes no user action of looking around', () => {
  const seen = { id: 'a', at: 1, target: null };
  const scroll = { intent: 'scroll', x: 0, y: 100, uid: null } as const;
  expect(createUserAction({ ...seen, action: scroll })).toBeNull();
  expect(
    createUserAction({ ...seen, action: { intent: 'copy', text: 'a', uid: null } }),
  ).toBeNull();
});
