import type { Action, Actor, CapturedPageAction } from '../action/action.ts';
import type { ChangeLog } from './screenshot-proof.ts';
import type { TurnElement } from './turn-element.ts';
import type { RawFrame } from '../snapshot/snapshot.ts';

/** An action in a page, with its frame as it was just before. */
export interface CapturedTurn {
  turnId: string;
  /** Epoch ms of the action and its snapshot; for a double click the second press. */
  at: number;
  seq: number;
  by: Actor;
  action: CapturedAction;
  /** Box in this frame's viewport; the receiver moves it to the top viewport. */
  element: Omit<TurnElement, 'frameId'> | null;
  /** Last pointer position in this frame's viewport, CSS px. */
  pointer: { x: number; y: number };
  properties: Record<string, unknown>;
  raw: RawFrame;
  changes: ChangeLog;
  /** The turn in the same document that caused this one. */
  causedBy: string | null;
}

export type CapturedAction =
  | CapturedPageAction
  /** Page unload: the document's last state, for the `load` that follows. */
  | { intent: 'leave' };

/** A later version of a turn already sent: more text typed, further scrolled. */
export interface TurnRevision {
  turnId: string;
  /** Epoch ms of the last change that it includes; absent where only its arrival is known. */
  at?: number;
  action: Exclude<Action, { intent: 'say' }>;
}
