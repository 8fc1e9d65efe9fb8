import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));

async function run(html: string, message: string): Promise<Done[]> {
  const { ports, done } = openPage(html);
  await send(message, ports, live);
  return done;
}

const ASKS =
  '<div role="dialog"><p>Are you sure?</p><button data-t="yes">Cancel visit</button><button data-t="no">Keep it</button></div>';

describe('a reason beside a command', () => {
  const PAGE =
    '<ul><li>Milo, Friday <button data-t="milo">Cancel</button></li><li>Bella, Monday <button data-t="bella">Cancel</button></li></ul>' +
    '<label><input type="checkbox" data-t="student">Student</label><textarea aria-label="Notes" data-t="notes"></textarea>';

  it.each([
    "cancel Milo, I can't make it",
    "I'm going abroad, could you cancel Milo?",
    "Cancel Milo. We've found another vet.",
    "someone's ill at home, cancel Milo",
  ])('is left alone: %s', async (message) =>
    expect(await run(PAGE, message)).toEqual(click('milo')),
  );

  it.each([
    // It may ask for the box, or change what is asked for.
    "cancel Milo, I'm writing it in the notes",
    "cancel Milo, I'd rather keep Bella",
    'cancel Milo, I mean if he is ill',
  ])('does nothing where it may be more than that: %s', async (message) =>
    expect(await run(PAGE, message)).toEqual([]),
  );

  it('fills in a form that has a place for it', async () =>
    expect(await run(PAGE, "I'm a student, cancel Milo")).toEqual(click('student', 'milo')));

  it('stays in a text', async () => {
    expect(await run(PAGE, 'type hello, I am late in Notes')).toEqual([
      { intent: 'textInput', uid: 'notes', text: 'hello, I am late' },
    ]);
  });
});

describe('what is taken off something', () => {
  const TAGS = ['Printer', 'Delivery'].map(
    (ticket) =>
      `<li>${ticket} <span>urgent</span><button aria-label="Remove urgent" data-t="${ticket}">×</button></li>`,
  );

  it('is taken off what was named', async () => {
    expect(await run(`<ul>${TAGS.join('')}</ul>`, 'take urgent off Delivery')).toEqual(
      click('Delivery'),
    );
  });

  it('is left where only something else has it', async () => {
    expect(await run(`<ul>${TAGS[0]}</ul>`, 'take urgent off Delivery')).toEqual([]);
  });
});

describe('what is to be so no longer', () => {
  const BOX = '<label><input type="checkbox" checked data-t="public">Public profile</label>';

  it.each([
    'make my profile not public',
    'make the profile no longer public',
    'make it not public',
  ])('%s', async (message) => expect(await run(BOX, message)).toEqual(click('public')));

  it('is not what says the contrary', async () => {
    const page = '<button data-t="open">Public profile</button>';
    expect(await run(page, 'click the profile that is not public')).toEqual([]);
  });

  it('is so already', async () =>
    expect(await run(BOX.replace('checked', ''), 'make my profile not public')).toEqual([]));
});

describe('agreeing beforehand to what the page asks', () => {
  const VISITS =
    '<ul><li>Milo, Friday <button data-t="milo">Cancel</button></li><li>Bella, Monday <button data-t="bella">Cancel</button></li></ul><a href="#m" data-t="menu">Menu</a>';

  it.each([
    'cancel Milo, yes',
    'cancel Milo, yes really',
    'cancel Milo and confirm',
    'cancel Milo and confirm it',
    "cancel Milo, I'm sure",
    'cancel Milo then say ok',
  ])('%s', async (message) => {
    const { ports, done } = openPage(VISITS, {
      onPerform(action, set) {
        if (action.intent === 'click' && action.uid === 'milo') set(VISITS + ASKS);
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    expect((await send(message, ports, live)).outcome).toBe('done');
    expect(done).toEqual(click('milo', 'yes'));
  });

  it.each([
    ['Milo will lose this visit.', click('milo', 'end')],
    ['Save your changes first?', click('milo')],
  ])(
    'agrees by the button that does not refuse, if the page asks about it: %s',
    async (asked, actions) => {
      const asks = `<div role="dialog"><p>${asked}</p><button data-t="end">End it</button><button data-t="no">Keep it</button></div>`;
      const { ports, done } = openPage(VISITS, {
        onPerform(action, set) {
          if (action.intent === 'click' && action.uid === 'milo') set(VISITS + asks);
          return { ok: true, receipt: { verdict: 'changed', changes: [] } };
        },
      });
      await send('cancel Milo, yes', ports, live);
      expect(done).toEqual(actions);
    },
  );

  it('finds a longer name of the button that ends a form', async () => {
    const form =
      '<select aria-label="Size" data-t="size"><option>Small<option>Large</select><button data-t="end">Confirm order</button>';
    expect(await run(form, 'choose Large under Size and confirm')).toEqual([
      { intent: 'change', uid: 'size', value: 'Large' },
      ...click('end'),
    ]);
  });

  it('presses nothing more where the page asks nothing', async () => {
    const ok = '<button data-t="ok">OK</button>';
    expect(await run(VISITS + ok, 'cancel Milo, yes')).toEqual(click('milo'));
  });

  it('presses a Confirm button that is there already', async () => {
    const confirm = '<button data-t="confirm">Confirm</button>';
    expect(await run(VISITS + confirm, 'cancel Milo and confirm')).toEqual(
      click('milo', 'confirm'),
    );
  });

  it('leaves a name and a text whole', async () => {
    const page =
      '<button data-t="both">Review and confirm</button><input aria-label="Reply" data-t="reply">';
    expect(await run(page, 'click Review and confirm')).toEqual(click('both'));
    expect(await run(page, 'type yes, ok in Reply')).toEqual([
      { intent: 'textInput', uid: 'reply', text: 'yes, ok' },
    ]);
  });
});

describe('words of everyday apps', () => {
  const PLAYER = `
    <label>Volume <input type="range" min="0" max="100" value="60" data-t="volume"></label>
    <label><input type="checkbox" checked data-t="ruler">Ruler</label>
    <label><input type="checkbox" checked data-t="remind">Text me a reminder the day before</label>
    <nav><a href="#contacts" data-t="contacts">Contacts</a></nav><h2>Contacts</h2>
    <button data-t="more">Load more stories</button><a href="#r" data-t="read">Read more</a>
    <button data-t="next">Next song</button><i class="shuffle" data-t="icon" role="button"></i>`;

  it.each<[string, Done[]]>([
    ['turn the volume down to 25', [{ intent: 'change', uid: 'volume', value: '25' }]],
    ['put the volume up to 90', [{ intent: 'change', uid: 'volume', value: '90' }]],
    ['hide the ruler', click('ruler')],
    ['no text reminder please', click('remind')],
    ['jump to contacts', click('contacts')],
    ['load more', click('more')],
    ['skip to the next song', click('next')],
    ['click shuffle', click('icon')],
  ])('%s', async (message, actions) => {
    expect(await run(PLAYER, message)).toEqual(actions);
  });

  it('unticks nothing that is off, and hides nothing where a button does', async () => {
    const off = '<label><input type="checkbox" data-t="remind">Text me a reminder</label>';
    expect(await run(off, 'no text reminder please')).toEqual([]);
    const opposite = '<label><input type="checkbox" checked data-t="less">Reduce motion</label>';
    expect(await run(opposite, 'no motion')).toEqual([]);
    const button =
      '<label><input type="checkbox" data-t="box">Ruler</label><button data-t="hide">Hide the ruler</button>';
    expect(await run(button, 'hide the ruler')).toEqual(click('hide'));
  });

  it('ticks the box for all', async () => {
    const all = '<input type="checkbox" aria-label="Select all" data-t="all">';
    const rows = ['a', 'b'].map(
      (id) => `<input type="checkbox" aria-label="Row ${id}" data-t="${id}">`,
    );
    expect(await run(all + rows.join(''), 'select all')).toEqual(click('all'));
    expect(await run(rows.join(''), 'select all')).toEqual(click('a', 'b'));
  });

  it('removes from a list by the cross that only a title names', async () => {
    const message = (text: string, id: string) =>
      `<p>${text} <span class="x" data-t="${id}" title="Dismiss" style="cursor:pointer" onclick>✕</span></p>`;
    const page =
      message('Your meter needs a new battery', 'battery') + message('Your bill is ready', 'bill');
    expect(await run(page, 'get rid of the battery message')).toEqual(click('battery'));
    const songs = ['Marigold', 'Velvet'].map(
      (name) =>
        `<div class="song">${name} <button title="Remove from this list" data-t="${name}">✕</button></div>`,
    );
    expect(await run(songs.join(''), 'take Marigold off this list')).toEqual(click('Marigold'));
  });

  it('comments by the button of that name, or by the one that sends it', async () => {
    for (const name of ['Comment', 'Post comment', 'Send']) {
      const page = `<textarea placeholder="Write a comment" data-t="text"></textarea><button data-t="send">${name}</button>`;
      expect(await run(page, 'comment "Needs a photo"')).toEqual([
        { intent: 'textInput', uid: 'text', text: 'Needs a photo' },
        ...click('send'),
      ]);
    }
    const other = '<input aria-label="Your name" data-t="text"><button data-t="send">Send</button>';
    expect(await run(other, 'comment "Needs a photo"')).toEqual([]);
  });

  it('assigns by the list in the row', async () => {
    const agents = '<option>Nobody<option>Marcus<option>Ana';
    const row = (name: string, id: string) =>
      `<tr><td>${name}</td><td><select data-t="${id}" aria-label="Agent">${agents}</select></td></tr>`;
    const page = `<table>${row('Printer offline', 'printer')}${row('Lost badge', 'badge')}</table>`;
    expect(await run(page, 'assign the printer offline ticket to Marcus')).toEqual([
      { intent: 'change', uid: 'printer', value: 'Marcus' },
    ]);
    const card = '<div><h3>Printer offline</h3><input placeholder="New card" data-t="new"></div>';
    expect(await run(card, 'assign the printer offline ticket to Marcus')).toEqual([]);
  });
});

describe('a new thing with named parts', () => {
  const FORM =
    '<form><input aria-label="Subject" data-t="subject"><input aria-label="Customer" data-t="customer"><button data-t="create">Create</button></form>';

  async function add(message: string, form: string): Promise<Done[]> {
    const page = '<button data-t="new">New ticket</button>';
    const { ports, done } = openPage(page, {
      onPerform(action, set) {
        if (action.intent === 'click' && action.uid === 'new') set(page + form);
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    await send(message, ports, live);
    return done;
  }

  it('goes into the fields that are called so, and is made once', async () => {
    expect(await add('new ticket: subject Door broken, customer Hilltop, create it', FORM)).toEqual(
      [
        ...click('new'),
        { intent: 'textInput', uid: 'subject', text: 'Door broken' },
        { intent: 'textInput', uid: 'customer', text: 'Hilltop' },
        ...click('create'),
      ],
    );
  });

  it('is a name as a whole where no field is called so', async () => {
    const form =
      '<form><input aria-label="Title" data-t="title"><button data-t="create">Create</button></form>';
    expect(await add('new ticket: door broken, badge lost', form)).toEqual([
      ...click('new'),
      { intent: 'textInput', uid: 'title', text: 'door broken, badge lost' },
      ...click('create'),
    ]);
  });
});
