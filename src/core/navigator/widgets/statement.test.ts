import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const click = (uid: string): Done => ({ intent: 'click', uid });
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });
const choose = (uid: string, value: string): Done => ({ intent: 'change', uid, value });

const FORM = `<input type=search aria-label="Name or e-mail"><form><label>First name <input data-t=first></label><label>Last name <input data-t=last></label>
  <fieldset><legend>Date of birth</legend>${['Day', 'Month', 'Year'].map((part) => `<label>${part} <input data-t=${part}></label>`).join('')}</fieldset>
  <label>E-mail address <input type=email data-t=mail></label><label>When did you move in? <input type=date data-t=moved></label>
  <fieldset><legend>How long do you need it for?</legend><label><input type=radio name=term data-t=three>3 months</label><label><input type=radio name=term data-t=six>6 months</label></fieldset>
  <label>Parking zone <select data-t=zone><option>A – Old Town<option>C – Station</select></label>
  <label>Visitor vouchers <select data-t=vouchers><option>None<option>20 vouchers</select></label>
  <button data-t=on>Continue</button></form>`;

async function act(message: string, html = FORM): Promise<Done[]> {
  const { ports, done } = openPage(html);
  await send(message, ports, live);
  return done;
}

describe('a statement about the user', () => {
  it.each<[string, Done[]]>([
    [
      'six months, station zone, and 20 visitor vouchers pls',
      [click('six'), choose('zone', 'C – Station'), choose('vouchers', '20 vouchers')],
    ],
    ['moved in on the 3rd of May 2024', [type('moved', '2024-05-03')]],
    [
      'ada@mail.example, 3 months, then continue',
      [click('three'), type('mail', 'ada@mail.example'), click('on')],
    ],
    ['my name is Ada Lovelace', [type('first', 'Ada'), type('last', 'Lovelace')]],
    ['3 months', [click('three')]],
    ['born 9 July 1991', [type('Year', '1991'), type('Month', '7'), type('Day', '9')]],
  ])('%s', async (message, actions) => {
    expect(await act(message)).toEqual(expect.arrayContaining(actions));
  });

  it.each([
    ['a part fits no field', 'six months, and a garage'],
    ['it contains “but not”', 'six months, but not the station zone'],
    ['it is a question', 'six months, station zone?'],
    ['the value of a date field is no date', 'moved in on some day in May'],
    ['a word belongs to no field', 'zone of the month'],
    ['it has only a part of a choice’s name', 'I want it for months'],
    ['the value of an e-mail field is no address', 'e-mail address of a friend'],
    [
      'a verb is the name of an e-mail field',
      'email me when someone answers',
      '<label>My email <input></label>',
    ],
    [
      'a word could be the name of a slider',
      'lights out',
      '<div role=slider aria-label=Lights aria-valuenow=1></div>',
    ],
    [
      'a choice has a longer name',
      'I want it as a gift',
      '<label><input type=checkbox>Gift wrap</label>',
    ],
  ])('does nothing if %s', async (_, message, html = FORM) => {
    expect(await act(message, html)).toEqual([]);
  });

  it('fills in nothing behind a dialog', async () => {
    const { ports, done } = openPage(FORM, { look: (each) => ({ ...each, behind: true }) });
    await send('fill in the form: station zone, 20 vouchers', ports, live);
    expect(done).toEqual([]);
  });

  it('counts what is said with numbers', async () => {
    const counter = (name: string, count: number): string =>
      `<div>${name} <button aria-label="Fewer ${name}" data-t="less ${name}">−</button><output>${String(count)}</output><button aria-label="More ${name}" data-t="more ${name}">+</button></div>`;
    const html = `${counter('adults', 1)}${counter('children', 0)}`;
    expect(await act('two adults and one child please', html)).toEqual([
      click('more adults'),
      click('more children'),
    ]);
  });
});

describe('what a list is to show', () => {
  const JOBS = `<select aria-label="Sort jobs" data-t=sort><option>Most relevant<option>Newest first<option>Highest salary</select>
    <select aria-label=Status data-t=status><option>Any status<option>active<option>paused</select>
    <select aria-label="Rows per page" data-t=rows><option>10<option>25</select>
    ${['Last 3 days', 'Last week', 'Last 2 weeks'].map((name) => `<label><input type=radio name=posted data-t="${name}">${name}</label>`).join('')}
    <label>Keyword <input data-t=word></label>`;

  it.each<[string, Done]>([
    ['newest first please', choose('sort', 'Newest first')],
    ['highest salaries first', choose('sort', 'Highest salary')],
    ['only the paused ones', choose('status', 'paused')],
    ['paused only', choose('status', 'paused')],
    ['show 25 per page', choose('rows', '25')],
    ['choose last week', click('Last week')],
    ['search for sql', type('word', 'sql')],
  ])('%s', async (message, action) => {
    expect((await act(message, JOBS))[0]).toEqual(action);
  });
});

describe('one of several things', () => {
  const TRAINS = ['09:15', '09:45']
    .map(
      (time) =>
        `<article><h3>${time} to Leeds</h3><button data-t="take ${time}">Select</button><button>Details</button></article>`,
    )
    .join('');

  it('chooses an item by its Select button, and matches 9:45 with 09:45', async () => {
    expect(await act("i'll take the 9:45", TRAINS)).toEqual([click('take 09:45')]);
    expect(await act('select the last train in the list', TRAINS)).toEqual([click('take 09:45')]);
  });

  it('opens the picture instead of the control that selects it', async () => {
    const html = '<a href="#w" data-t=falls>Waterfall</a><button>Select Waterfall</button>';
    expect(await act('open the waterfall picture', html)).toEqual([click('falls')]);
    const two = '<a href="#a">Sunset over lake</a><a href="#b">Mountain sunset</a>';
    expect(await act('open the sunset', two)).toEqual([]);
  });

  it('searches if the page has a search box and nothing has that name', async () => {
    const html =
      '<input type=search aria-label="Search issues" data-t=box><a href=#1>How do I use a proxy?</a><a href=#2 data-t=wiki>Wiki</a>';
    expect((await act('find proxy', html))[0]).toEqual(type('box', 'proxy'));
    expect(await act('find wiki', html)).toEqual([click('wiki')]);
  });

  it('changes what is searched by', async () => {
    const html = `<input type=search aria-label=Search><fieldset><legend>Search by</legend>${['Title', 'Author'].map((name) => `<label><input type=radio name=by data-t=${name}>${name}</label>`).join('')}</fieldset>`;
    expect(await act('search by author instead', html)).toEqual([click('Author')]);
  });

  it('removes an item from an order', async () => {
    const html =
      '<ul><li>Rice <button aria-label="Remove Rice" data-t=rice>×</button></li><li>Naan <button aria-label="Remove Naan">×</button></li></ul>';
    expect(await act('drop the rice from my order', html)).toEqual([click('rice')]);
  });

  it('presses the Back button of the form for “go back a step”', async () => {
    const html = '<button data-t=back>Back</button><button>Continue</button>';
    expect(await act('go back a step', html)).toEqual([click('back')]);
  });

  const LIST = `<ul><li>1 lemon <button title="Add lemon to shopping list" data-t=lemon>+</button></li></ul>
    <form><input aria-label="Add an item" data-t=item><button data-t=add>Add</button></form>`;

  it('adds an item by its own Add button, and two named items separately', async () => {
    expect(await act('add the lemon to my shopping list', LIST)).toEqual([click('lemon')]);
    const both = [type('item', 'butter'), click('add'), type('item', 'cheddar'), click('add')];
    expect(await act('add butter and some cheddar to the shopping list', LIST)).toEqual(both);
    const one = [type('item', 'salt and pepper'), click('add')];
    expect(await act('add "salt and pepper" to the shopping list', LIST)).toEqual(one);
  });
});
