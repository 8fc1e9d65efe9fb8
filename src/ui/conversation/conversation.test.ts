import { describe, expect, it } from 'vitest';
import { announceChanges, joinSentences } from './conversation.tsx';
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

describe('joinSentences', () => {
  it('ends each line once', () => {
    const lines = [
      'Type “2” in Quantity: done',
      'The page has changed.',
      'Click Add: acting…',
      'Go',
    ];
    expect(joinSentences(lines)).toBe(
      'Type “2” in Quantity: done. The page has changed. Click Add: acting… Go',
    );
  });
});

describe('announceChanges', () => {
  it('tells what the navigator said and did, and later states', () => {
    expect(announceChanges([], [said, acting])).toEqual([
      'The cart has one kettle.',
      'Click Add to cart: acting…',
    ]);
    expect(announceChanges([said, acting], [said, { ...acting, state: 'saved' }])).toEqual([
      'Click Add to cart: saved',
    ]);
  });

  it('tells an action that is kept once it is, and again when it became another', () => {
    const typing: ActionEntry = { ...acting, by: 'person', state: 'saving' };
    expect(announceChanges([], [typing])).toEqual([]);
    const kept: ActionEntry = { ...typing, state: 'saved', description: 'Type “r” in Search' };
    expect(announceChanges([typing], [kept])).toEqual(['Type “r” in Search: saved']);
    expect(announceChanges([kept], [{ ...kept, description: 'Type “red” in Search' }])).toEqual([
      'Type “red” in Search: saved',
    ]);
  });

  it('tells what was taken back, not that there is another list', () => {
    const first: ActionEntry = { ...acting, state: 'saved' };
    const last: ActionEntry = { ...first, id: 'a2' };
    expect(announceChanges([first, last], [first])).toEqual(['Undone: Click Add to cart']);
    expect(announceChanges([said], [])).toEqual(['Undone: “The cart has one kettle.”']);
    expect(announceChanges([first, last], [])).toEqual([]);
  });

  it('counts what is alike', () => {
    const three = ['x', 'y', 'z'].map((id): ActionEntry => ({ ...acting, id, state: 'saved' }));
    expect(announceChanges([], three)).toEqual(['Click Add to cart: saved, 3 times']);
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
      /412 ms before the action: the page moved\./,
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
      'Watched until the page was idle. Nothing changed.',
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
      'The value changed from empty to “red kettle”',
      'Now checked',
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
