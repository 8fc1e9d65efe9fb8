import type { DmrRecord } from '../dmr/record.ts';
import type { ReplayEvent, ReplayTurn } from '../dmr/replay.ts';
import { readIntent } from '../dmr/replay.ts';
import type { OtrCandidate } from './prompt.ts';

const PROMPTED = new Set(['say', 'click', 'change', 'textInput', 'scroll', 'load', 'submit']);

/** Intents that need an element. The published filter misses textInput, and then raises. */
const NEED_ELEMENT = new Set(['click', 'change', 'submit', 'textInput']);

/**
 * Sorts the turns with a prompt, by index: those with a good screenshot of the state before them, and the others. A chat
 * turn borrows the screenshot of the nearest earlier turn that has one.
 */
export function sortPromptTurns(
  turns: readonly ReplayTurn[],
): Record<'selected' | 'unproven', number[]> {
  const sorted = { selected: new Array<number>(), unproven: new Array<number>() };
  let shown: ReplayEvent['state'] | null = null;
  for (const [index, turn] of turns.entries()) {
    if (turn.type === 'browser' && turn.state.screenshot !== null) shown = turn.state;
    const state = turn.type === 'browser' ? turn.state : shown;
    if (!state || !isPrompted(turn)) continue;
    const isProven = state.screenshot !== null && state.screenshot_status === 'good';
    (isProven ? sorted.selected : sorted.unproven).push(index);
  }
  return sorted;
}

function isPrompted(turn: ReplayTurn): boolean {
  if (turn.type === 'chat') return turn.speaker === 'navigator';
  const intent = readIntent(turn);
  if (!PROMPTED.has(intent)) return false;
  return !NEED_ELEMENT.has(intent) || Boolean(turn.action.arguments.element);
}

const TOP_CANDIDATES = 10;

/**
 * Returns the candidates in each selected turn's prompt: its ten best by rank, of equal uids the first record; a turn without
 * records (a say) has those of the nearest earlier selected turn with some.
 */
export function assignCandidates(
  selected: readonly number[],
  records: Iterable<DmrRecord>,
): Map<number, OtrCandidate[]> {
  const byTurn = new Map<number, Map<string, DmrRecord>>();
  for (const record of records) {
    const ofTurn = byTurn.get(record.turn_index) ?? new Map<string, DmrRecord>();
    if (!ofTurn.has(record.uid)) ofTurn.set(record.uid, record);
    byTurn.set(record.turn_index, ofTurn);
  }
  const assigned = new Map<number, OtrCandidate[]>();
  let last: OtrCandidate[] = [];
  for (const index of selected) {
    const own = byTurn.get(index);
    if (own) {
      last = [...own.values()]
        .sort((a, b) => a.rank - b.rank)
        .slice(0, TOP_CANDIDATES)
        .map(({ uid, elem_dict }) => ({ uid, fields: elem_dict }));
    }
    assigned.set(index, last);
  }
  return assigned;
}
