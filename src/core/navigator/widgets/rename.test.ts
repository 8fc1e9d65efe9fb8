import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const row = (name: string, id: string, extra = '') =>
  `<li data-t="${id}-row"><input type="checkbox" data-t="${id}-box"><span data-t="${id}">${name}</span>${extra}</li>`;
const list = (...rows: string[]) => `<ul>${rows.join('')}</ul>`;
const RENT = row('Pay rent', 'rent');

describe('renaming', () => {
  it.each([
    'rename Buy milk to Buy bread',
    'rename "Buy milk" "Buy bread"',
    'change the name of Buy milk to Buy bread',
    'edit Buy milk to say Buy bread',
  ])('double-clicks a text that can be edited so: %s', async (message) => {
    const { ports, done } = openPage(list(row('Buy milk', 'milk'), RENT), {
      onPerform(action, set) {
        if (action.intent === 'doubleClick')
          set(list('<li><input data-t="edit" value="Buy milk"></li>', RENT));
        if (action.intent === 'press') set(list(row('Buy bread', 'bread'), RENT));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const { outcome } = await send(message, ports, live);
    expect(done).toEqual([
      { intent: 'doubleClick', uid: 'milk' },
      { intent: 'textInput', uid: 'edit', text: 'Buy bread' },
      { intent: 'press', key: 'Enter', uid: 'edit' },
    ]);
    expect(outcome).toBe('done');
  });

  it('uses the Edit button of its row, and saves by the button beside the field', async () => {
    const edit = (id: string) => `<button data-t="${id}-edit">Edit</button>`;
    const rent = row('Pay rent', 'rent', edit('rent'));
    const { ports, done } = openPage(list(row('Buy milk', 'milk', edit('milk')), rent), {
      onPerform(action, set) {
        const form =
          '<li><input data-t="field" value="Buy milk"><button data-t="save">Save</button></li>';
        if (action.intent === 'click' && action.uid === 'milk-edit') set(list(form, rent));
        if (action.intent === 'click' && action.uid === 'save') set(list(row('Oats', 'o'), rent));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const { outcome } = await send('rename Buy milk to Oats', ports, live);
    expect(done).toEqual([
      { intent: 'click', uid: 'milk-edit' },
      { intent: 'textInput', uid: 'field', text: 'Oats' },
      { intent: 'click', uid: 'save' },
    ]);
    expect(outcome).toBe('done');
  });

  it('uses the menu of the item where Rename is there', async () => {
    const more = (id: string) => `<button aria-label="More" data-t="${id}-more">⋯</button>`;
    const rows = list(row('Buy milk', 'milk', more('milk')), row('Pay rent', 'rent', more('rent')));
    const { ports, done } = openPage(rows, {
      onPerform(action, set) {
        if (action.intent !== 'click')
          return { ok: true, receipt: { verdict: 'changed', changes: [] } };
        if (action.uid === 'milk-more')
          set(`${rows}<div role="menu"><button role="menuitem" data-t="re">Rename</button></div>`);
        if (action.uid === 're') set(`${rows}<input data-t="edit" value="Buy milk">`);
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    await send('rename Buy milk to Oats', ports, live);
    expect(done.slice(0, 3)).toEqual([
      { intent: 'click', uid: 'milk-more' },
      { intent: 'click', uid: 're' },
      { intent: 'textInput', uid: 'edit', text: 'Oats' },
    ]);
  });

  it('types into the field that holds the name', async () => {
    const { ports, done } = openPage(list('<li><input data-t="a" value="Buy milk"></li>', RENT));
    await send('rename Buy milk to Oats', ports, live);
    expect(done[0]).toEqual({ intent: 'textInput', uid: 'a', text: 'Oats' });
  });

  it('presses the only Rename button for the thing that the page is about', async () => {
    const page = (field: string) =>
      `<h1>${field}</h1><input type="search" aria-label="Filter" data-t="filter${field.length}"><button data-t="re">Rename</button>`;
    const { ports, done } = openPage(page('Dinner'), {
      onPerform(action, set) {
        if (action.intent === 'click')
          set(page('<input aria-label="Name" data-t="edit" value="Dinner">'));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    await send('rename this playlist to Supper club', ports, live);
    // Everything is drawn again, but only the field for the name is new.
    expect(done.slice(0, 2)).toEqual([
      { intent: 'click', uid: 're' },
      { intent: 'textInput', uid: 'edit', text: 'Supper club' },
    ]);
  });

  it('double-clicks no button', async () => {
    const { ports, done } = openPage('<button data-t="new">Create playlist</button>');
    expect((await send('rename this playlist to Supper club', ports, live)).outcome).toBe('failed');
    expect(done).toEqual([]);
  });

  it('says so where nothing can be edited, or the name stays', async () => {
    const { ports, done } = openPage(list(row('Buy milk', 'milk'), RENT));
    const { outcome, words } = await send('rename Buy milk to Oats', ports, live);
    expect(done).toEqual([{ intent: 'doubleClick', uid: 'milk' }]);
    expect(outcome).toBe('failed');
    expect(words).toContain('I could not find where to change “Buy milk”.');
  });
});
