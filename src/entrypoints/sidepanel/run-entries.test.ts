import { describe, expect, it } from 'vitest';
import type { LogEvent } from '../../core/navigator/log/run-log.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { RUN_ENTRIES } from './run-entries.ts';

const OPTIONS = ['Walnut lamp', 'Desk lamp'].map((label) => ({
  label,
  value: label,
  target: null,
}));

/** The entries after a question and the next message. */
function answerWith(message: string): readonly Entry[] {
  const events = [
    { type: 'asked', id: 'q', at: 1, question: 'Which one?', options: OPTIONS },
    { type: 'began', id: 'b', at: 2, message },
  ] as unknown as LogEvent[];
  return events.reduce(RUN_ENTRIES.add, RUN_ENTRIES.start).entries;
}

describe('a question in the conversation', () => {
  it.each([
    ['the second', 'the second'],
    ['no', 'no'],
    ['click Notes', null],
  ])('takes the next message %j as the answer %j', (message, answer) => {
    expect(answerWith(message)[0]).toMatchObject({ kind: 'question', open: false, answer });
  });
});

describe('a run in the conversation', () => {
  const action = { intent: 'click', uid: 'u' };
  const acting = {
    type: 'acting',
    id: 'e',
    at: 3,
    turnId: 't',
    action,
    target: null,
    description: 'Click Save',
  };
  const receipt = { verdict: 'changed', changes: [] };
  const acted = { type: 'acted', id: 'f', at: 4, turnId: 't', receipt, description: 'saved' };
  const show = (...events: object[]): readonly Entry[] =>
    (events as LogEvent[]).reduce(RUN_ENTRIES.add, RUN_ENTRIES.start).entries;

  it('leaves out a closing sentence that repeats the actions', () => {
    const said = { type: 'said', id: 's', at: 5, text: 'I clicked Save: saved.' };
    expect(show(acting, acted, { ...said, repeats: true }).map(({ kind }) => kind)).toEqual([
      'action',
    ]);
    expect(show(acting, acted, said).map(({ kind }) => kind)).toEqual(['action', 'utterance']);
  });

  it('moves a model’s reply into the details of its action', () => {
    const thinking = { type: 'thinking', id: 'm', at: 1, text: 'click(uid="u")' };
    expect(show(thinking)).toMatchObject([{ kind: 'thinking', streaming: true }]);
    expect(show(thinking, acting)).toMatchObject([
      { kind: 'action', details: { reply: { text: 'click(uid="u")' } } },
    ]);
  });

  it('marks an action that the page did not take, though it changed', () => {
    const refused = { ...acted, receipt: { ...receipt, asAsked: false } };
    expect(show(acting, acted)).toMatchObject([{ state: 'done' }]);
    expect(show(acting, refused)).toMatchObject([{ state: 'not-as-asked' }]);
  });

  it('offers to undo the last action only', () => {
    const undo = { uid: 'u', step: { kind: 'back' } };
    const next = { ...acting, id: 'g', turnId: 'next' };
    expect(show(acting, { ...acted, undo })).toMatchObject([{ canUndo: true }]);
    expect(show(acting, { ...acted, undo }, next)).toMatchObject([{ canUndo: false }, {}]);
  });

  it('offers to send a message again once its failure is mended', () => {
    const failed = { type: 'failed', id: 'x', at: 6, message: 'No key.', fix: 'settings' };
    expect(show(failed)).toMatchObject([{ actions: [{ id: 'settings' }, { id: 'retry' }] }]);
  });
});
