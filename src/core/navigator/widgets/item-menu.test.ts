import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const row = (name: string, id: string) =>
  `<tr><td>${name}</td><td>Editor</td><td><button aria-label="More" aria-haspopup="menu" data-t="${id}">⋯</button></td></tr>`;
const TABLE = `<table>${row('Iris Larsen', 'iris')}${row('Ben Ode', 'ben')}</table><button data-t="invite">Invite</button>`;
const MENU =
  '<div role="menu"><button role="menuitem" data-t="off">Deactivate</button><button role="menuitem" data-t="out">Remove user</button></div>';

function open(menu = MENU) {
  return openPage(TABLE, {
    onPerform(action, set) {
      if (action.intent === 'click' && action.uid === 'iris') set(TABLE + menu);
      return {
        ok: true,
        receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Remove user' }] },
      };
    },
  });
}

describe('the menu of an item', () => {
  it.each(['remove the user Iris Larsen', 'delete Iris Larsen'])(
    'is opened for what only it can do: %s',
    async (message) => {
      const { ports, done } = open();
      const { outcome } = await send(message, ports, live);
      expect(done).toEqual([
        { intent: 'click', uid: 'iris' },
        { intent: 'click', uid: 'out' },
      ]);
      expect(outcome).toBe('done');
    },
  );

  it('is opened in vain where it has nothing of the kind, which is said', async () => {
    const { ports, done } = open('<div role="menu"><button role="menuitem">Copy</button></div>');
    const { outcome, words } = await send('delete Iris Larsen', ports, live);
    expect(done).toEqual([
      { intent: 'click', uid: 'iris' },
      { intent: 'press', uid: null, key: 'Escape' },
    ]);
    expect(outcome).toBe('failed');
    expect(words).toContain('could not find “delete” in it');
  });

  it.each(['delete Iris', 'remove Larsen'])(
    'is opened for the only item with a part of a name: %s',
    async (message) => {
      const { ports, done } = open();
      await send(message, ports, live);
      expect(done).toEqual([
        { intent: 'click', uid: 'iris' },
        { intent: 'click', uid: 'out' },
      ]);
    },
  );

  it('presses nothing in it that has only the verb', async () => {
    const menu =
      '<div role="menu"><button role="menuitem" data-t="reset">Send password reset</button></div>';
    const { ports, done } = open(menu);
    await send('send the newsletter to Iris', ports, live);
    expect(done).not.toContainEqual({ intent: 'click', uid: 'reset' });
  });

  it('is left closed where no item, or nothing to do, is named', async () => {
    for (const message of ['delete Carla Ruiz', 'show me Iris Larsen', 'delete the user']) {
      const { ports, done } = open();
      await send(message, ports, live);
      expect(done).toEqual([]);
    }
  });
});
