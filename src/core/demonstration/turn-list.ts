import type { Demonstration, Turn } from './demonstration.ts';

/** Returns turns in order of time, then of `seq`, then as given. */
export function orderTurns<T extends Pick<Turn, 'at' | 'seq'>>(turns: readonly T[]): T[] {
  return turns.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
}

type OrderedTurn = Pick<Turn, 'id' | 'at' | 'seq' | 'undoneAt'>;

/** An undone turn is in the store but not part of the demonstration. */
export function isUndone({ undoneAt }: Pick<Turn, 'undoneAt'>): boolean {
  return undoneAt !== undefined;
}

/** Returns the last turn that is not undone. */
export function findUndoable<T extends OrderedTurn>(turns: readonly T[]): T | null {
  return orderTurns(turns.filter((turn) => !isUndone(turn))).at(-1) ?? null;
}

/** Returns the turn that was undone last, unless something was done since. `turns` include undone ones. */
export function findRedoable<T extends OrderedTurn>(turns: readonly T[]): T | null {
  let latest: T | null = null;
  for (const turn of turns) {
    if (isUndone(turn) && (latest?.undoneAt ?? -Infinity) < (turn.undoneAt ?? 0)) latest = turn;
  }
  if (!latest) return null;
  const last = findUndoable(turns);
  return !last || orderTurns([last, latest])[1] === latest ? latest : null;
}

/** Returns a time later than every other undo, even if the clock went back. */
export function chooseUndoneAt(turns: readonly OrderedTurn[], now: number): number {
  return turns.reduce((at, { undoneAt = 0 }) => Math.max(at, undoneAt + 1), now);
}

export function redoTurn(turn: Turn): Turn {
  const redone = { ...turn };
  delete redone.undoneAt;
  return redone;
}

/**
 * Appends `ending` to the ids of a demonstration and its turns, and to links between them. Drops checksums: the store
 * computes them.
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
      delete named.checksum;
      if (named.kind === 'say' || named.causedBy === null) return named;
      return { ...named, causedBy: rename(named.causedBy) };
    }),
  };
}
