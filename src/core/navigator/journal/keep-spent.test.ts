import { describe, expect, it } from 'vitest';
import { beginRound, EMPTY_JOURNAL, endRound, noteSpent } from './keep-journal.ts';
import type { Journal } from './keep-journal.ts';
import { readSpent } from './keep-spent.ts';

function begin(message: string, journal: Journal = EMPTY_JOURNAL): Journal {
  const place = { tabId: 7, url: 'https://shop.example/' };
  return beginRound(journal, { at: 1, id: 'said', message, carried: null, ...place });
}

describe('what a conversation has taken', () => {
  const spending = {
    ...{ questions: 2, promptTokens: 70, completionTokens: 8, estimated: true, cost: 0.07 },
  };

  it('is kept as it was last, however long the conversation is', () => {
    const first = noteSpent(begin('hello'), { ...spending, cost: null }, 2);
    expect(readSpent(first.entries)).toMatchObject({ cost: null });
    let journal = noteSpent(first, spending, 3);
    expect(journal.entries.map(({ type }) => type)).toEqual(['began', 'spent']);
    for (let round = 0; round < 200; round += 1) {
      journal = endRound(begin(`message ${round}`, journal), 4);
    }
    expect(readSpent(JSON.parse(JSON.stringify(journal.entries)) as unknown[])).toEqual(spending);
    expect(journal.entries.filter(({ type }) => type === 'spent')).toHaveLength(1);
    expect(journal.entries.length).toBeLessThan(300);
  });

  it('is nothing where no model was asked, or what is stored is damaged', () => {
    expect(readSpent(begin('hello').entries)).toBeNull();
    expect(
      readSpent([{ type: 'spent', at: 1, spending: { ...spending, cost: 'much' } }]),
    ).toBeNull();
    expect(readSpent([{ type: 'spent', at: 1, spending: { questions: 1 } }])).toBeNull();
  });
});
