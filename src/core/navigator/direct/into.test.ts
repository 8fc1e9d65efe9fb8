import { describe, expect, it } from 'vitest';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const click = (uid: string): Done => ({ intent: 'click', uid });

function shelf(button: string): string {
  const cards = ['Clay pot', 'Oak bowl', 'Clay jug'].map(
    (item, at) =>
      `<section><h2>${item}</h2><p>Made by hand</p><button data-t=put${String(at)}>${button}</button></section>`,
  );
  return `<nav><a href=/basket data-t=basket>Basket</a></nav><main>${cards.join('')}</main>`;
}

describe('buttons called by the verb and the place, with what is meant beside them', () => {
  it.each([
    ['Put into basket', 'Put the Clay pot into the basket'],
    ['Put into basket', 'put Clay pot in my basket, please'],
    ['Put into basket', 'add the Clay pot to the cart'],
    ['Add to bag', 'put the clay pot into the basket'],
    ['Save to wish list', 'save the clay pot to my wish list'],
    ['Move to archive', 'Move Clay pot to the archive'],
  ])('%s: %s', async (button, message) => {
    const { ports, done } = openPage(shelf(button));
    await send(message, ports, live);
    expect(done).toEqual([click('put0')]);
  });

  it('presses none for what is not there, and quotes the words as they were typed', async () => {
    const { ports, done } = openPage(shelf('Put into basket'));
    const { words, outcome } = await send('Put the Tin whistle into the basket', ports, live);
    expect(outcome).not.toBe('done');
    expect(done).toEqual([]);
    expect(words).toContain('“Put the Tin whistle into the basket”');
  });

  it.each([
    'Put the Clay pot into the basket',
    'go back a week',
    'in the row of Oslo click Repeat',
  ])('quotes %j where nothing fits', async (message) => {
    const { words } = await send(message, openPage('<button>Help</button>').ports, live);
    expect(words).toContain(`could not find “${message}”`);
  });
});
