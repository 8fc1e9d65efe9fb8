import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

async function run(html: string, message: string) {
  const { ports, done } = openPage(html);
  const { outcome, words } = await send(message, ports, live);
  return { done, outcome, words };
}

const click = (uid: string): Done[] => [{ intent: 'click', uid }];
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });

describe('a text that names fields of the page', () => {
  const LETTER =
    '<label>To: <input data-t="to"></label><label>Subject: <input data-t="subject"></label><textarea aria-label="Message" data-t="text"></textarea>';

  it('goes into those fields', async () => {
    const { done } = await run(LETTER, 'write to jo@mill.example, subject Lunch');
    expect(done).toEqual([type('to', 'jo@mill.example'), type('subject', 'Lunch')]);
    const typed = await run(LETTER, 'type subject Lunch, message See you there');
    expect(typed.done).toEqual([type('subject', 'Lunch'), type('text', 'See you there')]);
  });

  it('is typed where its parts are choices', async () => {
    const page =
      '<label><input type="radio" name="w" data-t="fast">Express delivery</label><label><input type="checkbox" data-t="gift">Gift wrap</label><textarea aria-label="Note" data-t="note"></textarea>';
    const { done } = await run(page, 'type express delivery, gift wrap');
    expect(done).toEqual([type('note', 'express delivery, gift wrap')]);
  });

  it.each([
    ['asks for the field', 'type Dear Jo, see you there', 'asked'],
    ['asks for the field of a quotation', 'type "to Jo, subject Lunch"', 'asked'],
    ['cannot write a letter', 'write to Jo about lunch', 'failed'],
  ])('%s: %s', async (_, message, outcome) => {
    expect(await run(LETTER, message)).toMatchObject({ outcome, done: [] });
  });

  it('says which part has no place', async () => {
    const { words } = await run(LETTER, 'write to jo@mill.example, copy Ann');
    expect(words).toContain('could not tell where “copy Ann” goes');
  });
});

describe('a button that is called by the verb', () => {
  it('is offered for what needs a model', async () => {
    const page = '<button data-t="compose">Compose</button><button>Reply</button>';
    const { outcome, words, done } = await run(page, 'compose a new mail');
    expect({ outcome, done }).toEqual({ outcome: 'asked', done: [] });
    expect(words).toContain('Did you mean “Compose”?');
    expect((await run(page, 'write a poem')).outcome).toBe('failed');
  });
});

describe('tables with the same column', () => {
  const table = (name: string) =>
    `<table aria-label="${name}"><tr><th tabindex="0" aria-label="Grade: activate to sort" data-t="${name}">Grade</th></tr><tr><td>A</td></tr></table>`;

  it('are asked about', async () => {
    const { outcome, words } = await run(table('New') + table('Old'), 'sort by grade');
    expect(outcome).toBe('asked');
    expect(words).toContain('2 that fit “grade”');
    expect((await run(table('New'), 'sort by grade')).done).toEqual(click('New'));
  });
});

describe('an ordinal', () => {
  it('counts nothing where only some entries of a menu have the word', async () => {
    const entries = ['Invoice', 'Projects', 'Project Add', 'Project Edit', 'Contacts'];
    const menu = `<nav><ul>${entries.map((each) => `<li><a href="#${each}" data-t="${each}">${each}</a></li>`).join('')}</ul></nav>`;
    expect((await run(menu, 'view the second project')).done).toEqual([]);
    const chapters = ['Chapter 1: Intro', 'Chapter 2: Sea', 'Chapter 3: Land'];
    const one = '<a href="#add" data-t="add">Project Add</a><a href="#help">Help</a>';
    expect((await run(one, 'view the first project')).done).toEqual([]);
    const book = `<ul>${chapters.map((each, at) => `<li><a href="#${at}" data-t="${at}">${each}</a></li>`).join('')}</ul>`;
    expect((await run(book, 'open the second chapter')).done).toEqual(click('1'));
  });
});

describe('everyday requests', () => {
  it('signs in by whatever the field before the password is called', async () => {
    const page =
      '<form><label>Email address <input type="email" data-t="mail"></label><label>Password <input type="password" data-t="word"></label><button data-t="in">Sign in</button></form>';
    const { done } = await run(page, 'sign in as jo@mill.example with password Maple-2026');
    expect(done.slice(0, 2)).toEqual([type('mail', 'jo@mill.example'), type('word', 'Maple-2026')]);
  });

  it('signs in by the link that a form has in place of a button', async () => {
    const page =
      '<form><input type="email" placeholder="Email" data-t="mail"><input type="password" placeholder="Password" data-t="word"><a href="/forgot" data-t="lost">Forgot password?</a><a href="/in" data-t="in">Login</a><a href="/g" data-t="g">Login with Google</a></form>';
    const { done } = await run(page, 'log me in as jo@mill.example with the password Maple-26');
    expect(done.at(-1)).toEqual({ intent: 'click', uid: 'in' });
  });

  it('goes by the label of a field, not by the example in another one', async () => {
    const page =
      '<label>Company (disabled)<input disabled value="Mill" data-t="company"></label><label>First name<input placeholder="Company" value="Chet" data-t="first"></label>';
    expect((await run(page, 'change the company to Acme')).done).toEqual([]);
  });

  it('takes compound words as one', async () => {
    const page = '<label>Timezone<select data-t="zone"><option>Rome<option>Oslo</select></label>';
    const { done } = await run(page, 'set my time zone to Oslo');
    expect(done).toEqual([{ intent: 'change', uid: 'zone', value: 'Oslo' }]);
  });

  it('ticks what is done, or presses the button that says so', async () => {
    const box = '<label><input type="checkbox" data-t="box">Buy milk</label>';
    expect((await run(box, 'mark Buy milk as done')).done).toEqual(click('box'));
    const row =
      '<ul><li>Buy milk <button data-t="milk">Mark as done</button></li><li>Pay rent <button data-t="rent">Mark as done</button></li></ul>';
    expect((await run(row, 'mark Pay rent as done')).done).toEqual(click('rent'));
  });

  it('turns on the switch of what is to be so', async () => {
    const page =
      '<label><input type="checkbox" data-t="public">Public profile</label><label><input type="checkbox" data-t="mail">Mail</label>';
    expect((await run(page, 'make my profile public')).done).toEqual(click('public'));
    expect((await run(page, 'make my profile purple')).done).toEqual([]);
  });

  it('does not take a button for the first of its kind', async () => {
    const page = '<a href="#buy" data-t="buy">Buy all emails for $29</a><a href="#x">Help</a>';
    expect((await run(page, 'open the first email')).done).toEqual([]);
  });

  it('asks before it follows a link that only mentions what is to be chosen', async () => {
    const page =
      '<a href="#sofa" data-t="sofa">Blue sofa with pillows in a designer living room</a><a href="#lamp">Lamp</a>';
    expect(await run(page, 'pick blue')).toMatchObject({ outcome: 'asked', done: [] });
    expect((await run(page, 'pick the lamp')).outcome).toBe('done');
  });

  it('does not take a list of those followed for following', async () => {
    const page = '<a href="#following">Following</a><a href="#likes">Likes</a>';
    expect((await run(page, 'follow')).outcome).not.toBe('done');
    expect((await run(page, 'open following')).outcome).toBe('done');
    const button = '<button data-t="follow">Follow</button>';
    expect((await run(page + button, 'follow')).done).toEqual(click('follow'));
  });

  it('closes nothing else for "close it"', async () => {
    const page = '<button data-t="ticket">Close ticket</button><button>Reply</button>';
    expect((await run(page, 'close it')).done).toEqual([]);
    expect((await run(page, 'close the ticket')).done).toEqual(click('ticket'));
    const panel = '<button data-t="panel">Close panel</button>';
    expect((await run(panel, 'close it')).done).toEqual(click('panel'));
    const drawer = `${page}<div role="dialog"><h2>Basket</h2><button data-t="basket">Close basket</button></div>`;
    expect((await run(drawer, 'close it again')).done).toEqual(click('basket'));
  });

  it('moves by a button only if it moves', async () => {
    const links = ['Active', ...Array.from({ length: 8 }, () => 'Item')].map(
      (each, at) => `<li><a href="#" data-t="${String(at)}">${each}</a></li>`,
    );
    const cards = [1, 2, 3, 4].map((each) => `<li><div>Item ${String(each)}</div></li>`);
    const page = `<ul>${cards.join('')}</ul><h2>Nav + Custom Drag Class</h2><ul>${links.join('')}</ul>`;
    const { done } = await run(page, 'move Item 1 to Item 3');
    expect(done.map(({ intent }) => intent)).not.toContain('click');
  });

  it('adds only what the button adds', async () => {
    const page =
      '<h1>Tasks</h1><button data-t="board">Add board</button><ul><li>Walnut lamp <button data-t="lamp">Add to cart</button></li><li>Oak chair <button data-t="chair">Add to cart</button></li></ul>';
    expect((await run(page, 'click add a new task')).done).toEqual([]);
    expect((await run(page, 'add board')).done).toEqual(click('board'));
    expect((await run(page, 'click add walnut lamp')).done).toEqual(click('lamp'));
    const item =
      '<ul><li>Walnut lamp <button data-t="lamp">Add item</button></li><li>Oak chair <button>Add item</button></li></ul>';
    expect((await run(item, 'click add walnut lamp')).done).toEqual(click('lamp'));
  });

  it('unfolds questions, not the menus above them', async () => {
    const fold = (name: string) =>
      `<button aria-expanded="false" data-t="${name}">${name}</button>`;
    const page = `<header><nav>${fold('Pages')}${fold('Extra')}</nav></header><main>${fold('Why?')}${fold('How?')}</main>`;
    expect((await run(page, 'unfold the second question')).done).toEqual(click('How?'));
  });
});

describe('an item of a list', () => {
  it('is not a whole column of them', async () => {
    const column = (at: number) =>
      `<li>${[1, 2, 3].map((each) => `<a href="#${at}${each}" data-t="${at}${each}"><img></a>`).join('')}</li>`;
    const page = `<h2>Photos</h2><ul>${[1, 2, 3, 4].map(column).join('')}</ul>`;
    expect((await run(page, 'open the fourth photo')).done).toEqual([]);
  });
});

describe('what libraries draw', () => {
  it('knows a list by the label before it where the list is labelled by its own value', async () => {
    const list = (name: string, value: string) =>
      `<div class="group"><label>${name}</label><select tabindex="-1" aria-hidden="true"><option>${value}</select><span><span role="combobox" aria-haspopup="true" aria-expanded="false" tabindex="0" aria-labelledby="v-${name}" data-t="${name}"><span id="v-${name}">${value}</span></span></span></div>`;
    const page = list('State', 'Alabama') + list('Country', 'Peru');
    const { done } = await run(page, 'choose Texas in State');
    expect(done[0]).toEqual({ intent: 'click', uid: 'State' });
  });

  it('unfolds what only the binding calls foldable', async () => {
    const fold = (id: string, isShown: boolean) =>
      `<div><a href="#${id}" data-toggle="collapse" data-t="${id}">Part ${id}</a></div><div id="${id}" ${isShown ? '' : 'hidden'}><p>Text of ${id}</p></div>`;
    const page = fold('one', true) + fold('two', false);
    expect((await run(page, 'open the second accordion')).done).toEqual(click('two'));
    expect((await run(page, 'collapse the first section')).done).toEqual(click('one'));
  });

  it('types into the only text area', async () => {
    const page =
      '<input aria-label="Name"><textarea placeholder="Enter …" data-t="area"></textarea>';
    expect((await run(page, 'type hello in the textarea')).done).toEqual([type('area', 'hello')]);
    const { outcome } = await run(page + page, 'type hello in the text area');
    expect(outcome).toBe('asked');
  });

  it('dismisses the message that was named by its text or kind', async () => {
    const alert = (kind: string, text: string) =>
      `<div class="alert alert-${kind}"><button data-t="${kind}">×</button>${text}</div>`;
    const page = alert('danger', 'Disk is full') + alert('info', 'An update is ready');
    expect((await run(page, 'dismiss the danger alert')).done).toEqual(click('danger'));
    expect((await run(page, 'dismiss the update message')).done).toEqual(click('info'));
    expect((await run('<p>Text</p>', 'dismiss the danger alert')).words).toContain(
      'could not find “dismiss the danger alert”',
    );
  });
});

describe('what lies beyond the right edge', () => {
  const BOARD =
    '<div class="column"><h3>Open</h3><div class="card" data-t="card" data-box="20 60 200 20">Buy milk</div></div><div class="column"><h3 data-t="done" data-box="1500 20 100 20">Done</h3></div>';

  it('is scrolled to', async () => {
    const { done } = await run(BOARD, 'scroll to Done');
    expect(done).toEqual([{ intent: 'scroll', x: 910, y: 0, uid: 'done' }]);
  });

  it('takes what is dragged there', async () => {
    const { done } = await run(BOARD, 'drag Buy milk to Done');
    expect(done).toMatchObject([{ intent: 'drag', uid: 'card' }]);
  });
});
