import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import { startRunState } from '../run/run-state.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });
const change = (uid: string, value: string): Done => ({ intent: 'change', uid, value });

/** A table of loans; every row has its own box, so that places differ. */
const LIBRARY = `
  <header><a href=/me data-t=me data-box="1100 0 80 20">Profile</a></header>
  <main><h1>Loans</h1><table><tr><th>Book</th><th>Due</th><th></th></tr>${[
    ['Emma', 'Tuesday'],
    ['Dracula', 'Friday'],
    ['Ulysses', 'Monday'],
  ]
    .map(
      ([book = '', due = ''], at) =>
        `<tr data-box="0 ${String(100 + at * 40)} 900 40"><td><input type=checkbox aria-label=Mark data-t=mark${String(at)}></td>
         <td><a href=/b/${String(at)} data-t=book${String(at)} data-box="60 ${String(105 + at * 40)} 200 20">${book}</a></td><td>${due}</td>
         <td><button data-t=renew${String(at)} data-box="700 ${String(105 + at * 40)} 60 20">Renew</button><button data-t=drop${String(at)} data-box="800 ${String(105 + at * 40)} 60 20">Return</button></td></tr>`,
    )
    .join('')}</table><button data-t=older data-box="800 300 60 20">Earlier</button></main>`;

const PARTS = `
  <div role=tablist><button role=tab data-t=one>Summary</button><button role=tab data-t=two>Costs</button></div>
  <button aria-expanded=false data-t=fold>Section #1</button><button aria-expanded=true data-t=open>Section #2</button>
  <input data-t=a><input data-t=b><input data-t=c>
  <label><input type=checkbox data-t=x>ham</label><label><input type=checkbox data-t=y>egg</label><label><input type=checkbox checked data-t=z>Pea</label>
  <select aria-label=Fruit data-t=fruit><option>Fig<option>Plum</select>
  <select multiple data-t=many><option>Ann<option>Ben<option>Cy</select>
  <input type=date aria-label=Start data-t=date><input type=time aria-label=Hour data-t=time>
  <label>Loudness<input type=range data-t=range></label>
  <div role=dialog aria-label=News><button aria-label=Close data-t=close>×</button></div>
  <button data-t=send>Submit</button>`;

describe('everyday ways to say it', () => {
  it.each<[string, Done[]]>([
    ['could you open the second book for me?', click('book1')],
    ['I would like to see the last book', click('book2')],
    ['renew the book that is for Friday', click('renew1')],
    ['find the book due on Monday and click Return to return it', click('drop2')],
    ['renew the second to last one', click('renew1')],
    ['mark the first and third books', click('mark0', 'mark2')],
    ['select the second row', click('mark1')],
    ['the Renew button left of the third Return', click('renew2')],
    ['open the book below Emma', click('book1')],
    ['for the book Dracula, click on the "Renew" button', click('renew1')],
    ['show me earlier loans', click('older')],
    ['open the profile at the top right', click('me')],
  ])('in a table: %s', async (message, actions) => {
    const { ports, done } = openPage(LIBRARY);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it.each<[string, Done[]]>([
    ['Focus into the 3rd input textbox.', click('c')],
    ['enter the number "5" into the 2nd textbox', [type('b', '5')]],
    [
      'Use the 1st textbox to enter "Vera" and press "Submit"',
      [type('a', 'Vera'), ...click('send')],
    ],
    ['type "x, and y" into all text fields', ['a', 'b', 'c'].map((uid) => type(uid, 'x, and y'))],
    ['Select ham, egg and click Submit.', click('x', 'y', 'send')],
    ['tick all the boxes', click('x', 'y')],
    ['untick everything', click('z')],
    ['check everything except ham', click('y')],
    ['Select Plum from the list', [change('fruit', 'Plum')]],
    [
      'Select Ann, Cy from the scroll list and hit Submit',
      [change('many', 'Ann\nCy'), ...click('send')],
    ],
    ['Select 7 with the slider', [change('range', '7')]],
    ['turn the loudness up to 9', [change('range', '9')]],
    ['Enter 12/05/2031 as the start', [type('date', '2031-12-05')]],
    ['set the hour to 3:45 PM', [type('time', '15:45')]],
    ['expand section 1 and click submit', click('fold', 'send')],
    ['Close the dialog box by clicking the "x".', click('close')],
    ['dismiss the popup', click('close')],
    ['second tab', click('two')],
    ['make the fruit Plum', [change('fruit', 'Plum')]],
    ['click Submit twice', click('send', 'send')],
    ['tick ham but don’t submit', click('x')],
  ])('on a page of controls: %s', async (message, actions) => {
    const { ports, done } = openPage(PARTS);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it.each<[string, Done[]]>([
    ['Enter 3:45 PM as the time and press submit.', [type('time', '15:45'), ...click('go')]],
    [
      'scroll to the bottom of the terms and click submit',
      [{ intent: 'scroll', x: 0, y: 1_000_000, uid: 'terms' }, ...click('go')],
    ],
    ['Scroll the terms to the top', [{ intent: 'scroll', x: 0, y: -1_000_000, uid: 'terms' }]],
    ['click Like on all posts by Ada', click('like0', 'like2')],
    ['click the Like button on 1 post by Ada', click('like0')],
    ['click Like on every post', click('like0', 'like1', 'like2')],
    ['Click the “yes” button', click('yes')],
    ['type Bob in the name box and press log in', [type('name', 'Bob'), ...click('go')]],
  ])('in a feed with a form: %s', async (message, actions) => {
    const posts = ['Ada', 'Bob', 'Ada'].map(
      (name, at) =>
        `<li data-box="0 ${String(at * 40)} 600 40"><b>${name}</b> wrote<button data-t=like${String(at)}>Like</button></li>`,
    );
    const { ports, done } =
      openPage(`<button>Yes</button><button data-t=yes>yes</button><ul>${posts.join('')}</ul>
      <textarea aria-label=Terms data-t=terms></textarea><input type=time aria-label=Time data-t=time>
      <input aria-label=Name data-t=name><button data-t=go>Submit</button>`);
    await send(message, ports, live);
    expect(done).toEqual(actions);
  });

  it.each([
    ['don’t submit', 'asked me not to submit'],
    ['do not tick anything', 'asked me not to'],
    ['expand section 2', 'already open'],
    ['tick ham and bacon', 'Did you mean “ham”?'],
    ['check everything except bacon', 'could not find'],
  ])('does nothing, and says why: %s', async (message, part) => {
    const { ports, done } = openPage(PARTS);
    const { words } = await send(message, ports, live);
    expect(done).toEqual([]);
    expect(words).toContain(part);
  });

  it('presses the button of fields that are in no form', async () => {
    const page =
      '<p>Username</p><input id=username data-t=u><p>Password</p><input type=password id=password data-t=p><button data-t=go>Login</button>';
    const { ports, done } = openPage(page);
    await send('log in as ada with the password "x and y"', ports, live);
    expect(done).toEqual([type('u', 'ada'), type('p', 'x and y'), ...click('go')]);
  });

  it('finds what only a word for its kind names, and asks where there are several', async () => {
    const { ports, done } = openPage(`
      <input type=radio name=a data-t=r1><input type=radio name=a data-t=r2>
      <input data-t=i1><input data-t=i2><a href=#x data-t=l>Home</a><button data-t=b>Go</button>`);
    await send('click the button', ports, live);
    await send('open the link', ports, live);
    await send('check the 2nd radio button and type "5" into the 2nd textbox', ports, live);
    expect(done).toEqual([...click('b', 'l', 'r2'), type('i2', '5')]);
    const asked = await send('type "x" into the text field', ports, live);
    expect([asked.outcome, done.length]).toEqual(['asked', 4]);
    const missing = await send('type "x" into the third text field', ports, live);
    expect(missing.words).toContain('could not find “third text field”');
  });

  it('presses what leads to something, one after the other', async () => {
    const menu = '<button data-t=file>File</button><button data-t=out>Export</button>';
    const { ports, done } = openPage(`${menu}<a href=#s data-t=crumb>Home > Shoes</a>`);
    await send('click File > Export', ports, live);
    await send('File → Export', ports, live);
    await send('click Home > Shoes', ports, live);
    expect(done).toEqual(click('file', 'out', 'file', 'out', 'crumb'));
    const reply = await send('select File>Print', ports, live);
    expect(reply.words).toContain('could not find “Print”');
  });

  it('tells rows apart by what is in them, where their controls have one name', async () => {
    const row = (name: string, at: number): string =>
      `<tr data-box="0 ${String(at * 40)} 900 40"><td><input type=checkbox aria-label="Select row" data-t=box${String(at)}></td>
       <td>${name}</td><td>Food</td><td><button data-t=drop${String(at)}>❌</button></td></tr>`;
    const { ports, done } = openPage(
      `<table>${['Ada Byron <i>ada@x.example</i>', 'Tea', 'Coffee'].map(row).join('')}</table>`,
    );
    await send('tick the box next to Ada Byron', ports, live);
    await send('delete Tea and then delete Coffee', ports, live);
    expect(done).toEqual(click('box0', 'drop1', 'drop2'));
  });

  it('reads “as” before the name of a field, and otherwise as part of the text', async () => {
    const { ports, done } = openPage(
      '<label>First name<input data-t=f></label><label>Last name<input data-t=l></label>',
    );
    await send('put Ada as first name and Byron as her last name', ports, live);
    expect(done).toEqual([type('f', 'Ada'), type('l', 'Byron')]);
    const other = openPage('<label>Notes<textarea data-t=n></textarea></label>');
    await send('type sorry as soon as possible', other.ports, live);
    expect(other.done).toEqual([type('n', 'sorry as soon as possible')]);
  });

  it('types under labels where the place is only “the fields”', async () => {
    const { ports, done } = openPage(
      '<p>Name</p><input data-t=n><p>City</p><input data-t=c><button data-t=go>Go</button>',
    );
    const words = 'enter the name "Ada" and the city "Oslo" into the text fields and press Go';
    await send(words, ports, live);
    expect(done).toEqual([type('n', 'Ada'), type('c', 'Oslo'), ...click('go')]);
  });

  describe('verbs that only the page knows', () => {
    const INCIDENTS = `<h1>Incidents</h1><ul>${[
      'INC-88 Checkout',
      'INC-87 Slow search',
      'INC-85 Old certificate',
    ]
      .map(
        (name, at) =>
          `<li data-box="0 ${String(100 * at)} 400 40"><p>${name}</p><button data-t=ack${String(at)} data-box="300 ${String(100 * at)} 60 20">Acknowledge</button></li>`,
      )
      .join(
        '',
      )}</ul><a href=/w data-t=warnings>Warnings (3)</a><a href=/f data-t=forks>Forks 87</a><a href=/o data-t=others>Forks of others</a>`;

    it.each<[string, Done[]]>([
      ['acknowledge INC-87', click('ack1')],
      ['acknowledge the old certificate', click('ack2')],
      ['warnings', click('warnings')],
      ['forks', click('forks')],
      // Nothing, or more than one, has all the words; or something turns them into something else.
      ['acknowledge INC-90', []],
      ['acknowledge incidents', []],
      ['acknowledge not INC-87', []],
      ['acknowledge INC-87?', []],
      ['acknowledge', []],
    ])('%s', async (message, actions) => {
      const { ports, done } = openPage(INCIDENTS);
      await send(message, ports, live);
      expect(done).toEqual(actions);
    });
  });

  it('takes words without a verb as an answer while a question waits, and what only a model can do as a request', async () => {
    const { ports, done } = openPage(LIBRARY);
    const state = startRunState();
    expect((await send('click Renew', ports, live, state)).outcome).toBe('asked');
    const reply = await send('the purple one with wings', ports, live, state);
    expect(reply.words).toContain('is none of these');
    const beyond = await send('which of these books is the cheapest?', ports, live, state);
    expect(beyond.words).toContain('needs a model');
    expect(state.pending).toBeNull();
    await send('click Renew', ports, live, state);
    await send('the one in Dracula', ports, live, state);
    expect(done).toEqual(click('renew1'));
  });

  it('takes the name of something else as a request while a question waits', async () => {
    const { ports, done } = openPage(`${LIBRARY}<a href="#help" data-t=help>Help centre</a>`);
    const state = startRunState();
    expect((await send('click Renew', ports, live, state)).outcome).toBe('asked');
    const unclear = await send('whatever you like', ports, live, state);
    expect(unclear).toMatchObject({ outcome: 'asked' });
    expect(unclear.words).toContain('is none of these');
    // It tells one of the options from the others, or tries to.
    expect((await send('the help centre', ports, live, state)).outcome).toBe('asked');
    expect(done).toEqual([]);
    expect((await send('help centre', ports, live, state)).outcome).toBe('done');
    expect(done).toEqual(click('help'));
    expect(state.pending).toBeNull();
  });

  it('tells boxes apart by their colour', async () => {
    const box = (style: string, uid: string) =>
      `<div tabindex=0 style="${style}" data-t=${uid}></div>`;
    const { ports, done } = openPage(
      `${box('background-color: rgb(20, 60, 200)', 'b')}${box('background: #c22', 'r')}<button style="background-color: #18803a" data-t=g>Start</button><button data-t=n>Start</button>`,
    );
    await send('Click on the red colored box.', ports, live);
    await send('click the green Start button', ports, live);
    expect(done).toEqual(click('r', 'g'));
  });
});
