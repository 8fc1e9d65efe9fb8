import type { Shape } from '../../shape.ts';
import {
  each,
  flag,
  listOf,
  number,
  objectWith,
  oneOf,
  orAbsent,
  orNull,
  pairOf,
  text,
  variants,
} from '../../shape.ts';
import type { TurnElement } from '../turn-element.ts';
import { turnElementShape } from '../turn-element.ts';

/**
 * What an annotator changes of a recorded demonstration. The recorded turns never change: edits are stored beside them,
 * oldest first, and applied whenever the demonstration is read (docs/decisions/0036-edits.md).
 */
export type Change =
  | { kind: 'remove'; turnId: string }
  /** Marks a turn as no part of the task: Studio shows it, exports leave it out. */
  | { kind: 'noise'; turnId: string; isNoise: boolean }
  /** Puts a turn before another one; null: behind the last. */
  | { kind: 'move'; turnId: string; before: string | null }
  /** Replaces what was said, typed, chosen or opened. */
  | { kind: 'text'; turnId: string; text: string }
  /** Makes a turn part of an earlier one of its kind. */
  | { kind: 'merge'; turnId: string; into: string }
  /** Splits an utterance at `offset` (UTF-16 units). The second part becomes a new turn with the id `newId`. */
  | { kind: 'split'; turnId: string; offset: number; newId: string }
  | { kind: 'target'; turnId: string; element: TurnElement }
  /** Replaces the screenshot of the state before an action by another one that is stored. */
  | ({ kind: 'picture'; turnId: string } & Picture)
  /** Says when something was said; epoch ms. */
  | { kind: 'time'; turnId: string; at: number }
  /** Says something about a turn; exports don't have it. */
  | { kind: 'comment'; turnId: string; text: string }
  /** Says how far the demonstration is, and why. */
  | { kind: 'judge'; status: ReviewStatus; comment: string };

/** A stored screenshot, by the hash of its content; its size in px. */
export interface Picture {
  image: string;
  width: number;
  height: number;
}

/** `ready`: its annotator is done with it, and a reviewer may begin. */
export type ReviewStatus = 'draft' | 'ready' | 'approved' | 'rejected';

/**
 * `undo` takes back a change, `redo` brings it back: the one with the id `of`, which is always stored, since the edits of
 * two people may be merged. Without `of`: the last change that stands, and the last undo that nothing followed.
 * `conflict` says that two people changed the same thing without knowing of each other; both edits are kept.
 */
export type EditCommand =
  | Change
  | { kind: 'undo'; of?: string }
  | { kind: 'redo'; of?: string }
  | { kind: 'conflict'; between: readonly [string, string] };

export interface Edit {
  id: string;
  /** Epoch ms. */
  at: number;
  /** Who made it, as named in Settings; empty while no name is set. */
  by: string;
  command: EditCommand;
}

export type ChangeEdit = Edit & { command: Change };

export const editCommandShape: Shape = variants('kind', {
  remove: objectWith({ turnId: text }),
  noise: objectWith({ turnId: text, isNoise: flag }),
  move: objectWith({ turnId: text, before: orNull(text) }),
  text: objectWith({ turnId: text, text }),
  merge: objectWith({ turnId: text, into: text }),
  split: objectWith({ turnId: text, offset: number, newId: text }),
  target: objectWith({ turnId: text, element: turnElementShape }),
  picture: objectWith({ turnId: text, image: text, ...each(number, 'width', 'height') }),
  time: objectWith({ turnId: text, at: number }),
  comment: objectWith({ turnId: text, text }),
  judge: objectWith({
    status: oneOf('draft', 'ready', 'approved', 'rejected'),
    comment: text,
  }),
  undo: objectWith({ of: orAbsent(text) }),
  redo: objectWith({ of: orAbsent(text) }),
  conflict: objectWith({ between: pairOf(text) }),
});

export const editsShape: Shape = listOf(
  objectWith({ id: text, at: number, by: text, command: editCommandShape }),
);

/** The changes that stand, oldest first, and those that `redo` would bring back, the next one last. */
export function foldEdits(edits: readonly Edit[]): {
  standing: ChangeEdit[];
  undone: ChangeEdit[];
} {
  const places = new Map(edits.map(({ id }, at) => [id, at]));
  const standing: ChangeEdit[] = [];
  const takenBack = new Set<ChangeEdit>();
  let undone: ChangeEdit[] = [];
  for (const edit of edits) {
    const { command } = edit;
    if (command.kind === 'conflict') continue;
    if (command.kind === 'undo') {
      const at = findPlace(standing, command.of);
      const [change] = at < 0 ? [] : standing.splice(at, 1);
      if (!change) continue;
      takenBack.add(change);
      undone.push(change);
    } else if (command.kind === 'redo') {
      // Another person's change may have come in between, which ends the list of what can be brought back.
      const list = command.of === undefined ? undone : [...takenBack];
      const change = list[findPlace(list, command.of)];
      if (!change) continue;
      takenBack.delete(change);
      undone = undone.filter((each) => each !== change);
      standing.push(change);
      standing.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
    } else {
      standing.push({ ...edit, command });
      undone = [];
    }
  }
  return { standing, undone };
}

/** The place of the edit with the id, or of the last one; -1 without one. */
function findPlace(edits: readonly Edit[], id: string | undefined): number {
  return id === undefined ? edits.length - 1 : edits.findIndex((edit) => edit.id === id);
}

/** The command as it is stored: `undo` and `redo` name their change. */
export function nameUndone(edits: readonly Edit[], command: EditCommand): EditCommand {
  if (command.kind !== 'undo' && command.kind !== 'redo') return command;
  const { standing, undone } = foldEdits(edits);
  const change = (command.kind === 'undo' ? standing : undone).at(-1);
  return change && command.of === undefined ? { ...command, of: change.id } : command;
}

export interface Review {
  status: ReviewStatus;
  /** Of the last judgement; empty without one. */
  comment: string;
  by: string;
  /** Epoch ms; null without a judgement. */
  at: number | null;
}

/** How far a demonstration is, by the last judgement that stands. */
export function readReview(edits: readonly Edit[]): Review {
  for (const { command, by, at } of foldEdits(edits).standing.toReversed()) {
    if (command.kind === 'judge')
      return { status: command.status, comment: command.comment, by, at };
  }
  return { status: 'draft', comment: '', by: '', at: null };
}

/** Whether a command changes turns; judgements and comments only speak about them. */
export function changesTurns({ command: { kind } }: Edit): boolean {
  return kind !== 'judge' && kind !== 'comment' && kind !== 'conflict';
}
