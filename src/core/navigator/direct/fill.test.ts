import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const FORM = `<form>
  <label for=n>Your name</label><input id=n data-t=name>
  <label for=c>Home town</label><input id=c data-t=town><label for=w>Place of work</label><input id=w data-t=work>
  <label for=m>E-mail</label><input id=m type=email data-t=mail>
  <label for=k>Country</label><select id=k data-t=land><option>Choose<option>Ghana<option>Peru</select>
  <fieldset><legend>Shipping</legend><label><input type=radio name=s data-t=slow>Standard delivery</label><label><input type=radio name=s data-t=fast>Express delivery</label></fieldset>
  <label><input type=checkbox data-t=news>Send me the newsletter</label>
  <label for=d>Arrival</label><input id=d type=date data-t=date>
  <button type=submit data-t=go>Order now</button></form>`;

const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });
const click = (uid: string): Done => ({ intent: 'click', uid });

describe('filling in a form', () => {
  it.each<[string, Done[]]>([
    [
      'fill in the form: home town Accra, express delivery, name Kofi Annan',
      [type('name', 'Kofi Annan'), type('town', 'Accra'), click('fast')],
    ],
    [
      'Please fill out the form with name: Kofi; country: ghana; arrival: 5 March 2031',
      [
        type('name', 'Kofi'),
        { intent: 'change', uid: 'land', value: 'Ghana' },
        type('date', '2031-03-05'),
      ],
    ],
    [
      'fill this in for me: name = "Ann, and Bob", tick newsletter',
      [type('name', 'Ann, and Bob'), click('news')],
    ],
    ['E-mail: a@b.example; Home town: Accra', [type('mail', 'a@b.example'), type('town', 'Accra')]],
    [
      'fill in the form: name Kofi, shipping express, and then click Order now',
      [type('name', 'Kofi'), click('fast'), click('go')],
    ],
  ])('%s', async (message, actions) => {
    const { ports, done } = openPage(FORM);
    const { outcome } = await send(message, ports, live);
    expect(done).toEqual(actions);
    expect(outcome).toBe('done');
  });

  it('does what it can place, tells the rest, and submits nothing', async () => {
    const { ports, done } = openPage(FORM);
    const reply = await send('fill in the form: name Kofi, shoe size 44', ports, live);
    expect(done).toEqual([type('name', 'Kofi')]);
    expect(reply.words).toContain('could not tell where “shoe size 44” goes');
  });

  it('leaves out what fits two fields alike', async () => {
    const twice = `<h2>Sender</h2><label>Name<input data-t=a></label><h2>Receiver</h2><label>Name<input data-t=b></label><label>City<input data-t=c></label>`;
    const { ports, done } = openPage(twice);
    const reply = await send('fill in the form: name Kofi, city Accra', ports, live);
    expect(done).toEqual([type('c', 'Accra')]);
    expect(reply.words).toContain('“name Kofi”');
  });

  it.each(['date of birth Ada', 'date of birth of child 1 Ada'])(
    'places nothing by the first words of a longer name: %s',
    async (part) => {
      const birth =
        '<fieldset><legend>Date of birth of child 1</legend><label>Day<input data-t=d></label><label>Month<input data-t=m></label><label>Year<input data-t=y></label></fieldset>';
      const { ports, done } = openPage(birth);
      const reply = await send(`fill in the form: ${part}`, ports, live);
      expect(done).toEqual([]);
      expect(reply.words).toContain(`could not tell where “${part}” goes`);
    },
  );
});
