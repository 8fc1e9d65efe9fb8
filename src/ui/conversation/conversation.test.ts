import { describe, expect, it } from 'vitest';
import { announceChanges } from './announce.ts';
import { describeProof, listReceiptLines } from './describe-details.ts';
import type { ActionEntry, UtteranceEntry } from './entry.ts';
import { splitVerb } from './entry.ts';

const said: UtteranceEntry = {
  kind: 'utterance',
  id: 's1',
  at: 1,
  speaker: 'navigator',
  by: 'copilot',
  text: 'The cart has one kettle.',
};
const acting: ActionEntry = {
  kind: 'action',
  id: 'a1',
  at: 2,
  by: 'copilot',
  description: 'Click Add to cart',
  detail: null,
  state: 'acting',
  screenshot: { status: 'pending' },
  findings: [],
  details: { ranking: null, receipt: null, target: null, screenshot: null, url: null },
};

describe('announceChanges', () => {
  it('tells what the navigator said and did, and later states', () => {
    expect(announceChanges([], [said, acting])).toEqual([
      'The cart has one kettle.',
      'Click Add to cart: acting…',
    ]);
    expect(announceChanges([said, acting], [said, { ...acting, state: 'kept' }])).toEqual([
      'Click Add to cart: kept',
    ]);
  });

  it('tells an action that is kept once it is, and again when it became another', () => {
    const typing: ActionEntry = { ...acting, by: 'person', state: 'keeping' };
    expect(announceChanges([], [typing])).toEqual([]);
    const kept: ActionEntry = { ...typing, state: 'kept', description: 'Type “r” in Search' };
    expect(announceChanges([typing], [kept])).toEqual(['Type “r” in Search: kept']);
    expect(announceChanges([kept], [{ ...kept, description: 'Type “red” in Search' }])).toEqual([
      'Type “red” in Search: kept',
    ]);
  });

  it('tells what was taken back, not that there is another list', () => {
    const first: ActionEntry = { ...acting, state: 'kept' };
    const last: ActionEntry = { ...first, id: 'a2' };
    expect(announceChanges([first, last], [first])).toEqual(['Taken back: Click Add to cart']);
    expect(announceChanges([said], [])).toEqual(['Taken back: “The cart has one kettle.”']);
    expect(announceChanges([first, last], [])).toEqual([]);
  });

  it('counts what is alike', () => {
    const three = ['x', 'y', 'z'].map((id): ActionEntry => ({ ...acting, id, state: 'kept' }));
    expect(announceChanges([], three)).toEqual(['Click Add to cart: kept, 3 times']);
  });

  it('is silent about the user’s own words and changes that are not of state', () => {
    expect(announceChanges([], [{ ...said, speaker: 'instructor', by: 'person' }])).toEqual([]);
    expect(announceChanges([acting], [{ ...acting, detail: 'cart: 1 item' }])).toEqual([]);
  });
});

describe('describeProof', () => {
  it.each([
    [{ kind: 'unchanged', requestedAt: 1, doneAt: 2 } as const, /nothing on the page changed/i],
    [
      { kind: 'stale', ageMs: 412, reason: 'the page moved' } as const,
      /412 ms older.*the page moved\./,
    ],
    [{ kind: 'stale', ageMs: -1400, reason: 'it came late' } as const, /1\.4 s after the action/],
  ])('%j', (proof, sentence) => {
    expect(describeProof({ status: 'kept', image: 'h', width: 1, height: 1, proof })).toMatch(
      sentence,
    );
  });
});

describe('describeReceipt', () => {
  it('never claims a change that was not seen', () => {
    expect(listReceiptLines({ verdict: 'unchanged', changes: [] })).toEqual([
      'The page was watched until it was quiet, and nothing changed.',
    ]);
  });

  it('tells every change', () => {
    expect(
      listReceiptLines({
        verdict: 'changed',
        changes: [
          { kind: 'value', uid: 'u', from: '', to: 'red kettle' },
          { kind: 'checked', uid: 'u', to: true },
          { kind: 'title', to: '' },
        ],
      }),
    ).toEqual([
      'Its value went from empty to “red kettle”',
      'It is now ticked',
      'The page has no title',
    ]);
  });
});

describe('splitVerb', () => {
  it('takes the first word', () => {
    expect(splitVerb('Type “a b” in Name')).toEqual({ verb: 'Type', rest: ' “a b” in Name' });
    expect(splitVerb('Submit')).toEqual({ verb: 'Submit', rest: '' });
  });
});
