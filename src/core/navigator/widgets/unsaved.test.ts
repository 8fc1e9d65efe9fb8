import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';
import { startRunState } from '../run/run-state.ts';

const live = new AbortController().signal;

/** A card of settings that ends with these buttons. */
function card(buttons: string, { tag = 'div', sms = false, size = 'Small' } = {}): string {
  const options = ['Small', 'Large'].map(
    (each) => `<option${each === size ? ' selected' : ''}>${each}`,
  );
  return `<main><p>Welcome</p><${tag} class=card><h2>Alerts</h2>
    <label><input type=checkbox ${sms ? 'checked' : ''} data-t=sms>SMS</label>
    <label>Letter size <select data-t=size>${options.join('')}</select></label>
    <label>Name <input data-t=name></label>${buttons}</${tag}></main>`;
}

/** Sends messages to a page that takes what is set. */
async function converse(messages: readonly string[], buttons: string, tag = 'div') {
  let held = { tag, sms: false, size: 'Small' };
  const { ports, done } = openPage(card(buttons, held), {
    onPerform(action, set) {
      if (action.intent === 'click' && action.uid === 'sms') held = { ...held, sms: !held.sms };
      if (action.intent === 'change') held = { ...held, size: action.value };
      set(card(buttons, held));
      return { ok: true, receipt: { verdict: 'changed', changes: [] } };
    },
  });
  const state = startRunState();
  let reply = { outcome: '', words: '' };
  for (const message of messages) reply = await send(message, ports, live, state);
  return { done, ...reply };
}

const SAVE = '<button data-t=save>Save</button>';
const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));

describe('settings that have to be saved', () => {
  it.each<[string, Done[]]>([
    ['tick SMS', click('sms')],
    ['set the letter size to Large', [{ intent: 'change', uid: 'size', value: 'Large' }]],
    ['choose Large', [{ intent: 'change', uid: 'size', value: 'Large' }]],
  ])('asks whether to save after "%s", and saves on a yes', async (message, actions) => {
    const asked = await converse([message], SAVE);
    expect(asked).toMatchObject({ outcome: 'asked', done: actions });
    expect(asked.words).toContain('Shall I press “Save”?');
    const agreed = await converse([message, 'yes'], SAVE);
    expect(agreed).toMatchObject({ outcome: 'done', done: [...actions, ...click('save')] });
  });

  it('asks once for several settings, and does what is said next', async () => {
    const { done, outcome } = await converse(
      ['tick SMS and choose Large', 'type Ada in Name'],
      SAVE,
      'form',
    );
    expect(outcome).toBe('done');
    expect(done.map(({ intent }) => intent)).toEqual(['click', 'change', 'textInput']);
  });

  it.each([
    ['the request saves it itself', 'tick SMS and click Save', SAVE],
    ['a text was only typed', 'type Ada in Name', SAVE],
    ['it was so already', 'untick SMS', SAVE],
    ['the button is switched off', 'tick SMS', '<button disabled>Save</button>'],
    ['there are two such buttons', 'tick SMS', `${SAVE}<button>Apply</button>`],
    ['the button saves something else', 'tick SMS', '<button>Save for later</button>'],
    ['there is no such button', 'tick SMS', '<button>Close</button>'],
    [
      'the button is in another part',
      'tick SMS',
      '</div></main><header><button>Save</button></header><main><div>',
    ],
  ])('does not ask where %s', async (_, message, buttons) => {
    expect(await converse([message], buttons)).toMatchObject({ outcome: 'done' });
  });

  it('ends with words that are no answer', async () => {
    const { words } = await converse(['tick SMS', 'do the thing with the stuff over there'], SAVE);
    expect(words).toContain('I did not understand');
    expect(words).not.toContain('Save');
  });

  it('knows a button that names what it saves', async () => {
    const { words } = await converse(['tick SMS'], '<button>Save alerts</button>');
    expect(words).toContain('Shall I press “Save alerts”?');
  });

  it('does not ask after taking something back', async () => {
    const { done, outcome } = await converse(['tick SMS', 'undo that'], SAVE);
    expect(done).toEqual(click('sms', 'sms'));
    expect(outcome).toBe('done');
  });

  it('asks after a choice in a list that the page draws', async () => {
    const list = (value: string, options: string) =>
      `<div><div role="combobox" tabindex="0" aria-haspopup="listbox" aria-label="Plan" aria-expanded="${String(options !== '')}" data-t="plan">${value}</div>${SAVE}</div>${options}`;
    const open = '<ul role="listbox"><li role="option" data-t="pro">Pro</li></ul>';
    const { ports, done } = openPage(list('Basic', ''), {
      onPerform(action, set) {
        const uid = 'uid' in action ? action.uid : null;
        set(uid === 'plan' ? list('Basic', open) : list('Pro', ''));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const { outcome, words } = await send('choose Pro under Plan', ports, live);
    expect(done).toEqual(click('plan', 'pro'));
    expect(outcome).toBe('asked');
    expect(words).toContain('Shall I press “Save”?');
  });

  it('asks after a date that was typed', async () => {
    const field = (value: string) =>
      `<div><label>Start date <input placeholder="dd/mm/yyyy" value="${value}" data-t="start"></label>${SAVE}</div>`;
    const { ports, done } = openPage(field(''), {
      onPerform(action, set) {
        if (action.intent === 'textInput') set(field(action.text));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const { outcome } = await send('set the start date to 14 June 2031', ports, live);
    expect(done[0]).toMatchObject({ intent: 'textInput', uid: 'start' });
    expect(outcome).toBe('asked');
  });
});
