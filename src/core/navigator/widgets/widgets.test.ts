/** Widgets that component libraries draw, by the ARIA that they have in common. */
import { describe, expect, it } from 'vitest';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));
const change = (uid: string, value: string): Done => ({ intent: 'change', uid, value });
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });
const enter = (uid: string): Done => ({ intent: 'press', uid, key: 'Enter' });

const dial = (uid: string, name: string) =>
  `<span data-t=${uid} role=spinbutton tabindex=0 aria-label="${name}"></span>`;
const DATE = ['day', 'month', 'year'].map((part) => dial(part, `${part}, Expiry date`)).join('/');
const TIME = dial('hour', 'Hours Alarm') + dial('minute', 'Minutes Alarm');
const SLIDERS =
  '<div data-t=low role=slider tabindex=0 aria-label="Lowest price"></div><div data-t=high role=slider tabindex=0 aria-label="Highest price"></div>';
const TABLE =
  '<table><tr><th data-t=name aria-sort=none>Planet</th><th data-t=moons aria-sort=none>Moons</th></tr><tr><td>Mars</td><td>2</td></tr></table>';
const star = (uid: string, name: string) =>
  `<div data-t=${uid} role=radio tabindex=0 aria-label="${name}"></div>`;

const rating = (subject: string) =>
  `<fieldset><legend>Rate the ${subject}</legend>${['1', '2', '3'].map((at) => `<p>${star(`${subject}${at}`, at)}</p>`).join('')}</fieldset>`;
const cell = (at: number) =>
  `<input data-t=c${at} aria-label="Character ${at}" data-box="${at * 40} 100 32 32">`;
const CODE = `<span data-box="0 70 120 20">Door code</span><div>${[1, 2, 3, 4].map(cell).join('')}</div>`;
const typeEach = (code: string) => code.split('').map((each, at) => type(`c${at + 1}`, each));
const tag = (uid: string, name: string) =>
  `<span>${name}<span role=button tabindex=0 aria-label=Close data-t=${uid}></span></span>`;
const TAGS = tag('u', 'urgent') + tag('d', 'draft');
const PAGES = ['1', '2', '3', '12'].map(
  (at) => `<li><button data-t=p${at} class=page-${at}>${at}</button></li>`,
);
const CHIPS = ['Ada', 'Grace']
  .map(
    (name) =>
      `<div role=button tabindex=0>${name}<svg data-t=${name} class=delete-icon style="cursor: pointer" data-box="0 0 20 20"></svg></div>`,
  )
  .join('');

const RATINGS = rating('driver') + rating('hotel');

describe('widgets of component libraries', () => {
  it.each<[string, string, Done[]]>([
    [
      'set the expiry date to 30 November 2032',
      DATE,
      [change('year', '2032'), change('month', '11'), change('day', '30')],
    ],
    ['set the alarm to 06:45', TIME, [change('hour', '6'), change('minute', '45')]],
    ['set the lowest price to 20', SLIDERS, [change('low', '20')]],
    ['set the price from 20 to 60', SLIDERS, [change('low', '20'), change('high', '60')]],
    ['set the price range from 20 to 60', SLIDERS, [change('low', '20'), change('high', '60')]],
    ['sort by moons', TABLE, click('moons')],
    ['click the Moons column header', TABLE, click('moons')],
    ['rate it 2 stars', ['1', '2', '3'].map((at) => star(`s${at}`, at)).join(''), click('s2')],
    ['give it three stars', ['a', 'b', 'c'].map((at) => star(at, 'star')).join(''), click('c')],
    ['rate the hotel 2 stars', RATINGS, click('hotel2')],
    ['rate the driver 3 stars', RATINGS, click('driver3')],
    ['type 48-27 as the door code', CODE, typeEach('4827')],
    ['enter the door code 4827', CODE, typeEach('4827')],
    ['remove the urgent tag', TAGS, click('u')],
    ['remove Grace', CHIPS, click('Grace')],
    [
      'dismiss the message about the newer version',
      '<div role=alert>There is a newer version.<p><button data-t=x>Close</button></p></div><p>Other <button>Close</button></p>',
      click('x'),
    ],
    ['go to the last page', `<ul>${PAGES.join('')}</ul>`, click('p12')],
    ['choose Aug', '<button class=month-picker-item data-t=aug>Aug</button>', click('aug')],
    [
      'hide the notification',
      '<div role=alert>Saved <button data-t=x>Hide notification</button></div>',
      click('x'),
    ],
    ['click Day view', '<span data-t=day data-box="10 10 60 20">Day view</span>', click('day')],
    [
      'increase the copies by 2',
      '<label>Copies <input data-t=copies inputmode=numeric value=1></label>',
      [type('copies', '3')],
    ],
    [
      'delete the middle name',
      '<label>Middle name <input data-t=middle value=Maria></label>',
      [type('middle', '')],
    ],
    [
      'tick everything except Milk',
      ['Eggs', 'Milk', 'Nuts']
        .map((name) => `<label><input type=checkbox data-t=${name}>${name}</label>`)
        .join(''),
      click('Eggs', 'Nuts'),
    ],
  ])('%s', async (message, html, actions) => {
    const { ports, done } = openPage(html);
    expect((await send(message, ports, live)).outcome).toBe('done');
    expect(done).toEqual(actions);
  });

  it.each([
    ['delete the article', '<button>Publish article</button>'],
    ['empty the basket', '<a href=/b>View basket</a><a href=/c>Cart 0</a>'],
    ['write my cover letter', '<label>Cover letter <textarea></textarea></label>'],
    ['set the stay from Ada to Bob', '<button>Stay</button>'],
    ['enter the door code 48271', CODE],
    ['type 4827 as the postal code', CODE],
    ['remove the printed tag', TAGS],
    ['delete the account', '<div role=alert>Your account is new. <button>Close</button></div>'],
    ['go to the last page', '<button>Next</button>'],
    ['go to the last page', '<button>1</button><button>2</button><button>3</button>'],
  ])('declines %j, and asks nothing that would not be it', async (message, html) => {
    const { ports, done } = openPage(html);
    expect((await send(message, ports, live)).outcome).toBe('failed');
    expect(done).toEqual([]);
  });
});

/** A field that shows a calendar for what is typed; Enter takes it. */
function openDateField(placeholder: string, onEnter: (typed: string) => string) {
  const draw = (value: string, calendar = '') =>
    `<label>Delivery date <input data-t=date placeholder="${placeholder}" value="${value}"></label>${calendar}`;
  let typed = '';
  return openPage(draw(''), {
    onPerform(action, set) {
      if (action.intent === 'textInput') {
        typed = action.text;
        set(draw(typed, '<button data-t=now>Today</button>'));
      } else set(draw(onEnter(typed)));
      return { ok: true, receipt: { verdict: 'changed', changes: [] } };
    },
  });
}

describe('a date or time in a text field with a calendar', () => {
  it.each([
    ['Select date', '2031-08-20'],
    ['MM/DD/YYYY', '08/20/2031'],
    ['TT.MM.JJJJ', '20.08.2031'],
  ])('is typed as the field shows (%s), and taken by Enter', async (placeholder, text) => {
    const { ports, done } = openDateField(placeholder, (typed) => typed);
    const reply = await send('set the delivery date to 20 August 2031', ports, live);
    expect(reply.outcome).toBe('done');
    expect(done).toEqual([type('date', text), enter('date')]);
  });

  it('is not claimed where the field takes nothing', async () => {
    const { ports } = openDateField('Select date', () => '');
    const reply = await send('set the delivery date to 20 August 2031', ports, live);
    expect(reply.outcome).not.toBe('done');
  });
});

describe('a branch of a tree', () => {
  const branch = (open: boolean) =>
    `<div role=tree><div role=treeitem tabindex=0 data-t=b aria-expanded=${String(open)}>pictures</div></div>`;

  it.each([
    [true, 'done'],
    [false, 'failed'],
  ])('is opened by an arrow key where a click only selects it (%s)', async (opens, outcome) => {
    const { ports, done } = openPage(branch(false), {
      onPerform(action, set) {
        if (action.intent === 'press' && opens) set(branch(true));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    expect((await send('expand pictures', ports, live)).outcome).toBe(outcome);
    expect(done).toEqual([...click('b'), { intent: 'press', uid: 'b', key: 'ArrowRight' }]);
  });
});

describe('a branch of a tree with a picture before its name', () => {
  it.each([
    ['expand pictures', ['b', 'arrow']],
    ['open pictures', ['b', 'arrow']],
    ['click pictures', ['b']],
  ])('is opened by the picture where a click only selects it (%s)', async (said, uids) => {
    const branch = (open: boolean) =>
      `<div role=tree><div role=treeitem tabindex=0 data-t=b aria-expanded=${String(open)}><svg data-t=arrow></svg><span>pictures</span></div></div>`;
    const { ports, done } = openPage(branch(false), {
      onPerform(action, set) {
        if ('uid' in action && action.uid === 'arrow') set(branch(true));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    expect((await send(said, ports, live)).outcome).toBe('done');
    expect(done).toEqual(click(...uids));
  });
});

describe('a page that is still changing', () => {
  it('is read once more before a question is asked about what an action brought up', async () => {
    const next = '<button data-t=next>Next</button>';
    const { ports, done } = openPage('<button data-t=open>Open</button>', {
      onPerform(_, set) {
        set(next + next.replace('data-t=next', 'data-t=old'));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    let looks = 0;
    const { observe } = ports;
    const waits: number[] = [];
    ports.wait = (seconds) => Promise.resolve(void waits.push(seconds));
    ports.observe = async (signal) => {
      looks += 1;
      const seen = await observe(signal);
      if (looks < 3 || !seen.ok) return seen;
      const candidates = seen.observation.candidates.filter(({ uid }) => uid !== 'old');
      return { ...seen, observation: { ...seen.observation, candidates } };
    };
    expect((await send('click Open, then click Next', ports, live)).outcome).toBe('done');
    expect(done).toEqual(click('open', 'next'));
    expect(waits).toHaveLength(1);
  });
});

describe('a list whose options open further ones', () => {
  it('is gone through by its path', async () => {
    const box = (value: string) =>
      `<div role=combobox tabindex=0 aria-label=Region data-t=box>${value}</div>`;
    const options = (...names: string[]) =>
      `<ul>${names.map((name) => `<li role=menuitemcheckbox data-t=${name}>${name}</li>`).join('')}</ul>`;
    const pages = [
      box('') + options('Portugal', 'Spain'),
      box('') + options('Portugal', 'Spain') + options('Lisbon', 'Porto'),
      box('Portugal / Porto'),
    ];
    const { ports, done } = openPage(box(''), {
      onPerform(_, set) {
        set(pages.shift() ?? '');
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    expect((await send('set the region to Portugal / Porto', ports, live)).outcome).toBe('done');
    expect(done).toEqual(click('box', 'Portugal', 'Porto'));
  });
});

describe('a list that takes several values', () => {
  const field = (open: boolean, values: readonly string[]) =>
    `${values.map((each) => `<span data-t="shown ${each}" data-box="40 0 60 20">${each}</span>`).join('')}
    <input role=combobox aria-expanded=${String(open)} aria-label=Toppings data-t=box data-box="0 0 200 20">`;
  const list = ['Basil', 'Cheese', 'Olives']
    .map((each) => `<div class=option data-t=${each} data-box="0 40 200 20">${each}</div>`)
    .join('');

  it('stays open for the second one, and shows both beside its field', async () => {
    const chosen: string[] = [];
    const { ports, done } = openPage(field(false, []), {
      onPerform(action, set) {
        if (action.intent === 'click' && action.uid !== 'box') chosen.push(action.uid);
        set(field(true, chosen) + list);
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const reply = await send('select Cheese and Olives as toppings', ports, live);
    expect(reply.outcome).toBe('done');
    expect(done).toEqual(click('box', 'Cheese', 'Olives'));
  });

  it('is not said to hold what it does not show', async () => {
    const { ports } = openPage(field(false, []), {
      onPerform(_, set) {
        set(field(true, []) + list);
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const reply = await send('select Cheese and Olives as toppings', ports, live);
    expect(reply.outcome).toBe('failed');
  });
});

describe('a toggle button', () => {
  const PAGE = `<button data-t=vegan aria-pressed=true>Vegan</button><button data-t=quick aria-pressed=false>Under 30 minutes</button>
    <label><input type=checkbox data-t=salt>Salt</label>`;
  it.each<[string, Done[], string]>([
    ['turn off vegan', click('vegan'), ''],
    ['turn on under 30 minutes', click('quick'), ''],
    ['turn on vegan', [], 'already on'],
    ['click Vegan', click('vegan'), ''],
    ['tick all the boxes', click('salt'), ''],
  ])('%s', async (words, done, said) => {
    const { ports, done: acted } = openPage(PAGE);
    const { words: answer } = await send(words, ports, live);
    expect(acted).toEqual(done);
    expect(answer).toContain(said);
  });
});
