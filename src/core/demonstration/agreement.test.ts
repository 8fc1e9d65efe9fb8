import { describe, expect, it } from 'vitest';
import { listRequestedTurns, rateAgreement } from './turn-list.ts';
import type { BrowserTurn, RankerAgreement } from './demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';

const snapshot = { frames: [], devicePixelRatio: 1, takenAt: 1000, exact: true };
const act = (over: Partial<BrowserTurn>): BrowserTurn => makeBrowserTurn({ snapshot, ...over });
const changed = { verdict: 'changed', changes: [] } as const;

describe('listAskedTurns', () => {
  it('pairs each turn with what the instructor said last', () => {
    const turns = [
      act({ id: 'before any word' }),
      makeSayTurn(),
      act({ id: 'a' }),
      makeSayTurn({ action: { intent: 'say', speaker: 'navigator', utterance: 'Which one?' } }),
      act({ id: 'b', action: { intent: 'scroll', x: 0, y: 5, uid: 'u' } }),
      act({ id: 'c', action: { intent: 'textInput', uid: 'u', text: 'x' } }),
      makeSayTurn({
        action: { intent: 'say', speaker: 'instructor', utterance: ' the blue one ' },
      }),
      act({ id: 'd' }),
    ];
    expect(listRequestedTurns(turns).map(({ turn, request }) => [turn.id, request])).toEqual([
      ['a', 'Find a red kettle'],
      ['c', 'Find a red kettle'],
      ['d', 'the blue one'],
    ]);
  });

  it('leaves out what has no page, was taken back, or came to nothing', () => {
    const turns = [
      makeSayTurn(),
      makeBrowserTurn({ id: 'no page' }),
      act({ id: 'undone', undoneAt: 5 }),
      act({ id: 'unknown', by: 'copilot' }),
      act({ id: 'nothing', by: 'copilot', receipt: { verdict: 'unchanged', changes: [] } }),
      act({ id: 'done', by: 'copilot', receipt: { verdict: 'changed', changes: [] } }),
      makeSayTurn({
        undoneAt: 6,
        action: { intent: 'say', speaker: 'instructor', utterance: 'taken back' },
      }),
      act({ id: 'after', receipt: { ...changed, changes: [] } }),
    ];
    expect(listRequestedTurns(turns).map(({ turn, request }) => [turn.id, request])).toEqual([
      ['done', 'Find a red kettle'],
      ['after', 'Find a red kettle'],
    ]);
  });
});

describe('rateAgreement', () => {
  it('counts turns that were held against a ranker only', () => {
    const agreement = (rank: number | null): RankerAgreement => ({
      ...{ ranker: 'lexical', request: 'x', rank, of: 50, picked: null },
    });
    const turns = [1, 1, 10, 11, null].map((rank) => act({ agreement: agreement(rank) }));
    expect(rateAgreement([...turns, act({})])).toEqual({ turns: 5, first: 0.4, topTen: 0.6 });
    expect(rateAgreement([act({})])).toBeNull();
    expect(rateAgreement([act({ agreement: agreement(1), undoneAt: 2 })])).toBeNull();
  });
});
