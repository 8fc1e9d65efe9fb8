import { describe, expect, it } from 'vitest';
import type {
  ActionEntry,
  Entry,
  QuestionEntry,
  UtteranceEntry,
} from '../../ui/conversation/entry.ts';
import { joinEntries } from './panel-model.ts';

const said: UtteranceEntry = {
  kind: 'utterance',
  id: 'said',
  at: 1,
  by: 'person',
  speaker: 'instructor',
  text: 'click Shop',
};
const acting: ActionEntry = {
  kind: 'action',
  id: 'turn',
  at: 3,
  by: 'copilot',
  description: 'Click Shop',
  detail: null,
  state: 'acting',
  screenshot: { status: 'none' },
  findings: [],
  details: {
    ranking: { query: 'Shop', ranker: 'lexical', ranked: [] },
    promptSummary: { tokens: 900, cuts: [] },
    receipt: null,
    target: null,
    screenshot: null,
    url: null,
  },
};
const kept: ActionEntry = {
  ...acting,
  at: 5,
  state: 'saved',
  detail: 'from the store',
  screenshot: { status: 'pending' },
  details: {
    ranking: null,
    receipt: null,
    target: null,
    screenshot: null,
    url: 'http://shop.example/',
  },
};

function join(live: Entry[], stored: Entry[]): readonly Entry[] {
  return joinEntries(live, new Map(stored.map((entry) => [entry.id, entry])));
}

describe('joinEntries', () => {
  it('puts what was said here and what was stored into one order', () => {
    expect(join([said], [kept]).map(({ id }) => id)).toEqual(['said', 'turn']);
    expect(join([{ ...said, at: 9 }], [kept]).map(({ id }) => id)).toEqual(['turn', 'said']);
  });

  it('shows a turn that is in both once, where it began, with why and picture', () => {
    const [entry, ...others] = join([acting], [kept]);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      at: 3,
      screenshot: { status: 'pending' },
      details: {
        ranking: { query: 'Shop' },
        promptSummary: { tokens: 900 },
        url: 'http://shop.example/',
      },
    });
  });

  it('says that it is kept only once it is done', () => {
    expect(join([acting], [kept])[0]).toMatchObject({ state: 'acting' });
    expect(join([{ ...acting, state: 'done' }], [kept])[0]).toMatchObject({ state: 'saved' });
    expect(join([{ ...acting, state: 'unchanged' }], [kept])[0]).toMatchObject({
      state: 'unchanged',
    });
  });

  it('keeps a question with its answers, though what was asked is stored as said', () => {
    const question: QuestionEntry = {
      kind: 'question',
      id: 'asked',
      at: 2,
      question: 'Which one?',
      options: [],
      open: true,
      answer: null,
    };
    expect(join([question], [{ ...said, id: 'asked' }])).toEqual([question]);
  });
});
