import { describe, expect, it } from 'vitest';
import { beginRun, EMPTY_JOURNAL, endRun, recordSpending, readStoredSpending } from './journal.ts';
import type { Journal } from './journal.ts';

function begin(message: string, journal: Journal = EMPTY_JOURNAL): Journal {
  const place = { tabId: 7, url: 'https://shop.example/' };
  return beginRun(journal, { at: 1, id: 'said', message, carried: null, ...place });
}

describe('what a conversation has taken', () => {
  const spending = {
    ...{ questions: 2, promptTokens: 70, completionTokens: 8, estimated: true, cost: 0.07 },
  };

  it('is kept as it was last, however long the conversation is', () => {
    const first = recordSpending(begin('hello'), { ...spending, cost: null }, 2);
    expect(readStoredSpending(first.entries)).toMatchObject({ cost: null });
    let journal = recordSpending(first, spending, 3);
    expect(journal.entries.map(({ type }) => type)).toEqual(['began', 'spent']);
    for (let round = 0; round < 200; round += 1) {
      journal = endRun(begin(`message ${round}`, journal), 4);
    }
    expect(readStoredSpending(JSON.parse(JSON.stringify(journal.entries)) as unknown[])).toEqual(
      spending,
    );
    expect(journal.entries.filter(({ type }) => type === 'spent')).toHaveLength(1);
    expect(journal.entries.length).toBeLessThan(300);
  });

  it('is nothing where no model was asked, or what is stored is damaged', () => {
    expect(readStoredSpending(begin('hello').entries)).toBeNull();
    expect(
      readStoredSpending([{ type: 'spent', at: 1, spending: { ...spending, cost: 'much' } }]),
    ).toBeNull();
    expect(readStoredSpending([{ type: 'spent', at: 1, spending: { questions: 1 } }])).toBeNull();
  });
});
