import { expect, it } from 'vitest';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const RANGE =
  '<input type=range aria-label=Volume data-t=volume value=70><button aria-label=Mute>🔊</button>';
const CHIPS = '<button data-t=all>All</button><button data-t=open>Open</button><p>3 tasks</p>';
const EDITOR = `<h1>JSON</h1><table>${['firstName John', 'lastName Doe', 'gender male']
  .map((pair) => pair.split(' '))
  .map(
    ([key = '', value = '']) =>
      `<tr><td><div contenteditable title="${key === 'lastName' ? 'Last Name' : key}" data-t=${key}>${key}</div></td><td><div contenteditable>${value}</div></td></tr>`,
  )
  .join('')}</table>`;

it('asks before it replaces the text of an editable part of the page', async () => {
  const { ports, done } = openPage(EDITOR);
  const reply = await send('change firstName to Maria', ports, live);
  expect(done).toEqual([]);
  expect(reply.outcome).toBe('asked');
});

it('does not take a verb for a misspelt name, and presses no field for it', async () => {
  const { ports, done } = openPage(EDITOR);
  const reply = await send('rename the field lastName to surname', ports, live);
  expect(done).toEqual([]);
  expect(reply.outcome).not.toBe('done');
});

it('does to each of a list what it is asked to do to the first', async () => {
  const names = ['Ada', 'Bob'];
  const { ports, done } = openPage(
    names
      .map(
        (name) =>
          `<article><h2><a href="#${name}" data-t=open${name}>${name}</a></h2><button data-t=${name}>Close</button></article>`,
      )
      .join(''),
  );
  await send('close Ada and Bob', ports, live);
  expect(done).toEqual(names.map((uid) => ({ intent: 'click', uid })));
});

it.each<[string, string, Done[]]>([
  [
    'work email should be ada@x.example please',
    '<label>Work email <input data-t=mail></label>',
    [{ intent: 'textInput', uid: 'mail', text: 'ada@x.example' }],
  ],
  [
    'my email is ada@x.example',
    '<label>Your e-mail, if you want an answer <input data-t=mail></label>',
    [{ intent: 'textInput', uid: 'mail', text: 'ada@x.example' }],
  ],
  ['volume to 30', RANGE, [{ intent: 'change', uid: 'volume', value: '30' }]],
  [
    'only show admins please',
    '<select data-t=role aria-label="Filter"><option>All roles<option>Admin<option>Editor</select>',
    [{ intent: 'change', uid: 'role', value: 'Admin' }],
  ],
  ['show me open tasks only', CHIPS, [{ intent: 'click', uid: 'open' }]],
  [
    'go to the third page',
    `<nav class="pagination">${[1, 2, 3].map((at) => `<button class="page" data-t=p${at}>${at}</button>`).join('')}</nav>`,
    [{ intent: 'click', uid: 'p3' }],
  ],
  [
    'put the wool beanie on my wish list',
    '<article><h3>Wool beanie</h3><button data-t=wish>Add to wish list</button></article>',
    [{ intent: 'click', uid: 'wish' }],
  ],
  [
    'filter for lamps',
    '<input placeholder="Filter products" data-t=filter>',
    [
      { intent: 'textInput', uid: 'filter', text: 'lamps' },
      { intent: 'press', uid: 'filter', key: 'Enter' },
    ],
  ],
  [
    '25 rows per page',
    '<select data-t=size aria-label="Rows per page"><option>10<option>25</select>',
    [{ intent: 'change', uid: 'size', value: '25' }],
  ],
])('does what is said in other words: %s', async (message, html, actions) => {
  const { ports, done } = openPage(html);
  const { outcome } = await send(message, ports, live);
  expect(done).toEqual(actions);
  expect(outcome).toBe('done');
});

it('scrolls to the heading of that name, not to a link that has the word', async () => {
  const { ports, done } = openPage(
    '<a href="#" data-t=link data-box="0 2000 90 20">Browse illustrations</a><h2 data-t=head data-box="0 1700 90 20"><span>Illustrations</span> <a href="#e">[edit]</a></h2>',
  );
  await send('scroll down to the illustrations', ports, live);
  expect(done).toMatchObject([{ intent: 'scroll', uid: 'head' }]);
});

it.each([
  [['appeared'], 'done'],
  [[], 'failed'],
] as const)('counts a search as done that the page has answered to: %j', async (seen, outcome) => {
  const { ports } = openPage('<input type=search data-t=find placeholder=Search>', {
    onPerform: ({ intent }) => ({
      ok: true,
      receipt: {
        verdict: intent === 'press' ? 'unchanged' : 'changed',
        changes: intent === 'press' ? [] : seen.map((kind) => ({ kind, text: '2 results' })),
      },
    }),
  });
  expect((await send('search for lamps', ports, live)).outcome).toBe(outcome);
});

it('does not say done where a part of a form could not be placed', async () => {
  const { ports, done } = openPage('<form><label>Name <input data-t=name></label></form>');
  const { outcome, words } = await send('fill in the form: name Ada, city London', ports, live);
  expect(done).toEqual([{ intent: 'textInput', uid: 'name', text: 'Ada' }]);
  expect(outcome).toBe('failed');
  expect(words).toContain('I could not tell where “city London” goes on this page.');
});

it.each<[string, Done[]]>([
  ['open the messages at the top', []],
  ['open the messages at the bottom', [{ intent: 'click', uid: 'low' }]],
])('looks in the part of the page that was named: %s', async (message, actions) => {
  const { ports, done } = openPage(
    '<div style="height:30px"><a href="#home" data-t=home data-box="0 0 80 20">Home</a></div><a href="#m" data-t=low data-box="0 560 80 20">Messages</a>',
  );
  await send(message, ports, live);
  expect(done).toEqual(actions);
});

const FILES = `<nav><a href="#trash" data-t=trash>Trash</a></nav><ul>${['notes.txt', 'plan.txt']
  .map((name) => `<li><button data-t=${name[0]}>${name}</button></li>`)
  .join('')}</ul>`;
const COLUMN = `<section><h2>Review</h2>${['Fix sort', 'Write docs']
  .map(
    (name) =>
      `<article class=card data-t=${name[0]}><a href="#" data-t=${name[0]}a>${name}</a></article>`,
  )
  .join('')}<button data-t=add>+ Add card</button></section>`;
const CALCULATOR =
  '<section><h2>Calculator</h2><label>Amount <input data-t=amount value=12></label><button data-t=ac>AC</button></section>';
const ROOMS = `<ul>${['Garden single', 'Sea double']
  .map(
    (name, at) =>
      `<li><h3>${name}</h3><span><button data-t=photos${at}>Photos</button><button data-t=choose${at}>Select room</button></span></li>`,
  )
  .join('')}</ul>`;

it.each<[string, string, Done[]]>([
  ['delete photo.jpg', FILES, []],
  ['search in the menu for tiramisu', '<input placeholder="Filter songs" data-t=filter>', []],
  ['open the last card in the review column', COLUMN, []],
  ['clear the calculator', CALCULATOR, []],
  ['select the second room', ROOMS, [{ intent: 'click', uid: 'choose1' }]],
  ['rename the folder to Archive', '<button data-t=new>New folder</button>', []],
  [
    'delete my account',
    `<ul>${['Messages', 'Account'].map((name) => `<li><button data-t=menu aria-haspopup=menu>${name} menu</button></li>`).join('')}</ul>`,
    [],
  ],
])('does not act on something else that has a word of it: %s', async (message, html, actions) => {
  const { ports, done } = openPage(html);
  await send(message, ports, live);
  expect(done).toEqual(actions);
});

it('types the name of a new thing into the first field of what was opened for it', async () => {
  const { ports, done } = openPage('<button data-t=new>Add card</button>', {
    onPerform(action, set) {
      if (action.intent === 'click' && action.uid === 'new')
        set(
          '<div role=dialog><form><label>Title <input data-t=title></label><label>Description <textarea data-t=text></textarea></label></form><button data-t=save>Save</button></div>',
        );
      return { ok: true, receipt: { verdict: 'changed', changes: [] } };
    },
    look: (each) => (each.uid === 'new' ? each : { ...each, fresh: true }),
  });
  await send('add a card called Book venue', ports, live);
  expect(done).toEqual([
    { intent: 'click', uid: 'new' },
    { intent: 'textInput', uid: 'title', text: 'Book venue' },
    { intent: 'click', uid: 'save' },
  ]);
});
