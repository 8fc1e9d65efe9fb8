import { describeUnfinished } from '../../core/navigator/journal/describe-unfinished.ts';
import type { JournalEntry } from '../../core/navigator/journal/journal-entry.ts';
import type { Unfinished } from '../../core/navigator/journal/read-journal.ts';
import type { RoundEvent } from '../../core/navigator/round-event.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { addRoundEvent } from './round-entries.ts';

/** A conversation as it was shown, from its journal; pictures and rankings are not in it. */
export function showJournal(journal: readonly JournalEntry[]): readonly Entry[] {
  return journal.reduce<readonly Entry[]>((entries, kept) => {
    if (kept.type === 'spent') return entries;
    const { at } = kept;
    if (kept.type === 'began') {
      const { id, message: text } = kept;
      // A round that was interrupted works no more.
      const before = addRoundEvent(entries, STOPPED, { id, at, why: null, recording: false });
      return [...before, { kind: 'utterance', id, at, by: 'person', speaker: 'instructor', text }];
    }
    const id = kept.type === 'said' ? kept.id : '';
    return addRoundEvent(entries, toEvent(kept), { id, at, why: null, recording: false });
  }, []);
}

const STOPPED: RoundEvent = { type: 'ended', outcome: 'stopped' };

function toEvent(kept: Exclude<JournalEntry, { type: 'began' | 'spent' }>): RoundEvent {
  switch (kept.type) {
    case 'acting': {
      const { turnId, action, description } = kept;
      return { type: 'acting', turnId, action, target: null, description };
    }
    case 'acted': {
      const { turnId, receipt, outcome } = kept;
      return { type: 'acted', turnId, receipt, description: outcome };
    }
    case 'refused':
      return { type: 'refused', turnId: kept.turnId, message: kept.outcome };
    case 'deed':
      return { type: 'deed', deed: kept };
    case 'said':
      return { type: 'said', text: kept.text };
    case 'hops':
      return { type: 'hops', list: kept.list, refused: null };
    case 'ended':
      return STOPPED;
  }
}

const CARD = 'unfinished';

/** The list with the card that offers to go on, at its end. */
export function addCard(
  entries: readonly Entry[],
  unfinished: Unfinished,
  at: number,
): readonly Entry[] {
  const told = describeUnfinished(unfinished);
  const actions = [
    ...(unfinished.hidden ? [] : [{ id: 'resume', label: 'Go on' }]),
    { id: 'discard', label: 'Discard' },
  ];
  const stopped = addRoundEvent(entries, STOPPED, { id: CARD, at, why: null, recording: false });
  return [
    ...removeCard(stopped),
    { kind: 'notice', id: CARD, at, tone: 'warning', ...told, actions },
  ];
}

export function removeCard(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ id }) => id !== CARD);
}
