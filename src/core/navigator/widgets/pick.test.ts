import { describe, expect, it } from 'vitest';
import type { PerformResult } from '../../action/receipt.ts';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const OK: PerformResult = { ok: true, receipt: { verdict: 'changed', changes: [] } };

/** A page that becomes the next one with every action. */
function play(...pages: string[]) {
  let at = 0;
  const { ports, done } = openPage(pages[0] ?? '', {
    onPerform(_, set) {
      at += 1;
      set(pages[at] ?? pages.at(-1) ?? '');
      return OK;
    },
  });
  return { ports, done };
}

const clicks = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));

describe('choosing in a list of the page’s own', () => {
  it('opens it, picks, and looks whether it was taken', async () => {
    const box = (text: string) =>
      `<div role=combobox tabindex=0 aria-label=Fruit data-t=box>${text}</div>`;
    const list =
      '<ul role=listbox><li role=option data-t=a>Apple</li><li role=option data-t=p>Pear</li></ul>';
    const { ports, done } = play(box(''), box('') + list, box('Pear'));
    const reply = await send('choose Pear under Fruit', ports, live);
    expect(done).toEqual(clicks('box', 'p'));
    expect(reply.words).toBe('I chose “Pear” in Fruit: Fruit now shows “Pear”.');
  });

  const closed = (name: string, uid: string, text = '') =>
    `<div role=combobox tabindex=0 aria-expanded=false aria-label=${name} data-t=${uid}>${text}</div>`;
  const options = (...names: string[]) =>
    names.map((name) => `<li role=option data-t=${name}>${name}</li>`).join('');

  it('looks into the only closed list for a value whose list was not named', async () => {
    const { ports, done } = play(
      closed('Currency', 'box'),
      closed('Currency', 'box') + options('Euro', 'Yen'),
      closed('Currency', 'box', 'Euro'),
    );
    expect((await send('pick Euro', ports, live)).outcome).toBe('done');
    expect(done).toEqual(clicks('box', 'Euro'));
  });

  it('claims nothing where that list has no such value, and opens none of several', async () => {
    const page = closed('Currency', 'box');
    const { ports } = play(page, page + options('Krona', 'Yen'));
    expect((await send('pick Euro', ports, live)).outcome).toBe('failed');
    const two = play(page + closed('Country', 'other'));
    await send('pick Euro', two.ports, live);
    expect(two.done).toEqual([]);
  });

  it('picks several values in a list that stays open', async () => {
    const open = (text: string) =>
      closed('Days', 'box', text).replace('=false', '=true') +
      options('Monday', 'Tuesday', 'Friday');
    const pages = [closed('Days', 'box'), open(''), open('Monday')];
    const { ports, done } = play(...pages, open('Monday, Friday'));
    expect((await send('choose Monday and Friday', ports, live)).outcome).toBe('done');
    expect(done).toEqual(clicks('box', 'Monday', 'Friday'));
    const one = play(...pages, open('Friday'));
    const reply = await send('choose Monday and Friday', one.ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('“Days” does not show it');
  });

  it('types a colour into the field that came up to choose one', async () => {
    const trigger =
      '<label>Accent</label><div class=colour-picker data-t=box data-box="0 30 32 32" style="cursor: pointer"></div>';
    const { ports, done } = play(trigger, `${trigger}<input data-t=hex value=1677ff>`);
    const reply = await send('set the accent to #ff8800', ports, live);
    expect(reply.outcome).toBe('done');
    expect(done).toEqual([...clicks('box'), { intent: 'textInput', uid: 'hex', text: 'ff8800' }]);
  });

  it('claims nothing when the list does not show what was picked', async () => {
    const box = '<div role=combobox tabindex=0 aria-label=Fruit data-t=box>Apple</div>';
    const { ports } = play(box, `${box}<li role=option data-t=p>Pear</li>`, box);
    const reply = await send('choose Pear under Fruit', ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('“Fruit” does not show it');
  });

  it('picks among what has newly come where options have no role', async () => {
    const box = (value: string) =>
      `<input role=combobox aria-expanded=false aria-label=City data-t=box value="${value}">`;
    const other = '<button data-t=lima>Lima</button>';
    const popup = '<div class="item option" data-t=new>Lima</div>';
    const { ports, done } = play(box('') + other, box('') + other + popup, box('Lima') + other);
    expect((await send('choose Lima under City', ports, live)).outcome).toBe('done');
    expect(done).toEqual(clicks('box', 'new'));
  });

  it('types what a long list does not show, then picks', async () => {
    const box = '<input role=combobox aria-expanded=true aria-label=City data-t=box value="Lima">';
    const { ports, done } = play(
      '<input role=combobox aria-label=City data-t=box>',
      '<input role=combobox aria-label=City data-t=box><li role=option data-t=a>Aarhus</li>',
      '<input role=combobox aria-label=City data-t=box value=Lima><li role=option data-t=l>Lima</li>',
      box,
    );
    expect((await send('set City to Lima', ports, live)).outcome).toBe('done');
    expect(done).toEqual([
      { intent: 'click', uid: 'box' },
      { intent: 'textInput', uid: 'box', text: 'Lima' },
      { intent: 'click', uid: 'l' },
    ]);
  });

  it('searches in a field that came up with the list', async () => {
    const box = '<div role=combobox tabindex=0 aria-label=Airport data-t=box>Any</div>';
    const { ports, done } = play(
      box,
      `${box}<input type=search data-t=q><li role=option>Aarhus</li>`,
      `${box}<input type=search data-t=q><li role=option data-t=h>Heathrow</li>`,
      '<div role=combobox tabindex=0 aria-label=Airport data-t=box>Heathrow</div>',
    );
    expect((await send('choose Heathrow under Airport', ports, live)).outcome).toBe('done');
    expect(done[1]).toEqual({ intent: 'textInput', uid: 'q', text: 'Heathrow' });
    expect(done[2]).toEqual({ intent: 'click', uid: 'h' });
  });

  it('says what the list shows when it has no such option, and offers no other list’s', async () => {
    const box = '<div role=combobox tabindex=0 aria-label=City data-t=box></div>';
    const other = '<ul role=listbox aria-label=Taste><li role=option>Mint</li></ul>';
    const { ports, done } = play(box + other, `${box}${other}<li role=option>Lima</li>`);
    const reply = await send('choose Atlantis under City', ports, live);
    expect(done).toEqual(clicks('box'));
    expect(reply.words).toContain('no “Atlantis” in it. It shows “Lima”.');
  });

  it('picks at once in a list that is open', async () => {
    const html = (role: string) =>
      `<div role=${role} aria-expanded=true tabindex=0 aria-label=Taste data-t=box>Mint</div><li role=option data-t=m>Mint</li>`;
    const open = play(html('combobox'));
    await send('choose Mint under Taste', open.ports, live);
    expect(open.done).toEqual(clicks('m'));
    const box = play(
      '<ul role=listbox aria-label=Taste data-t=box><li role=option data-t=m>Mint</li></ul>',
    );
    await send('choose Mint under Taste', box.ports, live);
    expect(box.done).toEqual(clicks('m'));
  });

  it('chooses in the menu of a button', async () => {
    const button = '<button aria-haspopup=menu data-t=b>Actions</button>';
    const { ports, done } = play(button, `${button}<div role=menuitem data-t=r>Rename</div>`);
    const reply = await send('choose Rename in the Actions menu', ports, live);
    expect(reply.outcome).toBe('done');
    expect(done).toEqual(clicks('b', 'r'));
  });

  it('chooses in a drop-down that only its class tells', async () => {
    const meal = '<div>Meal</div><div class=dropdown tabindex=0 data-t=d>Standard</div>';
    const { ports, done } = play(meal, `${meal}<div class=dropdown-item data-t=v>Vegan</div>`);
    await send('choose Vegan under Meal', ports, live);
    expect(done).toEqual(clicks('d', 'v'));
  });

  it('types into a field with suggestions of the browser’s own', async () => {
    const html =
      '<input aria-label=Language list=l data-t=x><datalist id=l><option value=Welsh></datalist>';
    const { ports, done } = play(html);
    await send('choose welsh under Language', ports, live);
    expect(done).toEqual([{ intent: 'textInput', uid: 'x', text: 'Welsh' }]);
  });
});

describe('finding by place alone', () => {
  it('takes the only field under a heading', async () => {
    const html =
      '<h2>Letter</h2><button>Bold</button><div contenteditable aria-label="Rich text" data-t=l></div><h2>Memo</h2><div contenteditable aria-label="Rich text" data-t=m></div>';
    const { ports, done } = play(html);
    await send('type hello in Memo', ports, live);
    expect(done).toEqual([{ intent: 'textInput', uid: 'm', text: 'hello' }]);
  });
});

describe('a new request while a question waits', () => {
  it('is taken as one', async () => {
    const row = (city: string) =>
      `<tr><td>${city}</td><td><button data-t=${city}>Repeat</button></td></tr>`;
    const { ports, done } = play(`<table>${row('Rome')}${row('Oslo')}</table>`);
    const state = { pending: null, lastField: null };
    expect((await send('click Repeat', ports, live, state)).outcome).toBe('asked');
    const reply = await send('in the row of Oslo click Repeat', ports, live, state);
    expect(done).toEqual(clicks('Oslo'));
    expect(reply.words).toBe('I clicked Repeat (Oslo): the page changed.');
  });
});
