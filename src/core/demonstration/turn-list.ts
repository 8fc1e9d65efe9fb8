import type { Demonstration, Turn } from './demonstration.ts';

/**
 * Turns in the order they happened: by time, then by `seq` (which grows within one document), then
 * as given. Returns a new array.
 */
export function orderTurns<T extends Pick<Turn, 'at' | 'seq'>>(turns: readonly T[]): T[] {
  return turns.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
}

type OrderedTurn = Pick<Turn, 'id' | 'at' | 'seq' | 'undoneAt'>;

/** Whether a turn was taken back: it is in the store, but no part of the demonstration. */
export function isUndone({ undoneAt }: Pick<Turn, 'undoneAt'>): boolean {
  return undoneAt !== undefined;
}

/** The turn to take back next: the last one that is not; null when there is none. */
export function findUndoable<T extends OrderedTurn>(turns: readonly T[]): T | null {
  return orderTurns(turns.filter((turn) => !isUndone(turn))).at(-1) ?? null;
}

/**
 * The turn to put back next: the one taken back last, unless something was done since; null then, and
 * when there is none. `turns` are all of a demonstration, those taken back too.
 */
export function findRedoable<T extends OrderedTurn>(turns: readonly T[]): T | null {
  let latest: T | null = null;
  for (const turn of turns) {
    if (isUndone(turn) && (latest?.undoneAt ?? -Infinity) < (turn.undoneAt ?? 0)) latest = turn;
  }
  if (!latest) return null;
  const last = findUndoable(turns);
  return !last || orderTurns([last, latest])[1] === latest ? latest : null;
}

/** When to say a turn was taken back: later than every other, whatever the clock does. */
export function chooseUndoneAt(turns: readonly OrderedTurn[], now: number): number {
  return turns.reduce((at, { undoneAt = 0 }) => Math.max(at, undoneAt + 1), now);
}

/** As it was before it was taken back. */
export function redoTurn(turn: Turn): Turn {
  const redone = { ...turn };
  delete redone.undoneAt;
  return redone;
}

/**
 * A demonstration and its turns under other ids: `ending` is put to each. The links between turns follow;
 * checksums are for the store to make anew.
 */
export function renameDemonstration(
  demonstration: Demonstration,
  turns: readonly Turn[],
  ending: string,
): { demonstration: Demonstration; turns: Turn[] } {
  const id = demonstration.id + ending;
  const own = new Set(turns.map((turn) => turn.id));
  const rename = (turnId: string): string => (own.has(turnId) ? turnId + ending : turnId);
  return {
    demonstration: { ...demonstration, id },
    turns: turns.map((turn) => {
      const named = { ...turn, id: rename(turn.id), demonstrationId: id };
      // It was of what is renamed now; the store seals it anew.
      delete named.checksum;
      if (named.kind === 'say' || named.causedBy === null) return named;
      return { ...named, causedBy: rename(named.causedBy) };
    }),
  };
}
