import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequest } from './request.ts';
import type { Step } from './step.ts';

const click = (target: string): Step => ({ kind: 'click', target });
const open = (target: string): Step => ({ kind: 'click', target, opens: true });
const type = (text: string, target: string | null = null): Step => ({ kind: 'type', text, target });
const press = (key: string, target: string | null = null): Step => ({ kind: 'press', key, target });
const search = (text: string, target: string | null = null): Step => ({
  kind: 'search',
  text,
  target,
});
const set = (target: string, value: string): Step => ({ kind: 'set', value, target });
const toggle = (target: string, on: boolean): Step => ({ kind: 'toggle', target, on });
const load = (url: string): Step => ({ kind: 'load', url });
const entry = (text: string, target: string): Step => ({ kind: 'entry', text, target });
const submit: Step = { kind: 'submit', target: null };
const choose = (value: string, target: string | null, phrase: string): Step => ({
  kind: 'choose',
  value,
  target,
  phrase,
});
const scroll = (direction: 'up' | 'down' | 'left' | 'right', screens = 0.8): Step => ({
  kind: 'scroll',
  direction,
  extent: { screens },
});

const REQUESTS: [string, ...Step[]][] = [
  ['click Add to cart', click('Add to cart')],
  ['Click on the Save button.', click('Save button')],
  ['click “Save” please', click('Save')],
  ['press the Save button', click('Save button')],
  ['tap Menu', click('Menu')],
  ['hit Submit order', click('Submit order')],
  ['push the big red button!', click('big red button')],
  ['could you please click on Checkout for me?', click('Checkout')],
  ['I want you to open the menu', open('menu')],
  ['click the button labelled Save', click('Save button')],
  ['click Save and close', click('Save and close')],
  ['click Save and submit', click('Save and submit')],
  ['click Sign in, please', click('Sign in')],
  ["click Anna's notes and don't wait", click("Anna's notes and don't wait")],
  ['open report.pdf', open('report.pdf')],
  ['open Settings', open('Settings')],
  ['go to Checkout page', open('Checkout')],
  ['go back to the shop', open('shop')],
  ['hover over the profile picture', { kind: 'hover', target: 'profile picture' }],
  ['double-click the title', { kind: 'doubleClick', target: 'title' }],
  ['right click on row 3', { kind: 'rightClick', target: 'row 3' }],
  ['drag Ada onto Team B', { kind: 'drag', target: 'Ada', to: 'Team B' }],
  ['drag Ada to B and click Save', { kind: 'drag', target: 'Ada', to: 'B' }, click('Save')],
  [
    'move Ada from Team A to Team B',
    { kind: 'drag', target: 'Ada', to: 'Team B', orElse: 'move Ada from Team A to Team B' },
  ],
  ['change my display name to Robin A.', set('display name', 'Robin A.')],
  ['set the grade to A.', set('grade', 'A')],
  ['move the slider to 50', set('slider', '50')],
  [
    'rename Ada to Grace, save it',
    { kind: 'rename', target: 'Ada', text: 'Grace' },
    click('save it'),
  ],
  ['rename Ada to Grace', { kind: 'rename', target: 'Ada', text: 'Grace' }],
  [
    'change the name of Ada to Grace',
    { kind: 'set', target: 'name of Ada', value: 'Grace', renames: 'Ada' },
  ],
  ['click Next; click Back', click('Next'), click('Back')],
  ['click A then B', click('A'), click('B')],
  ['click Edit\nclick Delete', click('Edit'), click('Delete')],
  ['type walnut lamp in the search box', type('walnut lamp', 'search box')],
  ['Type Walnut Lamp, please', type('Walnut Lamp')],
  ['type hello', type('hello')],
  ['type now and then in the box', type('now and then', 'box')],
  ['can you type hello for me?', type('hello')],
  ['type Hello! in the message box', type('Hello!', 'message box')],
  ['Type Hello. Click Send.', type('Hello'), click('Send')],
  ['write Thanks, see you then. in Message', type('Thanks, see you then.', 'Message')],
  ['enter 10.5 in Price', type('10.5', 'Price')],
  ['put Ada under “First name”', type('Ada', 'First name')],
  ['enter a@b.example into the Email field', type('a@b.example', 'Email field')],
  ['type made in Italy in the notes field', type('made in Italy', 'notes field')],
  ['type "made in Italy" in Notes', type('made in Italy', 'Notes')],
  ['type hello in the search box in the header', type('hello', 'search box in the header')],
  ['type 24" monitor in the search box', type('24" monitor', 'search box')],
  ["type don't panic in 'Notes'", type("don't panic", 'Notes')],
  ['type «Ça va» into Message', type('Ça va', 'Message')],
  ['in the search box type walnut lamp', type('walnut lamp', 'search box')],
  ['type in the search box: walnut lamp', type('walnut lamp', 'search box')],
  ['type into the search box "walnut lamp"', type('walnut lamp', 'search box')],
  [
    'type walnut lamp in the search box and press enter',
    type('walnut lamp', 'search box'),
    press('Enter'),
  ],
  ['type walnut lamp and hit return', type('walnut lamp'), press('Enter')],
  [
    'type "and press enter" in Notes and press enter',
    type('and press enter', 'Notes'),
    press('Enter'),
  ],
  [
    'type Ada in First name and Lovelace in Last name',
    type('Ada', 'First name'),
    type('Lovelace', 'Last name'),
  ],
  ['search for salt and pepper.', search('salt and pepper')],
  ['search for “walnut lamp”', search('walnut lamp')],
  ['search for walnut lamp in the search box', search('walnut lamp', 'search box')],
  ['search for lamps on this site', search('lamps')],
  ['search the shop for a walnut lamp', search('walnut lamp', 'shop')],
  ['look up walnut lamp please', search('walnut lamp')],
  ['look up walnut lamp and hit the search button', search('walnut lamp')],
  ['look for lamps in this folder', search('lamps')],
  ['search for a jacket', search('jacket')],
  ['use the code SPRING10 and apply it', type('SPRING10', 'code'), click('apply')],
  ['throw the invoice in the trash', click('remove invoice')],
  ['put a star on the invoice', click('star invoice')],
  ['choose Express under Delivery', choose('Express', 'Delivery', 'Express under Delivery')],
  ['select Cash on delivery', choose('Cash', 'delivery', 'Cash on delivery')],
  [
    'pick “Next day” from the delivery list please',
    choose('Next day', 'delivery list', 'Next day from the delivery list'),
  ],
  ['select 2 for Quantity', choose('2', 'Quantity', '2 for Quantity')],
  ['select Blue', choose('Blue', null, 'Blue')],
  ['under Delivery choose Express', choose('Express', 'Delivery', 'Express Delivery')],
  ['in the row of Oslo click Repeat', click('Repeat in the row of Oslo')],
  ['In the row of Oslo, click Repeat.', click('Repeat in the row of Oslo')],
  ['next to Total click Edit', click('Edit next to Total')],
  ['under Delivery tick Express', toggle('Express under Delivery', true)],
  ['in the last row click Edit', click('Edit in the last row')],
  ['in the row of Oslo type 5 in Nights', type('5', 'Nights in the row of Oslo')],
  [
    'in the row of Ben choose Viewer',
    choose('Viewer', 'dropdown in the row of Ben', 'Viewer dropdown in the row of Ben'),
  ],
  ['in Notes type made in Italy', type('made in Italy', 'Notes')],
  ['click Edit then in the second row click Save', click('Edit'), click('Save in the second row')],
  ['delete buy milk', click('delete buy milk')],
  ['save', click('save')],
  ['please reply to the second post', click('reply to the second post')],
  ['next page', click('next page')],
  ['open the second result', open('second result')],
  ['type Hello in Message and send', type('Hello', 'Message'), click('send')],
  ['type tea and order pizza', type('tea and order pizza')],
  ['delete buy milk and click Undo', click('delete buy milk'), click('Undo')],
  ['set Quantity to 2', set('Quantity', '2')],
  ['set Quantity to 2 and Colour to blue', set('Quantity', '2'), set('Colour', 'blue')],
  ['change the country to France', set('country', 'France')],
  ['set Notes to "a, b; then c"', set('Notes', 'a, b; then c')],
  ['fill Name with Ada Lovelace', set('Name', 'Ada Lovelace')],
  [
    'fill in Name with Ada, City with London and submit',
    set('Name', 'Ada'),
    set('City', 'London'),
    submit,
  ],
  ['tick I agree', toggle('I agree', true)],
  ['check the box for gift wrap', toggle('gift wrap', true)],
  ['untick Gift-wrap', toggle('Gift-wrap', false)],
  ['uncheck “Remember me”.', toggle('Remember me', false)],
  ['turn on dark mode', toggle('dark mode', true)],
  ['turn notifications off', toggle('notifications', false)],
  ['open localhost:1234/notes', load('http://localhost:1234/notes')],
  ['go to 127.0.0.1:8080', load('http://127.0.0.1:8080/')],
  ['visit example.com.', load('https://example.com/')],
  ['Please open http://localhost:9/x?y=1&z=2.', load('http://localhost:9/x?y=1&z=2')],
  ['open “https://a.example/b c”', open('https://a.example/b c')],
  ['go to example.com and search for lamps', load('https://example.com/'), search('lamps')],
  ['go back', { kind: 'back' }],
  ['go forward', { kind: 'forward' }],
  ['reload the page', { kind: 'reload' }],
  ['scroll down', scroll('down')],
  ['scroll up a bit', scroll('up', 0.4)],
  ['scroll down a page please', scroll('down')],
  ['scroll 300 pixels', { kind: 'scroll', direction: 'down', extent: { pixels: 300 } }],
  ['scroll to the top', { kind: 'scroll', direction: 'up', extent: 'end' }],
  ['scroll down to the bottom of the page', { kind: 'scroll', direction: 'down', extent: 'end' }],
  ['scroll to the reviews', { kind: 'reveal', target: 'reviews' }],
  ['scroll down until you see Reviews', { kind: 'reveal', target: 'Reviews' }],
  ['submit', submit],
  ['submit the form', submit],
  ['submit the checkout form', { kind: 'submit', target: 'checkout form' }],
  ['press Escape', press('Escape')],
  ['press Tab', press('Tab')],
  ['press the down arrow', press('ArrowDown')],
  ['press ArrowDown in the list', press('ArrowDown', 'list')],
  ['press Home', click('Home')],
  ['click "x"', { kind: 'click', target: 'x', orElse: 'close button in the dialog' }],
  ['press 8, then +, then 5, then =', click('8'), click('+'), click('5'), click('=')],
  [
    'pick Serif from the Font menu, then Right from Text Align',
    { kind: 'choose', value: 'Serif', target: 'Font menu', phrase: 'Serif from the Font menu' },
    { kind: 'choose', value: 'Right', target: 'Text Align', phrase: 'Right from Text Align' },
  ],
  [
    'add a card to Done that says Call the bank, then submit it',
    { kind: 'entry', text: 'Call the bank', target: 'card to Done' },
  ],
  ['we need another column called Waiting', entry('Waiting', 'column')],
  ['new card "Call the DJ" in Doing', entry('Call the DJ', 'card in Doing')],
  ['add a task: buy milk', entry('buy milk', 'task')],
  ['create a folder named Lisbon 2026 there', entry('Lisbon 2026', 'folder')],
  ['go into Pictures and create a folder named Trips', open('Pictures'), entry('Trips', 'folder')],
  ['download budget.xlsx pls', click('download budget.xlsx')],
  ['get rid of the old note', click('remove old note')],
  ['take the milk jug out of my basket', click('remove milk jug')],
  ["I don't need the shopping list any more, delete it", click('remove shopping list')],
  ['take me to my inbox via the account menu', click('account menu > inbox')],
  [
    "type Good morning in the chat with Rizal but don't send it yet",
    type('Good morning', 'chat with Rizal'),
    {
      kind: 'tell',
      text: 'You asked me not to send it yet, so I did not. Say what I should do.',
    },
  ],
  ['press the Home key', press('Home')],
  ['clear the search box', { kind: 'clear', target: 'search box' }],
  [
    'type a@b.example into Email, then tick I agree, and then click "Save and submit"',
    type('a@b.example', 'Email'),
    toggle('I agree', true),
    click('Save and submit'),
  ],
];

describe('readRequest', () => {
  it.each(REQUESTS)('reads %j', (message, ...steps) => {
    const read = readRequest(message);
    const unquoted = read.ok ? read.steps.map((step) => ({ ...step, said: undefined })) : [];
    expect(unquoted).toEqual(steps);
  });

  it('keeps the words of a command that calls its target otherwise', () => {
    const read = readRequest('please, in the row of Oslo click Repeat!');
    expect(read.ok && read.steps[0]?.said).toBe('in the row of Oslo click Repeat');
    const plain = readRequest('please click Repeat');
    expect(plain.ok && plain.steps[0]).toEqual(click('Repeat'));
  });

  it.each([
    ['', 'empty'],
    ['check whether it works', 'needs a model'],
    ['which lamp is the cheapest?', 'needs a model'],
    ['summarise this page', 'needs a model'],
    ['type the total number of blocks', 'in quotes'],
    ['put another note in comments', 'in quotes'],
    ['put hello', 'understand'],
    ["my name is Priya and I'd like the hard questions", 'understand'],
    ['the apply button should have the class primary', 'understand'],
    ['put a new card in Doing', 'in quotes'],
    ['click Save then frobnicate the widget then click Send', 'frobnicate'],
    ['open javascript:alert(1)', 'http'],
    ['open chrome://settings', 'http'],
    ['press ctrl+a', 'several keys'],
    ['open example.com in a new tab', 'new tabs'],
  ])('does not guess at %j', (message, part) => {
    const read = readRequest(message);
    expect(read.ok).toBe(false);
    expect(!read.ok && read.reason).toContain(part);
  });

  it('keeps quoted text verbatim, whatever is in it', () => {
    const quotes = fc.constantFrom(['"', '"'], ['“', '”'], ['«', '»']);
    const inner = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc
        .array(fc.constantFrom(' and ', 'click', ' in ', '. ', ', ', '; ', ' then ', '\n', 'Ab'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(quotes, inner, ([open = '', close = ''], text) => {
        fc.pre(!text.includes(close));
        const read = readRequest(`type ${open}${text}${close} in the search box and press enter`);
        expect(read).toEqual({ ok: true, steps: [type(text, 'search box'), press('Enter')] });
        const clicked = readRequest(`please click ${open}${text}${close}`);
        fc.pre(text !== '' && !/^[x×✕]$/i.test(text));
        expect(clicked).toEqual({ ok: true, steps: [click(text)] });
      }),
      { numRuns: 500 },
    );
  });

  it('never throws', () => {
    const words = fc.constantFrom('click', 'type', 'and', 'then', ',', '"', 'in', 'the', 'to', 'a');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((w) => w.join(' ')),
        ),
        (message) => {
          expect(() => readRequest(message)).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });
});
