import type { Action, Actor, CapturedPageAction } from '../action/action.ts';
import type { ChangeLog } from './screenshot-proof.ts';
import type { TurnElement } from './demonstration.ts';
import type { RawFrame } from '../snapshot/snapshot.ts';

/** An action seen in a page (or about to be performed there), with its frame as it was just before. */
export interface CapturedTurn {
  turnId: string;
  /** Epoch ms of the action, which is the instant the snapshot shows; of a double click the second press. */
  at: number;
  seq: number;
  by: Actor;
  action: CapturedAction;
  /** Box in this frame's viewport; the receiver knows the frame and moves it to the top viewport. */
  element: Omit<TurnElement, 'frameId'> | null;
  /** Last pointer position in this frame's viewport, CSS px. */
  pointer: { x: number; y: number };
  properties: Record<string, unknown>;
  raw: RawFrame;
  changes: ChangeLog;
  /** The turn in the same document that this one is an effect of. */
  causedBy: string | null;
}

export type CapturedAction =
  | CapturedPageAction
  /** The document is going away: its last state, for the `load` that follows. */
  | { intent: 'leave' };

/** A later, fuller account of a turn already sent: more text typed, further scrolled. */
export interface TurnRevision {
  turnId: string;
  action: Exclude<Action, { intent: 'say' }>;
}
