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
