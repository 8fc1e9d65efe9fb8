import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const TRIP = `<h2>Travellers</h2>
  <div><span>Adults</span><button data-t=lessA aria-label="Remove an adult">−</button><output>2</output><button data-t=moreA aria-label="Add an adult">+</button></div>
  <ul><li>Children <button data-t=lessC>-</button><span>0</span><button data-t=moreC>+</button></li>
  <li>Pets <button data-t=lessP>-</button><span>1</span><button data-t=moreP>+</button></li></ul>
  <label>Bags <input type=number data-t=bags value=1 min=0></label><button data-t=go>Continue</button>`;
const SHIRT = `<h1>Linen shirt</h1>
  <label>Quantity <input type=number data-t=qty value=1></label>
  <label>Size <select data-t=size><option>XS<option selected>S<option>M<option>L<option>XL</select></label>
  <button data-t=cart>Add to cart</button>`;
const CAP = `<fieldset><legend>Size</legend><label><input type=radio name=z data-t=sm>Small</label><label><input type=radio name=z data-t=lg>Large</label><label><input type=radio name=z data-t=xl>Extra large</label></fieldset>`;
const GIFT = `<fieldset><legend>Gift card</legend><label><input type=radio name=g data-t=g10>$10</label><label><input type=radio name=g data-t=g20>$20</label><label><input type=radio name=g data-t=g50>$50.00</label></fieldset>
  <label>Amount <input type=number data-t=amount></label><label>Message <input data-t=message></label>`;
const PERSON = `<label>Full name <input data-t=name></label><label>City <input data-t=city></label><label>Email <input type=email data-t=mail></label><label>Phone <input type=tel data-t=phone></label><label>Age <input type=number data-t=age></label>`;
const TONGUES = `<label>Language <select data-t=lang><option>English<option>Deutsch<option>Français<option>日本語<option>Português (Brasil)</select></label>`;
const LINKS = `<nav><a href=/de data-t=de lang=de>Deutsch</a><a href=/fr data-t=fr>Français</a><a href=/es data-t=es>Español</a></nav>`;

function draw(title: string, lang: string): string {
  const cells = Array.from(
    { length: 31 },
    (_, at) =>
      `<div style="cursor:pointer" data-box="${(at % 7) * 30} ${100 + Math.floor(at / 7) * 30} 30 30" data-t="d${at + 1}">${at + 1}</div>`,
  );
  return `<div lang=${lang}><b>${title}</b><div>${cells.join('')}</div></div>`;
}

const again = (uid: string, times: number): Done[] =>
  Array.from({ length: times }, () => ({ intent: 'click', uid }));
const change = (uid: string, value: string): Done => ({ intent: 'change', uid, value });
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });

async function ask(message: string, html: string) {
  const { ports, done } = openPage(html);
  return { ...(await send(message, ports, live)), done };
}

describe('numbers, sizes, amounts and languages as people say them', () => {
  it.each<[string, string, Done[]]>([
    ['add one more adult', TRIP, again('moreA', 1)],
    ['add two more pets', TRIP, again('moreP', 2)],
    ['two adults more', TRIP, again('moreA', 2)],
    ['one adult fewer', TRIP, again('lessA', 1)],
    ['I need one more bag', TRIP, [type('bags', '2')]],
    ['3 children', TRIP, again('moreC', 3)],
    ['set the adults to 1', TRIP, again('lessA', 1)],
    ['add two more adults and one more bag', TRIP, [...again('moreA', 2), type('bags', '2')]],
    ['one more', SHIRT, [type('qty', '2')]],
    ['add two more', SHIRT, [type('qty', '3')]],
    ['increase the quantity by 3', SHIRT, [type('qty', '4')]],
    ['choose large', SHIRT, [change('size', 'L')]],
    ['I take extra large', SHIRT, [change('size', 'XL')]],
    ['set the size to medium', SHIRT, [change('size', 'M')]],
    ['choose XL', CAP, again('xl', 1)],
    ['set the amount to twenty dollars', GIFT, [type('amount', '20')]],
    ['choose twenty dollars', GIFT, again('g20', 1)],
    ['enter 230 dollars as the amount', GIFT, [type('amount', '230')]],
    ['enter "twenty dollars" as the message', GIFT, [type('message', 'twenty dollars')]],
    ['set the language to German', TONGUES, [change('lang', 'Deutsch')]],
    ['choose Japanese', TONGUES, [change('lang', '日本語')]],
    ['choose Portuguese', TONGUES, [change('lang', 'Português (Brasil)')]],
    ['one more child', TRIP, again('moreC', 1)],
    ['switch to French', LINKS, again('fr', 1)],
    ['choose March 14', draw('März 2031', 'de'), again('d14', 1)],
    ['pick the 5th of August', draw('août 2031', 'fr'), again('d5', 1)],
    ['select 3 January 2032', draw('enero de 2032', 'es'), again('d3', 1)],
  ])('%s', async (message, html, actions) => {
    expect((await ask(message, html)).done).toEqual(actions);
  });

  it('takes several statements about one person', async () => {
    const { done } = await ask('my name is Ada and my email is ada@example.org', PERSON);
    expect(done).toEqual([type('name', 'Ada'), type('mail', 'ada@example.org')]);
  });

  it.each([
    ['two more cats', TRIP],
    ['one more', TRIP],
    ['one more', CAP],
    ['add 50 more adults', TRIP],
    ['two more rooms, please', TRIP],
    ['choose twenty dollars', GIFT.replace('$20', '€20')],
    ['set the amount to twenty dollars', GIFT.replace('Amount', 'Amount (€)')],
    ['choose XXL', CAP],
    ['choose Chinese', TONGUES],
    ['I am German', PERSON],
    ['I am Ada', PERSON],
    ['my name is Ada and I love London', PERSON],
    ['choose March 14', draw('April 2031', 'de')],
  ])('does nothing that it is not sure of: %s', async (message, html) => {
    const reply = await ask(message, html);
    expect(reply.done).toEqual([]);
    expect(reply.words).not.toBe('');
  });
});
