import type { Spending } from '../../demonstration/demonstration.ts';
import { isJournalEntry } from './check-entry.ts';
import type { EntryOf, JournalEntry } from './journal-entry.ts';

/** What the conversation has taken, as it was left; null where no model was asked. */
export function readSpent(stored: readonly unknown[]): Spending | null {
  return findSpent(stored.filter(isJournalEntry))?.spending ?? null;
}

/** The line about it; there is one at most, which each change takes the place of. */
export function findSpent(entries: readonly JournalEntry[]): EntryOf<'spent'> | null {
  const entry = entries.findLast(({ type }) => type === 'spent');
  return entry?.type === 'spent' ? entry : null;
}
