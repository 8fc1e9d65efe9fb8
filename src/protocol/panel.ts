import type { CapturedAction } from '../core/demonstration/captured-turn.ts';
import type { UserActionTarget } from '../core/navigator/run/user-action.ts';

/** What a page saw a person do while they had the tab; the receiver knows the frame. */
export interface SeenAction {
  id: string;
  /** Epoch ms. */
  at: number;
  action: CapturedAction;
  target: Omit<UserActionTarget, 'frameId'> | null;
}

/** Messages to the pages that may host the copilot; each minds only the tab it works on. */
export type Panel = {
  /** The on-page Stop was pressed in the tab the sender is in. */
  'pilot.stopped': (data: null) => true;
  /** On the page the person asked for the tab, or for the round to go on. */
  'pilot.charge': (data: { wish: 'take-over' | 'go-on' }) => true;
  /** What the person did there while they had the tab; one of the same id is a fuller account. */
  'pilot.did': (data: SeenAction) => true;
  /** The copilot has clicked a link there that opens a new tab. */
  'pilot.openTab': (data: { url: string }) => true;
  /**
   * Whether the page has an unanswered request of this turn, which it cannot see itself. No answer means that the
   * panel that ordered the turn is closed.
   */
  'pilot.isAwaiting': (data: { turnId: string }) => boolean;
  /** Of the files that the user picked for this turn, the bytes from `from` on; null when there are none. */
  'pilot.filePart': (data: { turnId: string; index: number; from: number }) => Uint8Array | null;
};
