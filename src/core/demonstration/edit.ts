import type { Shape } from '../shape.ts';
import { each, flag, listOf, number, objectWith, oneOf, orNull, text, variants } from '../shape.ts';
import type { TurnElement } from './turn-element.ts';
import { turnElementShape } from './turn-element.ts';

/**
 * What an annotator changes of a recorded demonstration. The recorded turns never change: edits are stored beside them,
 * oldest first, and applied whenever the demonstration is read (docs/decisions/0036-edits.md).
 */
export type Change =
  /** Takes a turn out. */
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
  /** Makes an action one on another element of its page. */
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

/** `undo` takes back the last change that stands, `redo` the last undo that nothing followed. */
export type EditCommand = Change | { kind: 'undo' } | { kind: 'redo' };

export interface Edit {
  id: string;
  /** Epoch ms. */
  at: number;
  /** Who made it, as named in Settings; empty while no name is set. */
  by: string;
  command: EditCommand;
}

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
  undo: objectWith({}),
  redo: objectWith({}),
});

export const editsShape: Shape = listOf(
  objectWith({ id: text, at: number, by: text, command: editCommandShape }),
);

/** The changes that stand, oldest first, and those that `redo` would bring back, the next one last. */
export function foldEdits(edits: readonly Edit[]): { standing: Edit[]; undone: Edit[] } {
  const standing: Edit[] = [];
  let undone: Edit[] = [];
  for (const edit of edits) {
    if (edit.command.kind === 'undo') {
      const last = standing.pop();
      if (last) undone.push(last);
    } else if (edit.command.kind === 'redo') {
      const last = undone.pop();
      if (last) standing.push(last);
    } else {
      standing.push(edit);
      undone = [];
    }
  }
  return { standing, undone };
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
  return kind !== 'judge' && kind !== 'comment';
}
