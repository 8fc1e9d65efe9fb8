import { expect, it } from 'vitest';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const FORM =
  '<h1>Shopping list</h1><input data-t=item placeholder="New item"><input type=number data-t=count value=1><button data-t=add>+ Add</button>';
const TYPED: Done[] = [
  { intent: 'textInput', uid: 'item', text: 'Oat milk' },
  { intent: 'click', uid: 'add' },
];

it.each(['add Oat milk to the list', 'add an item called Oat milk', 'add item named "Oat milk"'])(
  'types and presses the Add button beside the field: %s',
  async (message) => {
    const { ports, done } = openPage(FORM);
    expect((await send(message, ports, live)).outcome).toBe('done');
    expect(done).toEqual(TYPED);
  },
);

it('adds what nothing on the page is called, where it only says “add”', async () => {
  const { ports, done } = openPage(FORM);
  expect((await send('add Oat milk', ports, live)).outcome).toBe('done');
  expect(done).toEqual(TYPED);
  const add = async (message: string, more = '') => {
    const page = openPage(FORM + more);
    await send(message, page.ports, live);
    return page.done;
  };
  expect(await add('add a new thing')).not.toEqual(TYPED);
  expect(await add('add to favourites')).toEqual([]);
  expect(await add('add Oat milk', '<a href="#" data-t="oats">Oat milk, 1 l</a>')).not.toEqual(
    TYPED,
  );
});

it('types into the field that is called so, and presses Enter', async () => {
  const { ports, done } = openPage(
    '<h1>Tasks</h1><input data-t=find type=search><input data-t=field placeholder="Add a new task"><button>Lists</button>',
  );
  expect((await send('add a task: Oat milk', ports, live)).outcome).toBe('done');
  expect(done).toEqual([
    { intent: 'textInput', uid: 'field', text: 'Oat milk' },
    { intent: 'press', uid: 'field', key: 'Enter' },
  ]);
});

it('adds nothing where the button adds something else, or there are two', async () => {
  for (const html of [
    FORM.replace('+ Add', 'Add coupon'),
    FORM + FORM.replaceAll('data-t=', 'data-u='),
  ]) {
    const { ports, done } = openPage(html);
    const reply = await send('add an item called Oat milk', ports, live);
    expect(reply.outcome).not.toBe('done');
    expect(done).toEqual([]);
  }
});

it('presses what a named button opens, types there and submits', async () => {
  const { ports, done } = openPage('<button data-t=new>Add card</button>', {
    onPerform(action, set) {
      if (action.intent === 'click')
        set('<form><textarea data-t=text></textarea><button data-t=ok>Save</button></form>');
      return {
        ok: true,
        receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: 'x' }] },
      };
    },
  });
  const reply = await send('add a card that says Call the bank, then submit it', ports, live);
  expect(reply.outcome).toBe('done');
  expect(done.map(({ intent }) => intent)).toEqual(['click', 'textInput', 'click']);
  expect(done[1]).toMatchObject({ text: 'Call the bank' });
});

it('fills in the parts of a record, and leaves a name with a comma whole', async () => {
  const form =
    '<form><label>Name <input data-t=name></label><label>E-mail <input data-t=mail></label><label>Plan <select data-t=plan><option>Free<option>Plus</select></label><button data-t=ok>Save</button></form>';
  const open = () =>
    openPage('<button data-t=new>Add subscriber</button>', {
      onPerform(action, set) {
        if (action.intent === 'click') set(form);
        return {
          ok: true,
          receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: 'x' }] },
        };
      },
      look: (each) => (each.uid === 'name' ? { ...each, fresh: true } : each),
    });
  const record = open();
  const said = 'add a new subscriber: Lars Holm, lars@holm.example, on the Plus plan';
  expect((await send(said, record.ports, live)).outcome).toBe('done');
  expect(record.done.slice(1, 4)).toEqual([
    { intent: 'textInput', uid: 'name', text: 'Lars Holm' },
    { intent: 'textInput', uid: 'mail', text: 'lars@holm.example' },
    { intent: 'change', uid: 'plan', value: 'Plus' },
  ]);
  const name = open();
  await send('add a subscriber called Holm, Lars', name.ports, live);
  expect(name.done[1]).toEqual({ intent: 'textInput', uid: 'name', text: 'Holm, Lars' });
});
