import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const card = (name: string, id: string) =>
  `<div class="card" data-t="${id}-card"><span class="name" data-t="${id}">${name}</span></div>`;
const column = (name: string, id: string, cards: string) =>
  `<section class="column" data-t="${id}"><h2 data-t="${id}-head">${name}</h2><div class="list" data-t="${id}-list">${cards}</div></section>`;
const board = (open: string, done: string) =>
  `<main>${column('Open', 'open', open)}${column('Done', 'done', done)}</main><a href="#" data-t="bin">Bin</a>`;
const MILK = card('Buy milk', 'milk');
const RENT = card('Pay rent', 'rent');
const BOARD = board(MILK + RENT, '');

describe('dragging', () => {
  it.each([
    'drag Buy milk to Done',
    'drag the card Buy milk onto the Done column',
    'move "Buy milk" to Done',
    'move Buy milk from Open into the Done list',
    'drag Buy milk and drop it on Done',
  ])('%s', async (message) => {
    const { ports, done } = openPage(BOARD, {
      onPerform: (_, set) => {
        set(board(RENT, MILK));
        return {
          ok: true,
          receipt: { verdict: 'changed', changes: [{ kind: 'moved', uid: 'milk' }] },
        };
      },
    });
    const { outcome } = await send(message, ports, live);
    expect(done).toMatchObject([{ intent: 'drag', uid: 'milk', toUid: 'done-list' }]);
    expect(outcome).toBe('done');
  });

  it('drops on another item where the list has one, which is not what was named', async () => {
    const pay = card('<a href="#" data-t="pay">Pay rent</a>', 'rent');
    const { ports, done } = openPage(board(MILK, pay));
    const { events } = await send('drag Buy milk to Done', ports, live);
    expect(done).toMatchObject([{ intent: 'drag', uid: 'milk', toUid: 'rent' }]);
    expect(events.find(({ type }) => type === 'acting')).toMatchObject({
      description: 'Drag Buy milk onto Done',
    });
    expect(events.some(({ type }) => type === 'approval')).toBe(false);
  });

  it('does not say done where the item is in another list, or where it was', async () => {
    const { ports } = openPage(BOARD);
    const { outcome, words } = await send('drag Buy milk to Done', ports, live);
    expect(outcome).toBe('failed');
    expect(words).toContain('“Buy milk” is not in “Done” now.');
  });

  it('does not say done where each column holds one card, and none has moved', async () => {
    const { ports } = openPage(
      ['Open', 'Done']
        .map(
          (name) =>
            `<div class="column"><h3>${name}</h3><div class="card"><h5>Task of ${name}</h5></div></div>`,
        )
        .join(''),
    );
    const { outcome, words } = await send('move Task of Open to Done', ports, live);
    expect(outcome).toBe('failed');
    expect(words).toContain('is not in “Done” now.');
  });

  it('names the place in what it says, and does not guess between two', async () => {
    const { ports } = openPage(BOARD);
    const { events } = await send('drag Pay rent to the Bin', ports, live);
    expect(events.find(({ type }) => type === 'acting')).toMatchObject({
      description: 'Drag Pay rent onto Bin',
    });
    const twice = openPage(board(MILK + MILK.replaceAll('milk"', 'milk2"'), ''));
    const { words } = await send('drag Buy milk to Done', twice.ports, live);
    expect(twice.done).toEqual([]);
    expect(words).toContain('say which one');
  });

  it('presses a button that moves it, where “move” may be its name', async () => {
    const { ports, done } = openPage('<p>Q3</p><button data-t="b">Move Q3 to Archive</button>');
    await send('move Q3 to Archive', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: 'b' }]);
  });
});

describe('other clicks', () => {
  it('double-clicks and right-clicks elements and texts', async () => {
    const { ports, done } = openPage(BOARD);
    await send('double-click Buy milk', ports, live);
    await send('right click on Pay rent', ports, live);
    await send('double click the Bin', ports, live);
    expect(done).toEqual([
      { intent: 'doubleClick', uid: 'milk' },
      { intent: 'rightClick', uid: 'rent' },
      { intent: 'doubleClick', uid: 'bin' },
    ]);
  });
});
