import { describe, expect, it } from 'vitest';
import type { PerformResult, Receipt } from '../../action/receipt.ts';
import { performAction } from './perform-action.ts';
import { listPage, openPage, send } from './run.fixture.ts';
import { startRunProgress } from './run-progress.ts';
import type { Gate } from '../rules/gate.ts';
import { EMPTY_RULES } from '../rules/rule-book.ts';

const FIELD = '<label>Digits <input data-webtasks-id="digits"></label>';
const REQUEST = 'type abc in Digits, then scroll down';
const live = new AbortController().signal;

function performWith(first: PerformResult) {
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
    const reply = await send(REQUEST, ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('the page did not take it (“Digits only” appeared)');
    expect(reply.words).not.toContain('Before that');
    expect(done).toHaveLength(1);
  });

  it('goes on when the control holds what was asked, though nothing changed', async () => {
    const { ports, done } = performWith({
      ok: true,
      receipt: { verdict: 'unchanged', changes: [], asAsked: true },
    });
    const reply = await send(REQUEST, ports, live);
    expect(reply.outcome).toBe('done');
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
    const reply = await send(REQUEST, ports, stop.signal);
    expect(reply.outcome).toBe('stopped');
    expect(reply.words).toContain(words);
  });
});

describe('performAction, when a model chose the action', () => {
  const PAGE =
    '<button data-webtasks-id="a">Open</button><button data-webtasks-id="b">Close</button>';

  async function act(names: string[]) {
    const { ports, done } = openPage(PAGE);
    const candidates = listPage(PAGE);
    const progress = startRunProgress();
    const results: string[] = [];
    for (const name of names) {
      const target = candidates.find(({ fields }) => fields.name === name) ?? null;
      const action = { intent: 'click', uid: target?.uid ?? '' } as const;
      const run = { progress, ports, signal: live };
      const performing = performAction(run, { action, target, among: candidates });
      let step = await performing.next();
      while (!step.done) step = await performing.next();
      results.push(step.value.verdict);
    }
    return { results, done, actions: progress.actions };
  }

  it('remembers the pages of the last eight actions only, since a page may be large', async () => {
    const { actions } = await act(Array.from({ length: 10 }, () => 'Open'));
    const pages = actions.map(({ among }) => among.length);
    expect(pages).toEqual([0, 0, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  it('does not go round in circles', async () => {
    const { results, done } = await act(['Open', 'Close', 'Open', 'Close', 'Open']);
    expect(results).toEqual(['done', 'done', 'done', 'done', 'refused']);
    expect(done).toHaveLength(4);
  });
});

describe('performAction, where something must be asked about', () => {
  it('does nothing before the answer, and nothing at all after a no', async () => {
    const { ports, done } = openPage('<button data-webtasks-id="p">Pay now</button>');
    const gate: Gate = { ...ports.gate, ask: () => Promise.resolve('deny') };
    const reply = await send('click Pay now', { ...ports, gate }, live, undefined, (event) => {
      if (event.type !== 'approval') return;
      expect(event).toMatchObject({ conditions: ['pay'], choices: ['once', 'task'] });
      expect(done).toEqual([]);
    });
    expect(reply.outcome).toBe('failed');
    expect(done).toEqual([]);
    expect(reply.events.map(({ type }) => type)).not.toContain('acting');
  });

  it('keeps an answer for as long as it was given for, but none that was not offered', async () => {
    const kept: string[] = [];
    for (const decision of ['once', 'task', 'always'] as const) {
      const { ports } = openPage('<button data-webtasks-id="p">Pay now</button>');
      const gate: Gate = {
        ...ports.gate,
        ask: () => Promise.resolve(decision),
        saveGrants: (_turnId, grants, how) => {
          kept.push(`${how} ${grants.map(({ condition, host }) => condition + host).join()}`);
          return Promise.resolve();
        },
      };
      await send('click Pay now', { ...ports, gate }, live);
    }
    expect(kept).toEqual(['task paylocalhost']);
  });

  it('passes on that the user was asked about the action', async () => {
    const asked: (boolean | undefined)[] = [];
    const { ports } = openPage('<button data-webtasks-id="p">Pay now</button>');
    const perform: typeof ports.perform = (order, signal) => {
      asked.push(order.wasAsked);
      return ports.perform(order, signal);
    };
    await send('click Pay now', { ...ports, perform }, live);
    await send('scroll down', { ...ports, perform }, live);
    expect(asked).toEqual([true, false]);
  });

  it('stops while it waits', async () => {
    const stop = new AbortController();
    const { ports, done } = openPage('<button data-webtasks-id="p">Pay now</button>');
    const gate: Gate = {
      ...ports.gate,
      ask: (_request, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
    };
    const reply = await send(
      'click Pay now',
      { ...ports, gate },
      stop.signal,
      undefined,
      (event) => {
        if (event.type === 'approval') stop.abort();
      },
    );
    expect(reply.outcome).toBe('stopped');
    expect(done).toEqual([]);
  });

  it('reads and does nothing more where an action led to a site that the user did not name', async () => {
    const { ports, done } = openPage('<button data-webtasks-id="n">Next</button>');
    const away = { ...(await ports.gate.readSituation(null)), page: 'http://evil.test/' };
    const book = { ...EMPTY_RULES, sites: { allow: [], deny: ['evil.test'] } };
    const gate: Gate = {
      ...ports.gate,
      readSituation: (target) =>
        done.length > 0 ? Promise.resolve({ ...away, book }) : ports.gate.readSituation(target),
    };
    const reply = await send('click Next, then scroll down', { ...ports, gate }, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('evil.test is on your list of blocked sites');
    expect(done).toHaveLength(1);
  });
});
