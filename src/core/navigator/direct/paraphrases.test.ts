import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import { startRunState } from '../run/run-state.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });
const change = (uid: string, value: string): Done => ({ intent: 'change', uid, value });
const press = (uid: string): Done => ({ intent: 'press', uid, key: 'Enter' });

const STALL = `
  <input placeholder="Find a plant" data-t=find><nav><a href=/p data-t=prev>Previous week</a><a href=/n data-t=next>Next week</a></nav>
  <ul>${['Mint', 'Basil', 'Sage']
    .map(
      (name, at) =>
        `<li><a href=/p/${String(at)} data-t=plant${String(at)}>${name}</a><button data-t=add${String(at)}>Add to cart</button><button data-t=rate${String(at)}>Rate</button></li>`,
    )
    .join(
      '',
    )}</ul><label><input type=checkbox data-t=organic>Organic</label><button data-t=offers>Contact us</button>`;

const BOOKING = `
  <label>From <input data-t=from></label><label>To <input data-t=to></label><label>Name <input data-t=name></label><label>City <input data-t=city></label>
  <label>Guests <select data-t=guests><option>1<option>2<option>3</select></label><label>Coupon code <input data-t=coupon></label><button data-t=apply>Apply</button>
  <label><input type=checkbox data-t=private>Private booking</label><label><input type=checkbox checked data-t=news>Weekly newsletter</label>
  <button data-t=find>Find trains</button><button data-t=check>Check availability</button><button data-t=go>Continue</button><button data-t=reset>Clear form</button>
  <button data-t=no>No thanks</button>`;

describe('other everyday ways to say it', () => {
  it.each<[string, Done[]]>([
    ['I want the Basil in my cart', click('add1')],
    ['I’d like the Sage in my basket', click('add2')],
    ['place the Mint into my shopping bag', click('add0')],
    ['put the Basil in the cart', click('add1')],
    ['rate the Sage', click('rate2')],
    ['only show Organic', click('organic')],
    ['next week please', click('next')],
    ['go back a week', click('prev')],
    ['look for a rose bush', [type('find', 'rose bush'), press('find')]],
    ['I’m looking for A Room with a View', [type('find', 'A Room with a View'), press('find')]],
  ])('in a shop: %s', async (message, actions) => {
    const { ports, done } = openPage(STALL);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it.each<[string, Done[]]>([
    [
      'set the name to Ada and the city to London and continue',
      [type('name', 'Ada'), type('city', 'London'), ...click('go')],
    ],
    ['put Ada as the name and continue', [type('name', 'Ada'), ...click('go')]],
    ['my name is Ada and my city is London', [type('name', 'Ada'), type('city', 'London')]],
    ['the city should be London', [type('city', 'London')]],
    ['2 guests', [change('guests', '2')]],
    ['make my booking private', click('private')],
    ['use the coupon code SAVE10', [type('coupon', 'SAVE10'), ...click('apply')]],
    ['check availability', click('check')],
    ['no thanks', click('no')],
  ])('in a form: %s', async (message, actions) => {
    const { ports, done } = openPage(BOOKING);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it.each([
    ['clear everything', '“Clear form”'],
    // Not a name that goes on about something else.
    ['my name is Ada and I love London', 'did not understand'],
    ['name Ada, colour green', 'did not understand'],
    ['thanks', 'did not understand'],
  ])('does nothing of its own accord: %s', async (message, part) => {
    const { ports, done } = openPage(BOOKING);
    const { words } = await send(message, ports, live);
    expect(done).toEqual([]);
    expect(words).toContain(part);
  });

  it('takes the answer to what it asked about words that are no command', async () => {
    const { ports, done } = openPage(BOOKING);
    const state = startRunState();
    expect((await send('a private dinner', ports, live, state)).outcome).toBe('asked');
    await send('yes', ports, live, state);
    expect(done).toEqual(click('private'));
  });

  it('takes words that surely name something for a command, unless others turn them', async () => {
    for (const [words, expected] of [
      ['a private one', click('private')],
      ['not private', []],
      ['private?', []],
    ] as const) {
      const { ports, done } = openPage(BOOKING);
      await send(words, ports, live);
      expect(done, words).toEqual(expected);
    }
  });

  it('goes on to the one before', async () => {
    const { ports, done } = openPage(STALL);
    const state = startRunState();
    await send('rate the Sage', ports, live, state);
    await send('no, the one before', ports, live, state);
    expect(done).toEqual(click('rate2', 'rate1'));
  });

  it('asks whether to take away what lies over the target, and goes on', async () => {
    const page =
      '<a href=/w data-t=weather>Weather</a><div><button data-t=sign>Sign up</button><button data-t=no>Not now</button></div>';
    let isOver = true;
    const { ports, done } = openPage(page, {
      onPerform: (action) => {
        if (!('uid' in action)) throw new Error('only clicks were asked for');
        if (action.uid === 'no') isOver = false;
        const message = '“Weather” is covered by “Sign up”.';
        return action.uid === 'weather' && isOver
          ? { ok: false, reason: 'covered', message }
          : { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
      look: (candidate) =>
        candidate.uid === 'weather' && isOver ? { ...candidate, covered: true } : candidate,
    });
    const state = startRunState();
    const reply = await send('click Weather', ports, live, state);
    expect(reply.outcome).toBe('asked');
    expect(reply.words).toContain('Shall I press “Not now” first');
    expect((await send('yes', ports, live, state)).outcome).toBe('done');
    expect(done).toEqual(click('weather', 'no', 'weather'));
  });

  it('asks which button closes a banner that has no other way out', async () => {
    const { ports, done } = openPage(
      '<p>We use cookies</p><button data-t=all>Accept all</button><button data-t=none>Reject all</button><button>Manage</button>',
    );
    const state = startRunState();
    const reply = await send('close the cookie banner', ports, live, state);
    expect(reply.words).toContain('Which button shall I press to close it?');
    await send('Reject all', ports, live, state);
    expect(done).toEqual(click('none'));
  });
});
