import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });

const ADDRESSES = `
  <fieldset><legend>Sender</legend><label>Full name <input value="Ada Byron" data-t=name1></label>
    <label>Town <input value="London" data-t=town1></label><label>Land <select data-t=land1><option>Chile<option selected>Peru</select></label>
    <label>Floor <input data-t=floor1></label></fieldset>
  <fieldset><legend>Recipient</legend><label>Full name <input data-t=name2></label>
    <label>Town <input data-t=town2></label><label>Land <select data-t=land2><option selected>Chile<option>Peru</select></label>
    <label>Floor <input data-t=floor2></label></fieldset>
  <textarea data-t=note aria-label=Note>one
two</textarea><textarea data-t=card aria-label=Card></textarea><label>Title <input data-t=title></label>
  <label>Password <input type=password value="•••" data-t=word></label>
  <table><tr><td>Parcel</td><td>R-1042</td></tr></table><p>Weight: 3 kg</p><label>Search <input data-t=search></label>`;

describe('copying from one place to another', () => {
  it.each<[string, Done]>([
    ['copy the sender name to the recipient name', type('name2', 'Ada Byron')],
    ['copy the town from sender to recipient', type('town2', 'London')],
    ['use the sender town as the recipient town', type('town2', 'London')],
    ['put the sender town into the recipient town too', type('town2', 'London')],
    ['set the recipient town to the sender town', type('town2', 'London')],
    ['make the recipient town the same as the sender town', type('town2', 'London')],
    [
      'copy the sender land to the recipient land',
      { intent: 'change', uid: 'land2', value: 'Peru' },
    ],
    ['Copy the text in the note and paste it into the card.', type('card', 'one\ntwo')],
    ['copy the parcel to the search box', type('search', 'R-1042')],
    ['enter the value of Weight into the search field', type('search', '3 kg')],
    // What is no field is the text itself.
    ['type the end into the title', type('title', 'the end')],
    ['set the title to the great escape', type('title', 'the great escape')],
    ['type "the sender town" into the title', type('title', 'the sender town')],
  ])('%s', async (message, action) => {
    const { ports, done } = openPage(ADDRESSES);
    await send(message, ports, live);
    expect(done).toEqual([action]);
  });

  it.each([
    ['copy the sender floor to the recipient floor', 'is empty'],
    ['copy the password to the title', 'is secret'],
    ['copy the colour to the title', 'could not find “colour”'],
    ['copy the town to the title', '“town” may be'],
    ['copy the note to the town', 'Which one?'],
  ])('copies nothing where that is not clear: %s', async (message, part) => {
    const { ports, done } = openPage(ADDRESSES);
    const { words } = await send(message, ports, live);
    expect(done).toEqual([]);
    expect(words).toContain(part);
  });
});
