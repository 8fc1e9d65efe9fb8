import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const NAV =
  '<nav><a href="#pets" data-t="pets">My pets</a><a href="#hours" data-t="hours">Hours</a></nav>';
const PETS =
  '<ul><li>Milo <button data-t="milo">Order refill</button></li><li>Bella <button data-t="bella">Order refill</button></li></ul>' +
  '<label>Email <input data-t="mail"></label><label><input type="checkbox" data-t="news">Newsletter</label>';
const HOURS = '<p>Milo is here on Monday.</p>';

function write(shown: 'pets' | 'hours' | null): string {
  const hide = (id: string): string => (id === shown ? '' : 'hidden');
  return `${NAV}<section id="pets" ${hide('pets')}>${PETS}</section><section id="hours" ${hide('hours')}>${HOURS}</section>`;
}

/** Sends a message to a page whose links show its parts. */
async function run(message: string): Promise<{ done: Done[]; outcome: unknown }> {
  const { ports, done } = openPage(write(null), {
    onPerform(action, set) {
      if (action.intent === 'click' && action.uid === 'pets') set(write('pets'));
      return { ok: true, receipt: { verdict: 'changed', changes: [] } };
    },
  });
  const { outcome } = await send(message, ports, live);
  return { done, outcome };
}

describe('a part of the page that is not shown', () => {
  it.each<[string, Done]>([
    ['order a refill for Milo', { intent: 'click', uid: 'milo' }],
    ['type a@b.example into Email', { intent: 'textInput', uid: 'mail', text: 'a@b.example' }],
    ['tick Newsletter', { intent: 'click', uid: 'news' }],
  ])('is shown by its link first: %s', async (message, action) => {
    expect(await run(message)).toEqual({
      done: [{ intent: 'click', uid: 'pets' }, action],
      outcome: 'done',
    });
  });

  it.each([
    'order a refill for Rex',
    'tick Offers',
    'press Monday',
    'Milo refill?',
    'Milo refill, newsletter',
  ])('stays hidden where it doesn’t name what can be operated: %s', async (message) =>
    expect((await run(message)).done).toEqual([]),
  );

  it('is not shown again', async () => {
    const { ports, done } = openPage(write('pets'));
    await send('tick Order', ports, live);
    expect(done).toEqual([]);
  });

  it('is not chosen where two say the same', async () => {
    const page =
      '<button aria-controls="a" data-t="one">One</button><button aria-controls="b" data-t="two">Two</button>' +
      '<div id="a" hidden><button>Export</button></div><div id="b" hidden><button>Export</button></div>';
    const { ports, done } = openPage(page);
    await send('press Export', ports, live);
    expect(done).toEqual([]);
  });

  it('opens below the heading of closed details', async () => {
    const page =
      '<details><summary data-t="more">More</summary><div hidden><button data-t="export">Export</button></div></details>';
    const { ports, done } = openPage(page, {
      onPerform(action, set) {
        if ('uid' in action && action.uid === 'more') set(page.replace('<div hidden', '<div'));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    await send('press Export', ports, live);
    expect(done).toEqual([
      { intent: 'click', uid: 'more' },
      { intent: 'click', uid: 'export' },
    ]);
  });
});

it('opens a part only once', async () => {
  const page =
    '<button aria-controls="a" data-t="one">One</button><div id="a" hidden><button>Export</button></div>';
  const { ports, done } = openPage(page, {
    onPerform: () => ({ ok: true, receipt: { verdict: 'changed', changes: [] } }),
  });
  expect((await send('press Export', ports, live)).outcome).toBe('failed');
  expect(done).toEqual([{ intent: 'click', uid: 'one' }]);
});
