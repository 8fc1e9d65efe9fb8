import { describe, expect, it } from 'vitest';
import { readSpending, readStoredEvents, STORED_LOG } from './stored-log.ts';
import type { StoredLog } from './stored-log.ts';
import type { NewLogEvent } from './run-log.ts';

const add = (log: StoredLog, event: NewLogEvent): StoredLog =>
  STORED_LOG.add(log, { ...event, at: 1, id: 'id' });

function begin(message: string, log: StoredLog = STORED_LOG.start): StoredLog {
  return add(log, {
    type: 'began',
    message,
    carried: null,
    tabId: 7,
    url: 'https://shop.example/',
  });
}

const read = (stored: readonly unknown[]) => readSpending(readStoredEvents(stored));

describe('what a conversation has taken', () => {
  const spending = {
    ...{ questions: 2, promptTokens: 70, completionTokens: 8, estimated: true, cost: 0.07 },
  };

  it('is kept as it was last, however long the conversation is', () => {
    const first = add(begin('hello'), { type: 'spent', spending: { ...spending, cost: null } });
    expect(read(first.events)).toMatchObject({ cost: null });
    let log = add(first, { type: 'spent', spending });
    expect(log.events.map(({ type }) => type)).toEqual(['began', 'spent']);
    for (let round = 0; round < 200; round += 1) {
      log = add(begin(`message ${round}`, log), { type: 'ended', outcome: 'done' });
    }
    expect(read(JSON.parse(JSON.stringify(log.events)) as unknown[])).toEqual(spending);
    expect(log.events.filter(({ type }) => type === 'spent')).toHaveLength(1);
    expect(log.events.length).toBeLessThan(300);
  });

  it('is nothing where no model was asked, or what is stored is damaged', () => {
    expect(read(begin('hello').events)).toBeNull();
    expect(read([{ type: 'spent', at: 1, spending: { ...spending, cost: 'much' } }])).toBeNull();
    expect(read([{ type: 'spent', at: 1, spending: { questions: 1 } }])).toBeNull();
  });
});
