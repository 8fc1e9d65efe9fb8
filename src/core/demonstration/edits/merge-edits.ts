import { stringifyCanonically } from '../checksum.ts';
import type { Change, ChangeEdit, Edit } from './edit.ts';
import { foldEdits } from './edit.ts';

/** Two changes of the same thing that both stand, made by people who didn't know of each other's. */
export interface Conflict {
  mine: ChangeEdit;
  theirs: ChangeEdit;
}

/**
 * All edits of two copies of one demonstration. Edits are the same if their ids are. Each copy keeps its order; what only
 * one has is ordered by time. Conflicts are for `listConflicts`; until they are settled, the later change wins.
 */
export function mergeEdits(
  mine: readonly Edit[],
  theirs: readonly Edit[],
  make: () => Pick<Edit, 'id' | 'at'>,
): { edits: Edit[]; added: number } {
  const known = new Set(mine.map(({ id }) => id));
  const added = theirs.filter(({ id }) => !known.has(id));
  if (added.length === 0) return { edits: [...mine], added: 0 };
  const merged = interleave(mine, theirs);
  const noted = new Set(
    merged.flatMap(({ command }) =>
      command.kind === 'conflict' ? [namePair(command.between)] : [],
    ),
  );
  const marks = findConflicts(mine, theirs).flatMap(
    ({ mine: { id: one }, theirs: { id: other } }): Edit[] =>
      noted.has(namePair([one, other]))
        ? []
        : [{ ...make(), by: '', command: { kind: 'conflict', between: [one, other] } }],
  );
  return { edits: [...merged, ...marks], added: added.length };
}

function namePair(ids: readonly [string, string]): string {
  return ids.toSorted().join(' ');
}

/** Both lists in their own order: what both have once, and in between the earlier of the two. */
function interleave(mine: readonly Edit[], theirs: readonly Edit[]): Edit[] {
  const inMine = new Set(mine.map(({ id }) => id));
  const inTheirs = new Set(theirs.map(({ id }) => id));
  const merged = new Map<string, Edit>();
  let [atMine, atTheirs] = [0, 0];
  while (atMine < mine.length || atTheirs < theirs.length) {
    const [one, other] = [mine[atMine], theirs[atTheirs]];
    const isOwn = one !== undefined && !inTheirs.has(one.id);
    const isForeign = other !== undefined && !inMine.has(other.id);
    const isForeignNext = isForeign && (!isOwn || isEarlier(other, one));
    const next = isForeignNext ? other : (one ?? other);
    // A copy with another order of what both have keeps the place of its first occurrence.
    if (next && !merged.has(next.id)) merged.set(next.id, next);
    if (next === one || one?.id === next?.id) atMine += 1;
    if (next === other || other?.id === next?.id) atTheirs += 1;
  }
  return [...merged.values()];
}

/** By time; of the same time by id, so that both copies get the same order. */
function isEarlier(one: Edit, other: Edit): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}

/** Pairs of standing changes, each known to one copy only, that want different things of the same turn. */
function findConflicts(mine: readonly Edit[], theirs: readonly Edit[]): Conflict[] {
  const [own, foreign] = [listUnshared(mine, theirs), listUnshared(theirs, mine)];
  const conflicts = new Map<string, Conflict>();
  for (const one of own) {
    for (const other of foreign) {
      const place = nameClash(one, other);
      // Later changes of the same thing replace earlier ones.
      if (place !== null) conflicts.set(place, { mine: one, theirs: other });
    }
  }
  return [...conflicts.values()].filter(({ mine: one, theirs: other }) => !wantSame(one, other));
}

function listUnshared(edits: readonly Edit[], others: readonly Edit[]): ChangeEdit[] {
  const known = new Set(others.map(({ id }) => id));
  return foldEdits(edits).standing.filter(({ id }) => !known.has(id));
}

type Aspect = 'presence' | 'text' | 'shape' | 'target' | 'picture' | 'place' | 'status';

/** What of a turn each change is about; comments are about nothing that somebody else could change. */
const ASPECTS: Readonly<Record<Change['kind'], Aspect | null>> = {
  remove: 'presence',
  noise: 'presence',
  text: 'text',
  merge: 'shape',
  split: 'shape',
  target: 'target',
  picture: 'picture',
  move: 'place',
  time: 'place',
  judge: 'status',
  comment: null,
};

/** Kinds of changes that remove the turn. */
const TAKING: ReadonlySet<Change['kind']> = new Set(['remove', 'merge']);

/** The turn and aspect that both are about; null where each can stand beside the other. */
function nameClash({ command: one }: ChangeEdit, { command: other }: ChangeEdit): string | null {
  const [first, second] = [ASPECTS[one.kind], ASPECTS[other.kind]];
  if (first === null || second === null) return null;
  const turns = [one, other].map((command) => ('turnId' in command ? command.turnId : ''));
  if (turns[0] !== turns[1]) return null;
  // A deleted or merged turn has nothing left that another change could be about.
  const isGone = [one, other].some(({ kind }) => TAKING.has(kind));
  return first === second || isGone ? `${turns.join('')} ${isGone ? '' : first}` : null;
}

/** Whether both changes leave the demonstration the same. */
function wantSame({ command: one }: ChangeEdit, { command: other }: ChangeEdit): boolean {
  return stringifyCanonically(describeWish(one)) === stringifyCanonically(describeWish(other));
}

function describeWish(command: Change): unknown {
  if (command.kind === 'remove') return { turnId: command.turnId, isNoise: true };
  if (command.kind === 'noise') return { turnId: command.turnId, isNoise: command.isNoise };
  return command.kind === 'split' ? { ...command, newId: '' } : command;
}

export interface OpenConflict extends Conflict {
  /** The change that counts until somebody decides: the later one, or the one that takes the turn away. */
  winner: ChangeEdit;
}

/** The conflicts that wait for a decision: both changes stand, and nothing later replaced them. */
export function listConflicts(edits: readonly Edit[]): OpenConflict[] {
  const { standing } = foldEdits(edits);
  return edits.flatMap(({ command }) => {
    if (command.kind !== 'conflict') return [];
    const [mine, theirs] = command.between.map((id) => standing.find((edit) => edit.id === id));
    if (!mine || !theirs) return [];
    const places = [standing.indexOf(mine), standing.indexOf(theirs)];
    const last = Math.max(...places);
    const isReplaced = standing.slice(last + 1).some((edit) => nameClash(edit, mine) !== null);
    const later = places[0] === last ? mine : theirs;
    const winner = [mine, theirs].find(({ command: { kind } }) => TAKING.has(kind)) ?? later;
    return isReplaced ? [] : [{ mine, theirs, winner }];
  });
}
