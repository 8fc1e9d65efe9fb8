import type { Turn } from './demonstration.ts';
import { orderTurns } from './order.ts';

type Placed = Pick<Turn, 'id' | 'at' | 'seq' | 'undoneAt'>;

/** Whether a turn was taken back: it is in the store, but no part of the demonstration. */
export function isUndone({ undoneAt }: Pick<Turn, 'undoneAt'>): boolean {
  return undoneAt !== undefined;
}

/** The turn to take back next: the last one that is not; null when there is none. */
export function findUndoable<T extends Placed>(turns: readonly T[]): T | null {
  return orderTurns(turns.filter((turn) => !isUndone(turn))).at(-1) ?? null;
}

/**
 * The turn to put back next: the one taken back last, unless something was done since; null then, and
 * when there is none. `turns` are all of a demonstration, those taken back too.
 */
export function findRedoable<T extends Placed>(turns: readonly T[]): T | null {
  let latest: T | null = null;
  for (const turn of turns) {
    if (isUndone(turn) && (latest?.undoneAt ?? -Infinity) < (turn.undoneAt ?? 0)) latest = turn;
  }
  if (!latest) return null;
  const last = findUndoable(turns);
  return !last || orderTurns([last, latest])[1] === latest ? latest : null;
}

/** When to say a turn was taken back: later than every other, whatever the clock does. */
export function nextUndoneAt(turns: readonly Placed[], now: number): number {
  return turns.reduce((at, { undoneAt = 0 }) => Math.max(at, undoneAt + 1), now);
}

/** As it was before it was taken back. */
export function redoTurn(turn: Turn): Turn {
  const redone = { ...turn };
  delete redone.undoneAt;
  return redone;
}
