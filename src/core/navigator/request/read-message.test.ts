import { describe, expect, it } from 'vitest';
import { readFollowUp } from './read-message.ts';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';
import { startRunState } from '../run/run-state.ts';

const live = new AbortController().signal;
const click = (...uids: string[]): Done[] => uids.map((uid) => ({ intent: 'click', uid }));
const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });

interface Held {
  city: string;
  pace: string;
  role: string;
}

/** The page as it is while the controls hold this. */
function team({ city, pace, role }: Held): string {
  const rows = ['Bo', 'Cy', 'Di'].map((who) => {
    const held = who === 'Cy' ? role : 'Staff';
    const options = ['Guest', 'Staff'].map(
      (each) => `<option${each === held ? ' selected' : ''}>${each}`,
    );
    return `<tr><td>${who}</td><td><select aria-label=Role data-t=role${who}>${options.join('')}</select><button data-t=edit${who}>Edit</button></td></tr>`;
  });
  const radios = ['Slow', 'Fast'].map(
    (each) =>
      `<label><input type=radio name=p ${each === pace ? 'checked' : ''} data-t=${each.toLowerCase()}>${each}</label>`,
  );
  return `<table><tr><th>Who</th><th></th></tr>${rows.join('')}</table>
    <label>City<input value="${city}" data-t=city></label><label>Town<input data-t=town></label>
    <label><input type=checkbox data-t=sms>SMS</label><label><input type=checkbox data-t=mail>Mail</label>
    <fieldset><legend>Pace</legend>${radios.join('')}</fieldset>
    <button data-t=send>Send</button>`;
}

/** Says one after the other in one conversation. */
async function converse(messages: readonly string[], more = '') {
  let held: Held = { city: 'Rome', pace: 'Slow', role: 'Staff' };
  const { ports, done } = openPage(team(held) + more, {
    onPerform: (action, set) => {
      if (action.intent === 'textInput' && action.uid === 'city')
        held = { ...held, city: action.text };
      if (action.intent === 'change') held = { ...held, role: action.value };
      if (action.intent === 'click' && action.uid === 'fast') held = { ...held, pace: 'Fast' };
      set(team(held) + more);
      return { ok: true, receipt: { verdict: 'changed', changes: [] } };
    },
  });
  const state = startRunState();
  let reply = { outcome: '', words: '' };
  for (const message of messages) {
    reply = await send(message, ports, live, state);
    // What is kept between rounds may be stored.
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  }
  return { done, ...reply };
}

describe('follow-ups', () => {
  it.each<[string, string[], Done[]]>([
    ['same for another row', ['edit Bo', 'same for Di'], click('editBo', 'editDi')],
    ['the next one', ['edit Bo', 'the next one'], click('editBo', 'editCy')],
    ['the one before', ['edit Cy', 'the previous one'], click('editCy', 'editBo')],
    ['an ordinal', ['edit Bo', 'now the third'], click('editBo', 'editDi')],
    ['the last', ['edit Bo', 'and the last one too'], click('editBo', 'editDi')],
    ['again', ['edit Bo', 'once more'], click('editBo', 'editBo')],
    ['also', ['tick SMS', 'and Mail'], click('sms', 'mail')],
    ['it', ['type Oslo in Town', 'clear it'], [type('town', 'Oslo')]],
    [
      'the same text elsewhere',
      ['type Oslo in Town', 'same for City'],
      [type('town', 'Oslo'), type('city', 'Oslo')],
    ],
    ['the other choice', ['choose Fast', 'no, the other one'], click('fast', 'slow')],
    ['another instead', ['tick SMS', 'no, Mail'], click('sms', 'mail')],
  ])('%s', async (_, messages, actions) => {
    const { done } = await converse(messages);
    expect(done).toEqual(actions);
  });

  it.each<[string, string[], Done[]]>([
    [
      'what was typed',
      ['type Oslo in City', 'undo that'],
      [type('city', 'Oslo'), type('city', 'Rome')],
    ],
    ['a choice among radios', ['choose Fast', 'undo'], click('fast', 'slow')],
    [
      'a chosen option',
      ['set the role of Cy to Guest', 'take that back'],
      [
        { intent: 'change', uid: 'roleCy', value: 'Guest' },
        { intent: 'change', uid: 'roleCy', value: 'Staff' },
      ],
    ],
    [
      'several steps, the last first',
      ['type Oslo in City and scroll down', 'undo that'],
      [
        type('city', 'Oslo'),
        { intent: 'scroll', x: 0, y: 576, uid: null },
        { intent: 'scroll', x: 0, y: -576, uid: null },
        type('city', 'Rome'),
      ],
    ],
  ])('takes back %s', async (_, messages, actions) => {
    const { done } = await converse(messages);
    expect(done).toEqual(actions);
  });

  it('unticks what it ticked', async () => {
    const box = (on: boolean) =>
      `<label><input type=checkbox ${on ? 'checked' : ''} data-t=b>SMS</label>`;
    const { ports, done } = openPage(box(false), {
      onPerform: (_, set) => {
        set(box(true));
        return { ok: true, receipt: { verdict: 'changed', changes: [] } };
      },
    });
    const state = startRunState();
    await send('tick SMS', ports, live, state);
    expect((await send('undo that', ports, live, state)).outcome).toBe('done');
    expect(done).toEqual(click('b', 'b'));
  });

  it('says what it cannot take back, and clicks the page’s own Undo where there is one', async () => {
    const sent = await converse(['click Send', 'undo that']);
    expect(sent.done).toEqual(click('send'));
    expect(sent.words).toContain('cannot take back that I clicked Send');
    const offered = await converse(
      ['click Send', 'undo that'],
      '<button data-t=u>Undo send</button>',
    );
    expect(offered.done).toEqual(click('send', 'u'));
  });

  it('asks when there are several others, and does with the answer what it did before', async () => {
    const asked = await converse(['edit Bo', 'no, the other one']);
    expect(asked.outcome).toBe('asked');
    expect(asked.done).toEqual(click('editBo'));
    const answered = await converse(['edit Bo', 'no, the other one', 'Di']);
    expect(answered.done).toEqual(click('editBo', 'editDi'));
  });

  it('has nothing to go on from at the start', async () => {
    const { done, outcome } = await converse(['undo that']);
    expect(done).toEqual([]);
    expect(outcome).toBe('failed');
  });

  it.each([
    ['open the second result'],
    ['click Undo'],
    ['type again in Notes'],
    ['next page'],
    ['the red one'],
    ['not now'],
  ])('%s is no follow-up', (message) => {
    expect(readFollowUp(message)).toBeNull();
  });
});
