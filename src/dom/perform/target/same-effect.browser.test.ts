import { afterEach, describe, expect, it } from 'vitest';
import type { PageAction } from '../../../core/action/action.ts';
import { find, makeContext, mount } from '../perform.fixture.ts';
import { performAction } from '../perform.ts';
import { Sightings } from './fingerprint.ts';

const CART = '<form action="/pay"><input name="card"><button>Pay €10.00</button></form>';

afterEach(() => {
  mount('');
});

/** Changes the page in the moment in which all checks have passed, then acts; gives what the page heard. */
async function changeAndAct(
  html: string,
  change: () => void,
  makeAction: (uid: string) => PageAction,
  { wasAsked = false, on = 'button' } = {},
) {
  mount(html);
  const heard: string[] = [];
  for (const type of ['pointerdown', 'click', 'submit', 'input', 'keydown']) {
    document.body.addEventListener(type, (event) => {
      if (type === 'submit' || type === 'click') event.preventDefault();
      heard.push(type);
    });
  }
  const sightings = new Sightings();
  const ctx = makeContext({ sightings, wasAsked });
  sightings.note([document], ctx.uidOf);
  const action = makeAction(ctx.uid(on));
  const beforeAct = () => Promise.resolve().then(change);
  const performed = await performAction(action, { ...ctx, beforeAct });
  return { ok: performed.ok, heard, message: performed.ok ? '' : performed.message };
}

const click = (uid: string): PageAction => ({ intent: 'click', uid });
const enter = (uid: string): PageAction => ({ intent: 'press', uid, key: 'Enter' });
const rename = (name: string) => () => {
  find('button').textContent = name;
};

describe('what the user was asked about', () => {
  it('is not done where it costs or says anything else by now', async () => {
    const dearer = await changeAndAct(CART, rename('Pay €1,000.00'), click, { wasAsked: true });
    expect(dearer).toMatchObject({ ok: false, heard: [] });
    expect(dearer.message).toContain(
      'since you were asked: it is now “Pay €1,000.00”, where it was “Pay €10.00”',
    );
    const more = await changeAndAct('<button>Delete (3)</button>', rename('Delete (4)'), click, {
      wasAsked: true,
    });
    expect(more).toMatchObject({ ok: false, heard: [] });
  });

  it('is not done where it leads to another page of the same site', async () => {
    const led = await changeAndAct(
      '<a href="/gift?to=ann">Send the gift</a>',
      () => find('a').setAttribute('href', '/gift?to=eve'),
      click,
      { wasAsked: true, on: 'a' },
    );
    expect(led).toMatchObject({ ok: false, heard: [] });
  });

  it('is done where only a clock in it has gone on', async () => {
    const html = '<button type="button">Pay now (0:59)</button>';
    const counted = await changeAndAct(html, rename('Pay now (0:58)'), click, { wasAsked: true });
    expect(counted).toMatchObject({ ok: true });
    expect(counted.heard).toContain('click');
  });
});

describe('what was not asked about', () => {
  it('is done where it means no more than it did', async () => {
    const counted = await changeAndAct(CART, rename('Pay €12.00'), click);
    expect(counted).toMatchObject({ ok: true });
  });

  it('is not done where a form without a button, or with one outside it, is sent elsewhere', async () => {
    const away = () => find('form').setAttribute('action', 'https://evil.example/take');
    const bare = '<form action="/search"><input name="q"></form>';
    expect(await changeAndAct(bare, away, enter, { on: 'input' })).toMatchObject({
      ok: false,
      heard: [],
    });
    const outside = '<form id="f" action="/save"><input></form><button form="f">Save</button>';
    expect(await changeAndAct(outside, away, click)).toMatchObject({ ok: false, heard: [] });
  });

  it('may be typed into a form whose address has changed', async () => {
    const typed = await changeAndAct(
      CART,
      () => find('form').setAttribute('action', '/pay/2'),
      (uid) => ({ intent: 'textInput', uid, text: 'a' }),
      { on: 'input' },
    );
    expect(typed).toMatchObject({ ok: true });
  });
});
