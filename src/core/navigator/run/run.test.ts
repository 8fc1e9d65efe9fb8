import { describe, expect, it } from 'vitest';
import { openPage, send } from './run.fixture.ts';
import type { RunEvent } from './run-event.ts';
import { startRunState } from './run-state.ts';
import { runTasks } from './run.ts';

const live = new AbortController().signal;

const SHOP = `
  <input data-t="search" type="search" aria-label="Search the shop">
  <section><h2>Walnut lamp</h2><button data-t="lamp">Add to cart</button></section>
  <section><h2>Cherry kettle</h2><button data-t="kettle">Add to cart</button></section>
  <button data-t="send">Send</button>`;

describe('a direct round', () => {
  it('does several steps and sums them up by what verifiably changed', async () => {
    const { ports, done } = openPage(SHOP, {
      onPerform: (action) => ({
        ok: true,
        receipt: {
          verdict: 'changed',
          changes:
            action.intent === 'press'
              ? [{ kind: 'title', to: 'walnut lamp: 1 result' }]
              : [{ kind: 'value', uid: 'search', from: '', to: 'walnut lamp' }],
        },
      }),
    });
    const reply = await send('type walnut lamp in the search box and press enter', ports, live);
    expect(done).toEqual([
      { intent: 'textInput', uid: 'search', text: 'walnut lamp' },
      { intent: 'press', uid: 'search', key: 'Enter' },
    ]);
    expect(reply.events.map(({ type }) => type)).toEqual([
      ...['observed', 'ranked', 'acting', 'acted'],
      ...['observed', 'acting', 'acted'],
      ...['said', 'ended'],
    ]);
    expect(reply.events[2]).toMatchObject({
      description: 'Type “walnut lamp” in Search the shop',
      target: { uid: 'search' },
    });
    expect(reply.events[3]).toMatchObject({
      description: 'Search the shop now holds “walnut lamp”',
    });
    expect(reply.words).toBe(
      'I typed “walnut lamp” in Search the shop and pressed Enter in Search the shop: the page became “walnut lamp: 1 result”.',
    );
  });

  it('opens an address without reading the page it leaves', async () => {
    const { ports, done } = openPage(SHOP);
    ports.observe = () => Promise.reject(new Error('this page cannot be read'));
    expect((await send('open localhost:1234/notes', ports, live)).outcome).toBe('done');
    expect(done).toEqual([{ intent: 'load', url: 'http://localhost:1234/notes' }]);
  });

  it.each([
    ['the second one', 'kettle'],
    ['Add to cart (Cherry kettle)', 'kettle'],
    ['the one in Walnut lamp', 'lamp'],
    ['1', 'lamp'],
    ['click the last one', 'kettle'],
  ])('asks which one, and %j continues the request', async (answer, uid) => {
    const { ports, done } = openPage(SHOP);
    const state = startRunState();
    const asked = await send('click Add to cart, then click Send', ports, live, state);
    expect(asked.outcome).toBe('asked');
    expect(done).toEqual([]);
    const question = asked.events.find((event) => event.type === 'asked');
    expect(question?.options.map(({ label, target }) => [label, target?.uid])).toEqual([
      ['Add to cart (Walnut lamp)', 'lamp'],
      ['Add to cart (Cherry kettle)', 'kettle'],
    ]);
    const stored = JSON.parse(JSON.stringify(state)) as typeof state;
    const reply = await send(answer, ports, live, stored);
    expect(reply.outcome).toBe('done');
    expect(done).toEqual([
      { intent: 'click', uid },
      { intent: 'click', uid: 'send' },
    ]);
    expect(stored.pending).toBeNull();
  });

  it('lets a question go for "never mind" or a new request, and repeats it otherwise', async () => {
    const { ports, done } = openPage(SHOP);
    const state = startRunState();
    await send('click Add to cart', ports, live, state);
    const unclear = await send('hmm', ports, live, state);
    expect(unclear.outcome).toBe('asked');
    expect((await send('never mind', ports, live, state)).outcome).toBe('done');
    expect(done).toEqual([]);
    await send('click Add to cart', ports, live, state);
    await send('click Send', ports, live, state);
    expect(done).toEqual([{ intent: 'click', uid: 'send' }]);
    expect(state.pending).toBeNull();
  });

  it('says when the chosen element has gone meanwhile', async () => {
    const { ports, done } = openPage(SHOP, {
      onPerform: (_, set) => {
        set('<p>Sold out</p>');
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const state = startRunState();
    await send('click Add to cart', ports, live, state);
    await send('click Send', ports, live, { ...state, pending: null });
    const reply = await send('the first one', ports, live, state);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('no longer on this page');
    expect(done).toHaveLength(1);
  });

  it('stops and says so when nothing changed', async () => {
    const { ports, done } = openPage(SHOP, {
      onPerform: () => ({ ok: true, receipt: { verdict: 'unchanged', changes: [] } }),
    });
    const reply = await send('click Send then go back', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: 'send' }]);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toBe(
      'I clicked Send, but nothing changed on the page. I did not go on to go back.',
    );
  });

  it('claims nothing when it could not see what changed', async () => {
    const { ports } = openPage(SHOP, {
      onPerform: () => ({ ok: true, receipt: { verdict: 'unknown', changes: [] } }),
    });
    const reply = await send('click Send', ports, live);
    expect(reply.words).toBe('I clicked Send: I could not see what changed.');
  });

  it('passes on why the page refused, and what is left undone', async () => {
    const message = '“Send” is covered by “Cookies”.';
    const { ports } = openPage(SHOP, {
      onPerform: (action) =>
        action.intent === 'click'
          ? { ok: false, reason: 'covered', message }
          : { ok: true, receipt: { verdict: 'changed', changes: [] } },
    });
    const reply = await send('type a in Search the shop, click Send, and scroll down', ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toBe(
      `${message} Before that I typed “a” in Search the shop. I did not go on to scroll down.`,
    );
  });

  it('explains what it does not understand, without touching the page', async () => {
    const { ports, done } = openPage(SHOP);
    const reply = await send('please do my taxes', ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('did not understand “please do my taxes”');
    expect(done).toEqual([]);
  });

  it.each([
    ['the printer is broken and I am late', 'connect'],
    ['click Send; odd noises come from it', 'connect'],
    ['lorem ipsum dolor', undefined],
    ['open the cart in a new tab', undefined],
  ])('offers to connect a model for everyday language: %s', async (message, fix) => {
    const { ports, done } = openPage(SHOP);
    const { events, outcome } = await send(message, ports, live);
    const failed = events.find((event) => event.type === 'failed');
    expect([outcome, failed?.type === 'failed' ? failed.fix : undefined]).toEqual(['failed', fix]);
    expect(done).toEqual([]);
  });

  it('tells why a page cannot be read', async () => {
    const { ports } = openPage(SHOP);
    ports.observe = () =>
      Promise.resolve({ ok: false, message: 'Chrome keeps this page to itself.', fix: null });
    const reply = await send('click Send', ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('Chrome keeps this page to itself.');
  });
});

describe('the end of a run', () => {
  it('marks a closing sentence that only repeats the actions', async () => {
    const { ports } = openPage(SHOP);
    const reply = await send('click Send', ports, live);
    expect(reply.events.at(-2)).toMatchObject({ type: 'said', repeats: true });
  });

  it('does not mark one that says more', async () => {
    const { ports } = openPage(
      '<input type=checkbox aria-label=News checked data-t=news><button data-t=go>Go</button>',
    );
    const reply = await send('tick News and click Go', ports, live);
    expect(reply.events.at(-2)).toMatchObject({ type: 'said' });
    expect(reply.events.at(-2)).not.toHaveProperty('repeats');
  });

  it('reports what reverts an action, and reverts it', async () => {
    const city = (value: string) => `<label>City <input value=${value} data-t=city></label>`;
    const { ports, done } = openPage(city('Oslo'), {
      onPerform: (action, set) => {
        if (action.intent === 'textInput') set(city(action.text));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const state = startRunState();
    const { events } = await send('type Rome into City', ports, live, state);
    const undo = events.flatMap((event) => (event.type === 'acted' && event.undo) || [])[0];
    expect(undo).toEqual({ uid: 'city', step: { kind: 'type', text: 'Oslo', target: 'City' } });
    if (!undo) return;
    const tasks = [{ kind: 'bound', uid: undo.uid ?? '', task: undo.step } as const];
    const reverted: RunEvent[] = [];
    for await (const event of runTasks(tasks, state, ports, live)) reverted.push(event);
    expect(done.at(-1)).toEqual({ intent: 'textInput', uid: 'city', text: 'Oslo' });
    expect(reverted.at(-1)).toEqual({ type: 'ended', outcome: 'done' });
  });
});

describe('stopping a round', () => {
  it('ends before the next step and tells what was done', async () => {
    const { ports, done } = openPage(SHOP);
    const stop = new AbortController();
    const reply = await send(
      'click Send then scroll down',
      ports,
      stop.signal,
      undefined,
      (event) => {
        if (event.type === 'acted') stop.abort();
      },
    );
    expect(reply.outcome).toBe('stopped');
    expect(reply.words).toBe('Stopped. Before that I clicked Send.');
    expect(done).toHaveLength(1);
  });

  it('does not act when stopped while the action is announced', async () => {
    const { ports, done } = openPage(SHOP);
    const stop = new AbortController();
    const reply = await send('click Send', ports, stop.signal, undefined, (event) => {
      if (event.type === 'acting') stop.abort();
    });
    expect(reply.words).toBe('Stopped. I did nothing on the page.');
    expect(done).toEqual([]);
  });

  it('does not say how an action ended that was cut off', async () => {
    const stop = new AbortController();
    const { ports } = openPage(SHOP, {
      onPerform: () => {
        stop.abort();
        return Promise.reject(new DOMException('aborted', 'AbortError'));
      },
    });
    const reply = await send('click Send', ports, stop.signal);
    expect(reply.outcome).toBe('stopped');
    expect(reply.words).toContain('not certain whether I clicked Send');
  });

  it('leaves bugs to its caller', async () => {
    const { ports } = openPage(SHOP);
    ports.observe = () => Promise.reject(new Error('bug'));
    await expect(send('click Send', ports, live)).rejects.toThrow('bug');
  });
});
