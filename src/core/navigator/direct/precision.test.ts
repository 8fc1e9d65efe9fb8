import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openSmallEncoder } from '../../ranking/encoder/small-encoder.ts';
import { startRunState } from '../run/run-state.ts';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const small = openSmallEncoder(
  new Uint8Array(
    readFileSync(new URL('../../../../public/models/small/table.bin', import.meta.url)),
  ),
);
const live = new AbortController().signal;
const click = (uid: string): Done => ({ intent: 'click', uid });

const NEWS = `<nav><a href=#main data-t=skip>Skip to content</a><a href=/v data-t=opinion>Opinion videos</a></nav>
  <main><h1>Today</h1><a href=/a data-t=article>A sign of changing times in the harbour</a>
  <ul>${['Oak lamp €40', 'Pine lamp €25'].map((name, at) => `<li><a href=/l${String(at)} data-t=lamp${String(at)}>${name}</a><button data-t=add${String(at)}>Add to cart</button></li>`).join('')}</ul>
  <textarea aria-label=Notes data-t=notes>first line
second line</textarea><button aria-label=Bold data-t=bold>B</button><label>Password <input type=password data-t=word></label>
  <label>Opens <input data-t=opens></label><button data-t=one>ONE</button><button data-t=two>TWO</button></main>`;

describe('acting on evidence', () => {
  it.each([
    'show me the comments',
    'sign in',
    'read this page to me',
    'which lamp is the cheapest?',
    'open the cheapest lamp',
    'compare the lamps',
    'put two oak lamps in the basket',
    'book for 3 adults and 2 kids',
    'type the total number of lamps in the notes',
    'enter an item that starts with O in Opens',
  ])('does nothing and claims nothing for %j', async (message) => {
    const { ports, done } = openPage(NEWS);
    const reply = await send(message, ports, live);
    expect(done).toEqual([]);
    expect(reply.outcome).not.toBe('done');
  });

  it.each<[string, Done[]]>([
    ['click button ONE', [click('one')]],
    ['press the button called TWO', [click('two')]],
    ['make the text bold', []],
    [
      'type the password "Maple-2026!" into the password field',
      [{ intent: 'textInput', uid: 'word', text: 'Maple-2026!' }],
    ],
    ['set Opens to 09:00.', [{ intent: 'textInput', uid: 'opens', text: '09:00' }]],
  ])('%s', async (message, actions) => {
    const { ports, done } = openPage(NEWS);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it.each(['which lamp is the cheapest?', 'open the cheapest lamp', 'summarise this page'])(
    'offers to connect a model for %j',
    async (message) => {
      const { events } = await send(message, openPage(NEWS).ports, live);
      expect(events).toContainEqual(expect.objectContaining({ type: 'failed', fix: 'connect' }));
    },
  );

  it('asks about what only stands beside the words', async () => {
    const { ports, done } = openPage('<span>Day view</span><button data-t=week>Week</button>');
    expect((await send('click Day view', ports, live)).outcome).toBe('asked');
    expect(done).toEqual([]);
  });

  it('asks before it replaces a text of several lines', async () => {
    const { ports, done } = openPage(NEWS);
    const state = startRunState();
    const asked = await send('type hello in Notes', ports, live, state);
    expect(asked.outcome).toBe('asked');
    expect(asked.words).toContain('already holds a text');
    expect(done).toEqual([]);
    await send('yes', ports, live, state);
    expect(done).toEqual([{ intent: 'textInput', uid: 'notes', text: 'hello' }]);
  });

  it('ends a question with its page', async () => {
    const page = openPage(NEWS);
    const state = startRunState();
    expect((await send('click Add to cart', page.ports, live, state)).outcome).toBe('asked');
    const other = openPage('<h1>Cart</h1><button data-t=pay>Pay</button>');
    const reply = await send('the purple one with wings', other.ports, live, state);
    expect(reply.words).not.toContain('is none of these');
    expect(state.pending).toBeNull();
  });

  it('does not take the thing for what is done to it', async () => {
    const list = ['Renew passport', 'Buy milk'].map(
      (name, at) => `<li><label><input type=checkbox data-t=box${String(at)}>${name}</label></li>`,
    );
    const { ports, done } = openPage(`<ul>${list.join('')}</ul>`, { small });
    await send('delete Renew passport', ports, live);
    expect(done).toEqual([]);
  });

  it('takes no count for a number, and no filter for what it filters', async () => {
    const { ports, done } = openPage(
      `<button data-t=alerts>3+</button><select aria-label="Filter by role" data-t=filter><option>All<option>Editor</select>
       <table><tr><td><input type=checkbox aria-label="Select row"></td><td>Mark Kim</td></tr></table>`,
      { small },
    );
    await send('go to page 3', ports, live);
    await send('change Mark Kim’s role to Editor', ports, live);
    expect(done).toEqual([]);
  });

  const BOARDS = `<button data-t=default>Add "Default" board</button><button data-t=todo>Add element in "To Do" board</button>
    ${['To Do (only to working)', 'Working (all)', 'Done (after working)'].map((name, at) => `<section><h2>${name}</h2><button data-t=card${String(at)}>+ Add new card</button></section>`).join('')}`;

  it.each<[string, Done[]]>([
    ['add the default board', [click('default')]],
    ['click Add new card under Working', [click('card1')]],
  ])('%s, where others share its words', async (message, actions) => {
    const { ports, done } = openPage(BOARDS, { small });
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it('does not press a button that lacks what was asked for besides', async () => {
    const { ports, done } = openPage('<h1>Shopping List</h1><button data-t=add>+ Add</button>', {
      small,
    });
    const reply = await send('add milk to the shopping list', ports, live);
    expect(done).toEqual([]);
    expect(reply.outcome).not.toBe('done');
  });

  it('asks where two are called so alike, whatever is more like it in meaning', async () => {
    const { ports, done } = openPage(
      ['Floor', 'Desk']
        .map((kind) => `<button role=switch aria-checked=true data-t=${kind}>${kind} lamp</button>`)
        .join(''),
      { small },
    );
    const { events } = await send('turn off the lamp', ports, live);
    const asked = events.find(({ type }) => type === 'asked');
    expect(asked?.type === 'asked' ? asked.options : []).toHaveLength(2);
    expect(done).toEqual([]);
  });

  it('does not press another place that only its verb leads to', async () => {
    const { ports, done } = openPage(
      `<nav><button data-t=all>All files</button><button data-t=trash>Trash</button></nav>
       <ul><li><button data-t=photo>photo.jpg</button></li><li><button data-t=report>report.pdf</button></li></ul>`,
      { small },
    );
    expect((await send('delete photo.jpg', ports, live)).outcome).not.toBe('done');
    expect(done).toEqual([]);
  });

  it('finds a row by what its field holds', async () => {
    const rows = ['Bread', 'Milk'].map(
      (name) =>
        `<li><input type=checkbox data-t=box-${name}><input value=${name} disabled><button data-t=delete-${name}>Delete</button></li>`,
    );
    const { ports, done } = openPage(`<h2>Items</h2><ul>${rows.join('')}</ul>`, { small });
    await send('tick Milk, then delete Bread', ports, live);
    expect(done).toEqual([click('box-Milk'), click('delete-Bread')]);
  });

  it('finds a card by the text of its field', async () => {
    const cards = ['Groceries', 'Gym plan'].map(
      (title) =>
        `<article><textarea placeholder=Title>${title}</textarea><button title=Delete data-t="delete ${title}"></button><p>9/17/2026</p></article>`,
    );
    const { ports, done } = openPage(cards.join(''), { small });
    await send('delete the Groceries note', ports, live);
    expect(done).toEqual([click('delete Groceries')]);
  });

  it('presses the part of a card that is called by the verb', async () => {
    const files = ['report.pdf', 'photo.jpg'].map(
      (name) =>
        `<button data-t=${name}><div>${name}</div><div>4 MB</div><span aria-label=Star style="cursor:pointer" data-t=star-${name}><svg style="cursor:pointer"><path/></svg></span></button>`,
    );
    const { ports, done } = openPage(files.join(''), { small });
    await send('star photo.jpg', ports, live);
    await send('open report.pdf', ports, live);
    expect(done).toEqual([click('star-photo.jpg'), click('report.pdf')]);
  });

  it('asks where a name lists the verb among what is in a card', async () => {
    const { ports, done } = openPage('<button>JPG photo.jpg 4 MB, Apr 18 Star</button>', { small });
    expect((await send('star photo.jpg', ports, live)).outcome).not.toBe('done');
    expect(done).toEqual([]);
  });

  it('submits by the button of the dialog, where the form has none', async () => {
    const { ports, done } = openPage(
      '<div><div><form><input data-t=folder></form></div><button>Cancel</button><button data-t=create>Create</button></div><button>Save all</button>',
    );
    await send('type Receipts, then submit', ports, live);
    expect(done.at(-1)).toEqual(click('create'));
  });

  it('types into the field that has just come up', async () => {
    const { ports, done } = openPage('<input data-t=search><input data-t=folder>', {
      look: (each) => (each.uid === 'folder' ? { ...each, fresh: true } : each),
    });
    await send('type Receipts', ports, live);
    expect(done).toEqual([{ intent: 'textInput', uid: 'folder', text: 'Receipts' }]);
  });

  it('chooses in the only list that has it, whose name is unknown', async () => {
    const { ports, done } = openPage(
      '<select data-t=songs><option>Der Mond<option>The Stars and Stripes</select>',
    );
    await send('choose The Stars and Stripes from the list', ports, live);
    expect(done[0]).toEqual({ intent: 'change', uid: 'songs', value: 'The Stars and Stripes' });
  });

  it('sorts by a column head that nothing calls clickable', async () => {
    const { ports, done } = openPage(
      '<table><tr><th data-t=name>Name</th><th data-t=age>Age</th></tr><tr><td>Ada</td><td>36</td></tr></table>',
    );
    await send('sort the table by Age', ports, live);
    expect(done).toEqual([click('age')]);
  });

  it('takes a new request while a question waits', async () => {
    const { ports, done } = openPage(NEWS);
    const state = startRunState();
    expect((await send('click Add to cart', ports, live, state)).outcome).toBe('asked');
    await send('click ONE', ports, live, state);
    expect(done).toEqual([click('one')]);
    expect(state.pending).toBeNull();
  });

  const LIST = (noun: string) =>
    `<h2>${noun}</h2><ul>${['Oak', 'Elm', 'Ash'].map((name) => `<li><a href=/${name} data-t=${name}>${name}</a><button>Save</button></li>`).join('')}</ul>`;

  it.each<[string, string, Done[]]>([
    ['open the first issue', 'Issues', [click('Oak')]],
    ['open the first issue', 'Trees', []],
    ['open the first row', 'Trees', [click('Oak')]],
  ])('%s, in a list of %s', async (message, noun, actions) => {
    const { ports, done } = openPage(LIST(noun));
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  const rating = (subject: string) =>
    `<div><h3>${subject}</h3>${['a', 'b', 'c'].map((at) => `<i data-t=${subject}-${at} role=radio tabindex=0 aria-label=star></i>`).join('')}</div>`;
  const DATES =
    '<div data-t=label data-box="10 10 60 20">Departure</div><input data-t=from data-box="10 40 90 20" placeholder="Start date"><input data-t=to data-box="110 40 90 20" placeholder="End date">';

  it.each([
    ['rate the driver 2 stars', rating('Hotel')],
    ['rate it 2 stars', rating('Hotel') + rating('Driver')],
    ['set the birthday from 2031-05-03 to 2031-05-09', DATES],
  ])('does not act for %j on what is called otherwise', async (message, html) => {
    const { ports, done } = openPage(html);
    const { outcome } = await send(message, ports, live);
    expect(outcome).not.toBe('done');
    expect(done).toEqual([]);
  });

  it('rates the one that a question offered', async () => {
    const { ports, done } = openPage(rating('Hotel'));
    const state = startRunState();
    expect((await send('rate the driver 2 stars', ports, live, state)).outcome).toBe('asked');
    await send('yes', ports, live, state);
    expect(done).toEqual([click('Hotel-b')]);
  });

  it('sets two dates below their name', async () => {
    const { ports, done } = openPage(DATES);
    await send('set the departure from 2031-05-03 to 2031-05-09', ports, live);
    expect(done).toContainEqual({ intent: 'textInput', uid: 'from', text: '2031-05-03' });
  });
});

describe('acting on the page of a player and a table', () => {
  const SONGS = `<label>Volume <input type=range data-t=volume></label><ol>${[
    'Glass roof',
    'Slow train',
    'Glass floor',
  ]
    .map(
      (song, at) =>
        `<li>${song} <button data-t=add${at} aria-label="Add ${song} to playlist">+</button></li>`,
    )
    .join(
      '',
    )}</ol><label>Quality <select data-t=quality><option>Low<option>Lossless</select></label>`;
  const LIBRARY = `<ul>${['Glass roof', 'Slow train']
    .map(
      (song) =>
        `<li><b>${song}</b><button>Remove from queue</button><button>Remove from library</button><button aria-label="More actions">⋯</button></li>`,
    )
    .join('')}</ul>`;
  const ROOMS = `<h1>Bookings</h1><table><tr><th><button data-t=guest>Guest</button></th><th><button data-t=room>Room</button></th><th></th></tr>${[
    ['Mara Lindqvist', '12'],
    ['Tom Okafor', '7'],
  ]
    .map(
      ([guest = '', room = ''], at) =>
        `<tr><td><input type=checkbox aria-label="Select ${guest}"><a href="#${at}" data-t=open${at}>${guest}</a></td><td>${room}</td><td><button data-t=edit${at}>Edit</button><button data-t=more${at} aria-label="More actions">⋯</button><button>Cancel</button></td></tr>`,
    )
    .join('')}</table>`;

  it.each<[string, string, Done[]]>([
    ['edit the booking for room 7', ROOMS, [click('edit1')]],
    ['open Mara', ROOMS, [click('open0')]],
    ['choose lossless quality', SONGS, [{ intent: 'change', uid: 'quality', value: 'Lossless' }]],
    ['add Glass roof to my playlist', SONGS, [click('add0')]],
  ])('%s', async (message, html, actions) => {
    const { ports, done } = openPage(html);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it.each([
    ['two are named by all the words', 'add glass to the playlist', SONGS],
    ['its role does not do what the word says', 'mute', SONGS],
    ['two fit, before it looks in a menu', 'remove Glass roof', LIBRARY],
    ['it only belongs to what was named', 'open the menu of Mara Lindqvist', ROOMS],
  ])('asks where %s', async (_, message, html) => {
    const { ports, done } = openPage(html);
    expect((await send(message, ports, live)).outcome).toBe('asked');
    expect(done).toEqual([]);
  });

  it('does nothing where nothing has the number', async () => {
    const { ports, done } = openPage(ROOMS);
    expect((await send('edit the booking for room 9', ports, live)).outcome).toBe('failed');
    expect(done).toEqual([]);
  });
});

describe('acting on a page whose names say something else', () => {
  const REPOSITORY = `<title>garden</title><nav><a href=/liked data-t=liked>Liked songs</a></nav><button data-t=close>Close pull request</button>
    <ul>${['Ash', 'Elm'].map((name) => `<li><h3>${name}</h3><button data-t=${name}>Save this tree</button></li>`).join('')}</ul>
    <label>Search garden <input type=search data-t=search></label>`;
  const CHECK_IN =
    '<label>Reason <input data-t=reason></label><a href=/n data-t=nadia>Nadia no seat yet</a>';

  it.each([
    ['the object is another', 'close the panel', REPOSITORY],
    ['only its place speaks for it', 'the first one', REPOSITORY],
    ['the verb is a participle there', 'I like this song (the one playing)', REPOSITORY],
    ['the search box is of something else', 'search mail for rent', REPOSITORY],
    ['a text is only described', 'enter my loyalty card number', CHECK_IN],
    ['what is put is no text', 'put an appointment in', CHECK_IN],
    ['a choice is left open', 'pick a seat for me', CHECK_IN],
  ])('does nothing where %s', async (_, message, html) => {
    const { ports, done } = openPage(html);
    expect((await send(message, ports, live)).outcome).not.toBe('done');
    expect(done).toEqual([]);
  });

  it.each<[string, string, Done[]]>([
    ['close the pull request', REPOSITORY, [click('close')]],
    ['save Elm', REPOSITORY, [click('Elm')]],
    ['open my liked songs', REPOSITORY, [click('liked')]],
    ['select an option', '<button data-t=option>Select an option</button>', [click('option')]],
    [
      'type card number 12',
      CHECK_IN,
      [{ intent: 'textInput', uid: 'reason', text: 'card number 12' }],
    ],
  ])('%s', async (message, html, actions) => {
    const { ports, done } = openPage(html);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it('counts no branch of a tree among the sections', async () => {
    const { ports, done } = openPage(
      `<button aria-expanded=false data-t=one>Delivery</button><button aria-expanded=false data-t=two>Returns</button>
      <ul role=tree><li role=treeitem tabindex=0>Myron</li></ul>`,
    );
    await send('expand the last section', ports, live);
    expect(done[0]).toEqual(click('two'));
  });
});

describe('several things that were counted', () => {
  const list = (draw: string, ...names: string[]): string =>
    `<ul>${names.map((each) => `<li>${each} <button data-t="${draw}${each}">Delete</button></li>`).join('')}</ul>`;

  /** Sends a message to a page that is rendered again, with other elements, at the first press. */
  async function sendTo(before: string, after: string, message: string) {
    const { ports, done } = openPage(before, {
      onPerform(_, set) {
        set(after);
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const { outcome } = await send(message, ports, live);
    return { outcome, pressed: done.map((action) => ('uid' in action ? action.uid : null)) };
  }

  it.each([
    ['delete the first and second item', ['aTea', 'bMilk']],
    ['delete the first and third item', ['aTea', 'bOats']],
  ])('are the same after the list was rendered again: %s', async (message, pressed) => {
    const done = await sendTo(list('a', 'Tea', 'Milk', 'Oats'), list('b', 'Milk', 'Oats'), message);
    expect(done).toEqual({ outcome: 'done', pressed });
  });

  it('are not counted again on another page', async () => {
    const rows = ['Tea', 'Milk', 'Oats'].map(
      (each) => `<li style="cursor:pointer" data-t="${each}">${each}</li>`,
    );
    const reader = ['Back', 'Reply', 'Archive'].map(
      (each) => `<button data-t="${each}">${each}</button>`,
    );
    const page = `<ul>${rows.join('')}</ul>`;
    const done = await sendTo(page, reader.join(''), 'select the first and the third one');
    expect(done).toEqual({ outcome: 'failed', pressed: ['Tea'] });
  });
});

it('ticks no box when a thing of its name is to be removed', async () => {
  const rows = ['Oat milk', 'Bread', 'Red apples'].map(
    (each) =>
      `<li><div><label><input type="checkbox" data-t="${each}"><div>${each}</div></label></div><div>Delete</div></li>`,
  );
  const { ports, done } = openPage(`<h1>List</h1><ul>${rows.join('')}</ul>`, { small });
  await send('take the oat milk off the list', ports, live);
  expect(done).toEqual([]);
});
