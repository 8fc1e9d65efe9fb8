import { describe, expect, it } from 'vitest';
import { startRunState } from '../run/run-state.ts';
import { listPage, openPage, send } from '../run/run.fixture.ts';
import { suggestRequests } from './main-actions.ts';

const live = new AbortController().signal;

const SHOP = `<a href=#main>Skip to content</a><a href=/terms data-t=terms>Terms</a>
  <input type=search aria-label="Search the shop"><button>Search</button>
  <select aria-label=Delivery><option>Standard<option>Express</select>
  <button disabled>Pay</button>
  <button data-t=cart>Add to cart</button>
  <a href=/long>A headline that is much too long to be the name of an action on any page</a>`;

describe('what the page offers', () => {
  it.each(['what can you do?', 'Hello!', 'hi there', 'help', 'what is on this page?'])(
    'answers %j with actions that one click runs',
    async (message) => {
      const { ports, done } = openPage(SHOP);
      const state = startRunState();
      const reply = await send(message, ports, live, state);
      expect(done).toEqual([]);
      expect(state.pending?.options.map(({ label }) => label)).toEqual([
        'Search',
        'Add to cart',
        'Terms',
      ]);
      expect(reply.outcome).toBe('asked');
      await send('Add to cart', ports, live, state);
      expect(done).toEqual([{ intent: 'click', uid: 'cart' }]);
    },
  );

  it('says so on a page with nothing to click', async () => {
    const { ports } = openPage('<p>Nothing here</p>');
    expect((await send('help', ports, live)).words).toBe('I found nothing to click on this page.');
  });

  it('still takes “help” with a name as a command', async () => {
    const { ports, done } = openPage('<button data-t=help>Help center</button>');
    await send('click help center', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: 'help' }]);
  });
});

describe('examples for an empty conversation', () => {
  it('come from the controls of the page', () => {
    expect(suggestRequests(listPage(SHOP))).toEqual([
      'search for …',
      'choose Express in Delivery',
      'click Add to cart',
    ]);
  });

  it('fall back to scrolling', () => {
    expect(suggestRequests([])).toEqual(['scroll down']);
  });
});
