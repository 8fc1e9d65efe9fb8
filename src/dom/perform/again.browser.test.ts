import { afterEach, describe, expect, it } from 'vitest';
import type { PageAction } from '../../core/action/action.ts';
import { find, listenTo, makeContext, mount, receiptOf } from './perform.fixture.ts';
import type { TestContext } from './perform.fixture.ts';
import { performAction } from './perform.ts';
import { Sightings } from './target/fingerprint.ts';

/** A context that has seen the page as it is now. */
function look(): TestContext {
  const sightings = new Sightings();
  const ctx = makeContext({ sightings });
  sightings.note([document], ctx.uidOf);
  return ctx;
}

const row = (name: string, status = 'open'): string =>
  `<li><b>${name}</b> <i>${status}</i> <button class="e">Edit</button></li>`;
const edit = (name: string): HTMLElement =>
  find(
    'button',
    [...document.querySelectorAll('li')].find((li) => li.textContent.includes(name)),
  );

afterEach(() => {
  mount('');
});

describe('a target that does something else by now', () => {
  const FORM = '<form action="/save"><input name="q"><button>Save</button></form>';

  /** Draws it otherwise in the moment in which all checks have passed, then acts. */
  async function changeAndAct(
    html: string,
    change: () => void,
    action: (uid: (selector: string) => string) => PageAction,
  ) {
    mount(html);
    const heard: string[] = [];
    for (const type of ['click', 'submit', 'input']) {
      document.body.addEventListener(type, (event) => {
        event.preventDefault();
        heard.push(event.type);
      });
    }
    const ctx = { ...look(), beforeAct: () => Promise.resolve().then(change) };
    const performed = await performAction(action(ctx.uid), ctx);
    return { ok: performed.ok, heard, message: performed.ok ? '' : performed.message };
  }

  it('is left alone where its words have come to mean more', async () => {
    const said = await changeAndAct(
      '<button>Save</button>',
      () => (find('button').textContent = 'Delete account'),
      (uid) => ({ intent: 'click', uid: uid('button') }),
    );
    expect(said).toMatchObject({ ok: false, heard: [] });
    expect(said.message).toMatch(/now “Delete account”, where it was “Save”/);
    const hidden = await changeAndAct(
      '<button aria-label="Save">Save</button>',
      () => (find('button').textContent = 'Pay now'),
      (uid) => ({ intent: 'click', uid: uid('button') }),
    );
    expect(hidden).toMatchObject({ ok: false, heard: [] });
  });

  it('is left alone where it leads elsewhere', async () => {
    const link = await changeAndAct(
      '<a href="/next">Next</a>',
      () => find('a').setAttribute('href', 'https://evil.example/'),
      (uid) => ({ intent: 'click', uid: uid('a') }),
    );
    expect(link).toMatchObject({ ok: false, heard: [] });
    const sent = await changeAndAct(
      FORM,
      () => find('form').setAttribute('action', '/account/delete'),
      (uid) => ({ intent: 'press', uid: uid('input'), key: 'Enter' }),
    );
    expect(sent).toMatchObject({ ok: false, heard: [] });
  });

  it('is left alone where its form is sent by another button, or its field takes a password', async () => {
    const sent = await changeAndAct(
      FORM,
      () => (find('button').outerHTML = '<button>Delete account</button>'),
      (uid) => ({ intent: 'submit', uid: uid('input') }),
    );
    expect(sent).toMatchObject({ ok: false, heard: [] });
    const typed = await changeAndAct(
      FORM,
      () => find('input').setAttribute('type', 'password'),
      (uid) => ({ intent: 'textInput', uid: uid('input'), text: 'a' }),
    );
    expect(typed).toMatchObject({ ok: false, heard: [] });
  });

  it('is left alone where it was no control, and its words have come to mean more', async () => {
    mount('<div id="d">Save the draft</div>');
    const ctx = { ...look(), seenWords: 'Save the draft' };
    const uid = ctx.uid('#d');
    const heard = listenTo(find('#d'), 'pointerdown click');
    find('#d').textContent = 'Save it as a draft';
    expect(await performAction({ intent: 'click', uid }, ctx)).toMatchObject({ ok: true });
    expect(heard).toContain('click');
    find('#d').textContent = 'Delete the account';
    heard.length = 0;
    expect(await performAction({ intent: 'click', uid }, ctx)).toHaveProperty(
      'message',
      expect.stringContaining('“Delete the account”, where it was “Save the draft”'),
    );
    expect(heard).toEqual([]);
  });

  it('is acted on where it only looks or counts otherwise, or never was a control', async () => {
    const counted = await changeAndAct(
      '<button>Delete (3)</button>',
      () => (find('button').textContent = 'Delete (4)'),
      (uid) => ({ intent: 'click', uid: uid('button') }),
    );
    expect(counted).toMatchObject({ ok: true, heard: ['click'] });
    const drawn = await changeAndAct(
      '<div class="b">Delete</div>',
      () => undefined,
      (uid) => ({ intent: 'click', uid: uid('.b') }),
    );
    expect(drawn).toMatchObject({ ok: true, heard: ['click'] });
  });
});

describe('a target that was drawn again', () => {
  it('is found in a list rendered again in another order, and told', async () => {
    mount(`<ul id="l">${row('Order 1')}${row('Order 2')}${row('Order 3')}</ul>`);
    const ctx = look();
    const uid = ctx.uidOf(edit('Order 2'));
    find('#l').innerHTML =
      row('Order 0') + row('Order 3') + row('Order 2', 'paid') + row('Order 1');
    const heard = listenTo(edit('Order 2'), 'click');
    edit('Order 2').addEventListener('click', () => find('#l').append('Editing'));
    const receipt = receiptOf(await performAction({ intent: 'click', uid }, ctx));
    expect(heard).toEqual(['click']);
    expect(receipt).toMatchObject({ verdict: 'changed', foundAgain: true });
  });

  it('is found by its name alone only where it was the only one', async () => {
    mount('<div id="l"><button>Save</button></div>');
    const ctx = look();
    const uid = ctx.uid('button');
    find('#l').innerHTML = '<button>Back</button><button id="s">Save</button>';
    const heard = listenTo(find('#s'), 'click');
    expect(await performAction({ intent: 'click', uid }, ctx)).toMatchObject({ ok: true });
    expect(heard).toEqual(['click']);
  });

  it('delivers the click to a target that was redrawn during the press', async () => {
    mount(`<ul id="l">${row('Order 1')}${row('Order 2')}</ul>`);
    const ctx = look();
    const uid = ctx.uidOf(edit('Order 2'));
    find('#l').addEventListener('pointerdown', () => {
      find('#l').innerHTML = row('Order 2') + row('Order 1');
    });
    const clicked: (string | null)[] = [];
    find('#l').addEventListener('click', ({ target }) => {
      clicked.push((target as Element).closest('li')?.textContent ?? null);
    });
    await performAction({ intent: 'click', uid }, ctx);
    expect(clicked).toEqual([expect.stringContaining('Order 2')]);
  });

  it('gets no click when what is drawn in its place does something else', async () => {
    mount('<div id="l"><a href="#one">Next</a></div>');
    const ctx = look();
    const uid = ctx.uid('a');
    find('#l').addEventListener('pointerdown', () => {
      find('#l').innerHTML = '<a href="https://elsewhere.example/pay">Next</a>';
    });
    const heard = listenTo(find('#l'), 'pointerdown click');
    await performAction({ intent: 'click', uid }, ctx);
    expect(heard).toEqual(['pointerdown']);
  });

  it('keeps the name of the old one in the receipt', async () => {
    mount('<form><label>Town <input id="i"></label></form>');
    const ctx = look();
    const uid = ctx.uid('#i');
    find('form').innerHTML = '<label>Town <input id="i"></label>';
    const done = await performAction({ intent: 'textInput', uid, text: 'Oslo' }, ctx);
    expect(receiptOf(done).changes).toContainEqual({ kind: 'value', uid, from: '', to: 'Oslo' });
  });

  it('is not the one in another row, when its own row has gone', async () => {
    mount(`<ul id="l">${row('Order 1')}${row('Order 2')}</ul>`);
    const ctx = look();
    const uid = ctx.uidOf(edit('Order 1'));
    find('#l').innerHTML = row('Order 2');
    const heard = listenTo(edit('Order 2'), 'pointerdown click');
    const done = await performAction({ intent: 'click', uid }, ctx);
    expect(done).toMatchObject({ ok: false, reason: 'gone' });
    expect(heard).toEqual([]);
  });

  it('is refused where two are equal, by their names', async () => {
    mount(`<ul id="l">${row('Lamp')}${row('Lamp')}</ul>`);
    const ctx = look();
    const uid = ctx.uid('.e');
    find('#l').innerHTML = row('Lamp') + row('Lamp');
    const heard = listenTo(find('#l'), 'pointerdown click');
    const done = await performAction({ intent: 'click', uid }, ctx);
    expect(done).toMatchObject({ ok: false, reason: 'ambiguous' });
    expect(done).toHaveProperty('message', expect.stringContaining('“Edit” at “lamp”'));
    expect(heard).toEqual([]);
  });

  it('is refused at another address', async () => {
    mount('<button>Add to cart</button>');
    const ctx = look();
    const uid = ctx.uid('button');
    const before = location.href;
    history.pushState(null, '', '?product=2');
    mount('<button>Add to cart</button>');
    const done = await performAction({ intent: 'click', uid }, ctx);
    history.replaceState(null, '', before);
    expect(done).toMatchObject({ ok: false, reason: 'gone' });
  });
});

describe('a row that was used again', () => {
  it('is followed to where its contents are now', async () => {
    mount(`<ul id="l">${row('Order 1')}${row('Order 2')}</ul>`);
    const ctx = look();
    const uid = ctx.uidOf(edit('Order 1'));
    const names = [...document.querySelectorAll('b')];
    names.forEach((name, at) => (name.textContent = `Order ${2 - at}`));
    const [right, wrong] = [edit('Order 1'), edit('Order 2')].map((each) =>
      listenTo(each, 'click'),
    );
    expect(await performAction({ intent: 'click', uid }, ctx)).toMatchObject({ ok: true });
    expect([right, wrong]).toEqual([['click'], []]);
  });

  it('is left alone where they are nowhere', async () => {
    mount(`<ul id="l">${row('Order 1')}${row('Order 2')}</ul>`);
    const ctx = look();
    const uid = ctx.uidOf(edit('Order 1'));
    find('b').textContent = 'Order 3';
    const heard = listenTo(find('#l'), 'click');
    expect(await performAction({ intent: 'click', uid }, ctx)).toMatchObject({ ok: false });
    expect(heard).toEqual([]);
  });
});
