import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const LIST =
  '<ul><li>Oak lamp <button data-t="oak" aria-label="Delete Oak lamp">×</button></li></ul>';
const dialog = (question: string): string =>
  `<div role="dialog" data-t="box"><p>${question}</p><button data-t="yes">Delete</button><button data-t="no">Keep</button></div>`;

function open(html: string, then: string) {
  return openPage(html, {
    onPerform(action, set) {
      if (action.intent === 'click' && action.uid === 'oak') set(html + then);
      return { ok: true, receipt: { verdict: 'changed', changes: [{ kind: 'moved', uid: 'x' }] } };
    },
  });
}

describe('a question of the page before it does what was asked', () => {
  it('is agreed to where it names what was asked for', async () => {
    const { ports, done } = open(LIST, dialog('Delete the lamp for good?'));
    const { outcome } = await send('delete Oak lamp', ports, live);
    expect(done.map((each) => ('uid' in each ? each.uid : null))).toEqual(['oak', 'yes']);
    expect(outcome).toBe('done');
  });

  it.each([
    ['Are you sure?', 'delete Oak lamp'],
    ['Delete this product from the list?', 'delete the product Oak lamp from the page'],
  ])('is passed on where it names nothing of it: %s', async (question, message) => {
    const { ports, done } = open(LIST, dialog(question));
    const { outcome, words } = await send(message, ports, live);
    expect(done).toHaveLength(1);
    expect(outcome).toBe('asked');
    expect(words).toContain('Shall I press “Delete”?');
  });

  it.each([
    ['delete Oak lamp, then click Delete', 'yes'],
    ['delete Oak lamp, then click Keep', 'no'],
  ])('is answered by the user who says how: %s', async (message, pressed) => {
    const { ports, done } = open(LIST, dialog('Delete the lamp for good?'));
    await send(message, ports, live);
    expect(done.map((each) => ('uid' in each ? each.uid : null))).toEqual(['oak', pressed]);
  });

  it('is seen where it stands between the lines', async () => {
    const line = '<p>Really? <button data-t="yes">Yes</button> <button data-t="no">No</button></p>';
    const { ports, done } = open(LIST, line);
    expect((await send('delete Oak lamp', ports, live)).outcome).toBe('asked');
    expect(done).toHaveLength(1);
  });

  it.each([
    ['says that it is done', '<a href="#s" data-t="again">Saved</a> <button>Close</button>'],
    ['came with no way out', '<button data-t="again">Save</button> <button>Share</button>'],
  ])('is no button that %s', async (_, then) => {
    const page = '<button data-t="oak" aria-label="Save Oak lamp">♡</button>';
    const { ports, done } = openPage(page, {
      onPerform(_action, set) {
        set(`${page}<p>Oak lamp ${then}</p>`);
        return {
          ok: true,
          receipt: { verdict: 'changed', changes: [{ kind: 'moved', uid: 'x' }] },
        };
      },
    });
    expect((await send('save Oak lamp', ports, live)).outcome).toBe('done');
    expect(done).toEqual([{ intent: 'click', uid: 'oak' }]);
  });

  it('is left to the user where the dialog has fields', async () => {
    const { ports, done } = open(LIST, dialog('Delete the lamp? <input aria-label=Reason>'));
    expect((await send('delete Oak lamp', ports, live)).outcome).toBe('done');
    expect(done).toHaveLength(1);
  });
});

describe('closing a message', () => {
  const BLINDS = '<h3>Roller blind</h3><button data-t="blind">Close</button>';

  it('asks before it presses a close button that stands elsewhere', async () => {
    const { ports, done } = openPage(BLINDS);
    const { outcome } = await send('get rid of the washing machine notification', ports, live);
    expect(outcome).not.toBe('done');
    expect(done).toEqual([]);
  });

  it('presses the one in the message', async () => {
    const note = '<div class="toast"><p>Saved</p><button data-t="cross">×</button></div>';
    const { ports, done } = openPage(`${BLINDS}${note}`);
    await send('close the notification', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: 'cross' }]);
  });
});
