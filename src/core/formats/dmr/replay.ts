import type { Uid } from '../../action/action.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { WeblinxBox } from '../weblinx/boxes.ts';

/* The members of replay.json's turns that text formats and metrics read. */

export interface ReplayChat {
  type: 'chat';
  /** Seconds since the recording began. */
  timestamp: number;
  speaker: string;
  utterance: string;
}

export interface ReplayElement {
  tagName: string;
  attributes: Readonly<Record<string, string>>;
  textContent: string;
}

export interface ReplayArguments {
  /** CSS px. */
  metadata?: {
    mouseX?: number;
    mouseY?: number;
    viewportHeight?: number | null;
    viewportWidth?: number | null;
  };
  properties?: Readonly<Record<string, unknown>>;
  element?: ReplayElement | null;
  text?: string;
  value?: string;
  scrollX?: number;
  scrollY?: number;
  selected?: string;
  pasted?: string;
}

export interface ReplayEvent {
  type: 'browser';
  timestamp: number;
  state: { screenshot: string | null; page: string | null; screenshot_status?: string };
  action: { intent: string; arguments: ReplayArguments };
}

export type ReplayTurn = ReplayChat | ReplayEvent;

/** A turn's page file and its parsed box file. */
export interface ReplayPage {
  html: string;
  /** CSS px in the viewport, by uid. */
  boxes: Readonly<Record<Uid, WeblinxBox>>;
}

/** Returns `say` for a chat turn, else the intent as in replay.json. */
export function readIntent(turn: ReplayTurn): string {
  return turn.type === 'chat' ? 'say' : turn.action.intent;
}

/** Returns null when the turn has no target or the target no uid. */
export function readTargetUid(turn: ReplayTurn): Uid | null {
  if (turn.type === 'chat') return null;
  return turn.action.arguments.element?.attributes[UID_ATTRIBUTE] ?? null;
}
