/** Classes of requests that went wrong, or were asked about needlessly, on templates and widgets that are not ours (docs/blind-trials.md). */
import { describe, expect, it } from 'vitest';
import type { ReceiptChange } from '../../action/receipt.ts';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

async function run(html: string, message: string, changes: ReceiptChange[] = [], after?: string) {
  const { ports, done } = openPage(html, {
    look: (each) => (each.uid.startsWith('fresh') ? { ...each, fresh: true } : each),
    onPerform: (_, set) => {
      if (after !== undefined) set(after);
      return { ok: true, receipt: { verdict: 'changed', changes } };
    },
  });
  const { outcome, words } = await send(message, ports, live);
  return { done, outcome, words };
}

const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));
const change = (uid: string, value: string): Done[] => [{ intent: 'change', uid, value }];
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });

const LENGTHS =
  '<label>Show <select data-t="length"><option>10<option>25<option>50</select> entries</label>';

describe('an open section', () => {
  const heading = (isOpen: boolean) =>
    `<h3 data-t="head" style="cursor:pointer"><a href="#/loans" data-t="loans">loans</a><button aria-expanded="${String(isOpen)}" title="Toggle" data-t="fold"></button></h3>`;

  it('is not closed by opening it', async () => {
    const open = await run(heading(true), 'open loans');
    expect(open).toMatchObject({ outcome: 'done', done: [] });
    expect(open.words).toContain('already open');
    expect((await run(heading(false), 'open loans')).done).toEqual(click('loans'));
  });

  it('is asked about before it is chosen', async () => {
    expect(await run(heading(true), 'only show loans')).toMatchObject({
      outcome: 'asked',
      done: [],
    });
  });

  it('is reported if a click only closed something', async () => {
    const page = '<a href="#a" data-t="a">Details</a>';
    const closed = await run(page, 'open details', [{ kind: 'vanished', text: 'Size' }]);
    expect(closed.outcome).toBe('failed');
    expect(closed.words).toContain('it may have been open before');
    const folded: ReceiptChange[] = [
      { kind: 'state', name: 'expanded', uid: 'a', to: 'false' },
      { kind: 'scrolled', x: 0, y: 40 },
    ];
    const fold = '<button aria-expanded="false" data-t="a">Details</button>';
    expect((await run(fold, 'expand the details', folded)).outcome).toBe('failed');
    const opened = await run(page, 'open details', [
      { kind: 'vanished', text: 'Size' },
      { kind: 'appeared', text: 'Weight' },
    ]);
    expect(opened.outcome).toBe('done');
    const dismissed = await run('<button data-t="x">Dismiss</button>', 'dismiss', [
      { kind: 'vanished', text: 'Size' },
    ]);
    expect(dismissed.outcome).toBe('done');
  });
});

describe('a list that is named with its option', () => {
  it.each([
    ['show 25 entries', '25'],
    ['50 per page', '50'],
    ['show 50 rows', '50'],
  ])('%s', async (message, value) => {
    expect((await run(LENGTHS, message)).done).toEqual(change('length', value));
  });

  it('is set, not opened', async () => {
    const page =
      '<label>Servers <select data-t="servers"><option>Live<option>Sandbox</select></label>';
    expect((await run(page, 'switch to the sandbox server')).done).toEqual(
      change('servers', 'Sandbox'),
    );
    expect((await run(page, 'show the sandbox')).done).toEqual(change('servers', 'Sandbox'));
  });

  it('ignores a list of words for a number per page', async () => {
    const page = '<select aria-label="Paper" data-t="a"><option>50 sheets<option>Roll</select>';
    expect((await run(page, '50 per page')).done).toEqual([]);
  });

  it('is a choice of the group that is named', async () => {
    const page =
      '<fieldset><legend>Density</legend><label><input type="radio" name="d" data-t="wide">Comfortable</label><label><input type="radio" name="d" data-t="compact">Compact</label></fieldset>';
    expect((await run(page, 'switch to compact density')).done).toEqual(click('compact'));
  });

  it('is chosen by "use", too', async () => {
    const page =
      '<label>Step goal<input type="number" data-t="goal"></label><label><input type="radio" name="u" data-t="km">Kilometres</label><label><input type="radio" name="u" data-t="miles">Miles</label>';
    const { done } = await run(page, 'set my step goal to 9000 and use miles');
    expect(done).toEqual([type('goal', '9000'), ...click('miles')]);
    expect((await run(page, 'use furlongs')).done).toEqual([]);
  });

  it('is "Dark" for dark mode, but never "Log" for logging in', async () => {
    const page =
      '<label><input type="radio" name="t" data-t="light">Light</label><label><input type="radio" name="t" data-t="dark">Dark</label>';
    expect((await run(page, 'turn on dark mode')).done).toEqual(click('dark'));
    expect((await run('<a href="/log" data-t="log">Log</a>', 'log in')).done).toEqual([]);
  });
});

describe('fields and their values', () => {
  const NAMES =
    '<label>First name<input data-t="first"></label><label>Last name<input data-t="last"></label><label>Postal code<input data-t="code"></label><textarea aria-label="Comment" data-t="note"></textarea>';

  it('are enough without a verb', async () => {
    const both = await run(NAMES, 'first name Lena, last name Mill');
    expect(both.done).toEqual([type('first', 'Lena'), type('last', 'Mill')]);
    expect((await run(NAMES, 'postal code 3000')).done).toEqual([type('code', '3000')]);
  });

  it('are three for a date of birth in three fields', async () => {
    const page = `<fieldset><legend>Date of birth</legend>${['Day', 'Month', 'Year'].map((each) => `<label>${each}<input data-t="${each}"></label>`).join('')}</fieldset>`;
    const { done } = await run(page, 'date of birth 3 May 1988');
    expect(done).toHaveLength(3);
    expect(done).toEqual(
      expect.arrayContaining([type('Day', '3'), type('Month', '5'), type('Year', '1988')]),
    );
  });

  it('are not read from a sentence', async () => {
    expect((await run(NAMES, 'postal code of the office')).done).toEqual([]);
    const page =
      '<label>Our monthly letter <input type="email"></label><button data-t="go">Sign up</button>';
    const { outcome, done } = await run(
      page,
      'sign me up for the monthly letter with ada@mail.example',
    );
    expect({ outcome, done }).toEqual({ outcome: 'failed', done: [] });
    for (const message of [
      ...['no postal code 3000', 'postal code 3000?', "first name isn't Ada"],
      'postal code shoud be 3000 pls',
    ])
      expect((await run(NAMES, message)).done).toEqual([]);
  });

  it('chooses in a list that is searched by typing', async () => {
    const list = (isOpen: boolean) =>
      `<div class="ui search dropdown"><input data-t="country" aria-label="Country"><div class="menu"${isOpen ? '' : ' hidden'}><div style="cursor:pointer" data-t="at">Austria</div><div style="cursor:pointer" data-t="au">Australia</div></div></div>`;
    const { done } = await run(list(false), 'set my country to Austria', [], list(true));
    expect(done.slice(0, 2)).toEqual(click('country', 'at'));
  });
});

describe('a button', () => {
  it('that is called like the whole command is pressed', async () => {
    const page =
      '<button data-t="all">Mark all read</button><label><input type="checkbox" data-t="a">Read receipts</label>';
    expect((await run(page, 'mark all read')).done).toEqual(click('all'));
    const orders = '<a href="#o" data-t="all">Order</a><button data-t="new">New order</button>';
    expect((await run(orders, 'make a new order')).done).toEqual(click('new'));
  });

  it('that closes something is clicked only if the request says so', async () => {
    const page = '<div><p>Southwest</p><button data-t="close">Close project</button></div>';
    expect((await run(page, 'open the Southwest project')).done).toEqual([]);
    expect((await run(page, 'close the project')).done).toEqual(click('close'));
  });

  it('of a row is found by words of the row and of its heading', async () => {
    const rows = ['iPhone 15', 'Laptop'].map(
      (each) => `<li>${each} <button data-t="${each}">Revoke</button></li>`,
    );
    const page = `<section><h2>Active sessions</h2><ul>${rows.join('')}</ul></section>`;
    expect((await run(page, 'revoke the iphone session')).done).toEqual(click('iPhone 15'));
  });

  it('confirms a logout that the page asks about', async () => {
    const page = '<a href="#" data-t="out">Logout</a>';
    const dialog = `${page}<div role="dialog" aria-modal="true"><h2>Ready to leave?</h2><button>Cancel</button><button data-t="sure">Logout</button></div>`;
    expect((await run(page, 'log me out', [], dialog)).done).toEqual(click('out', 'sure'));
  });

  it('opens the hidden menu that holds what was named', async () => {
    const menu = (isOpen: boolean) =>
      `<div><a href="#" data-t="user" data-toggle="dropdown" aria-haspopup="true">Douglas McGee</a><div${isOpen ? '' : ' hidden'}><a href="/profile" data-t="profile">Activity log</a></div></div>`;
    const { done } = await run(menu(false), 'open the activity log', [], menu(true));
    expect(done).toEqual(click('user', 'profile'));
  });

  it('adds to the place at the end of the sentence', async () => {
    const columns = ['To do', 'Review'].map(
      (each) =>
        `<section><h2>${each}</h2><button aria-label="Add card to ${each}" data-t="${each}">+</button></section>`,
    );
    const { done } = await run(columns.join(''), 'add a card called Order chairs to Review');
    expect(done[0]).toEqual({ intent: 'click', uid: 'Review' });
  });
});

it('clicks no link that only shares a word with the request', async () => {
  const page =
    '<nav><a href="/charts" data-t="charts">Charts</a></nav><button aria-haspopup="true" data-t="menu">Account</button>';
  expect((await run(page, 'open the chart’s menu')).done).toEqual([]);
  expect((await run(page, 'open the account menu')).done).toEqual(click('menu'));
  const register =
    '<a href="/r" data-t="own">Register account</a><a href="/g" data-t="g">Register with Google</a>';
  expect((await run(register, 'register with my Apple account')).done).toEqual([]);
  expect((await run(register, 'register with google')).done).toEqual(click('g'));
});

it('asks which of several numbered items is meant', async () => {
  const page = [1, 2].map(
    (each) =>
      `<p>Person ${String(each)}</p><button data-t="p${String(each)}">Remove person ${String(each)}</button>`,
  );
  expect((await run(page.join(''), 'remove the person')).outcome).toBe('asked');
  expect((await run(page.join(''), 'remove person 2')).done).toEqual(click('p2'));
});

it('reveals a hidden value with the button for it', async () => {
  const field = '<label>Case PIN<input type="password" data-t="pin"></label>';
  expect((await run(field, 'show the pin')).done).toEqual([]);
  expect((await run(`${field}<button data-t="show">Show</button>`, 'show the pin')).done).toEqual(
    click('show'),
  );
});

it('turns off the switch that shows what is to be hidden', async () => {
  const page = '<label><input type="checkbox" checked data-t="ruler">Show ruler</label>';
  expect((await run(page, 'hide the ruler')).done).toEqual(click('ruler'));
});

it('opens the link, not the checkbox of the same name', async () => {
  const rows = ['Mara Voss', 'Ed Low'].map(
    (name) =>
      `<li><input type="checkbox" aria-label="${name}" data-t="box ${name}"><a href="#p" data-t="${name}">${name}</a></li>`,
  );
  expect((await run(`<ul>${rows.join('')}</ul>`, 'open Mara Voss')).done).toEqual(
    click('Mara Voss'),
  );
});

it('is done once a hidden part with the words is shown', async () => {
  const page = (isOpen: boolean) =>
    `<a href="#work" data-t="more">Work</a><section id="work" ${isOpen ? '' : 'hidden'}><p>Southwest</p><button data-t="close">Close project</button></section>`;
  const { outcome, done } = await run(page(false), 'open the Southwest project', [], page(true));
  expect({ outcome, done }).toEqual({ outcome: 'done', done: click('more') });
});

it('does not count the buttons that lead on or back', async () => {
  const page =
    '<button aria-label="previous slide" data-t="back"></button><button aria-label="next slide" data-t="on"></button>';
  expect((await run(page, 'go to the very last slide')).done).toEqual([]);
  expect((await run(page, 'go to the last slide')).done).toEqual([]);
  expect((await run(page, 'next slide')).done).toEqual(click('on'));
  expect((await run(page, 'click the second button')).done).toEqual(click('on'));
});

it('clicks a button named after a corner of the page', async () => {
  const page =
    '<a href="#n" data-t="nav">Notifications</a><h2>Notification places</h2><button data-t="tl">Top left</button><button data-t="bl">Bottom left</button>';
  expect((await run(page, 'show a notification at the bottom left')).done).toEqual(click('bl'));
});

it('types the date of a new entry in its date field', async () => {
  const button = '<button data-t="new">New event</button>';
  const form = `${button}<div role="dialog" aria-modal="true"><label>Title<input data-t="freshTitle"></label><label>Date<input data-t="date" placeholder="YYYY-MM-DD"></label><button data-t="create">Create</button></div>`;
  const { done } = await run(button, 'add an event called Dentist on 16 April 2026', [], form);
  expect(done.slice(0, 3)).toEqual([
    ...click('new'),
    type('freshTitle', 'Dentist'),
    type('date', '2026-04-16'),
  ]);
});

it('ticks rows by their numbers', async () => {
  const rows = [1003, 1004, 1005].map(
    (each) =>
      `<tr><td><input type="checkbox" aria-label="Select row" data-t="${String(each)}"></td><td>${String(each)}</td></tr>`,
  );
  const page = `<table><tr><th></th><th>Order</th></tr>${rows.join('')}</table>`;
  expect((await run(page, 'tick orders 1003 and 1005')).done).toEqual(click('1003', '1005'));
});

it('prefers the label beside a field to its placeholder', async () => {
  const page =
    '<div><label>Company (disabled)</label><input disabled value="Mill" data-t="company"></div><div><label>First name</label><input placeholder="Company" value="Chet" data-t="first"></div>';
  expect((await run(page, 'change the company to Acme')).done).toEqual([]);
  expect((await run(page, 'change the first name to Ada')).done).toEqual([type('first', 'Ada')]);
});
