import type { Uid } from './action.ts';

/** One thing that verifiably differs after an action. Texts are cut to 200 code points. */
export type ReceiptChange =
  | { kind: 'value'; uid: Uid; from: string; to: string }
  | { kind: 'checked'; uid: Uid; to: boolean }
  | { kind: 'selected'; uid: Uid; to: string }
  /** aria-expanded, aria-pressed, aria-selected, open … of the target. */
  | { kind: 'state'; uid: Uid; name: string; to: string }
  | { kind: 'focus'; uid: Uid }
  | { kind: 'scrolled'; x: number; y: number }
  | { kind: 'url'; from: string; to: string }
  | { kind: 'title'; to: string }
  | { kind: 'tab'; tabId: number }
  /** Visible text that was not there before, or is gone. Status messages and dialogs come first. */
  | { kind: 'appeared'; text: string }
  | { kind: 'vanished'; text: string };

/**
 * What an action verifiably changed. `changed` is false when the page was watched until quiet and
 * nothing differed; `unknown` when it could not be watched (the document went away unexplained).
 */
export interface Receipt {
  verdict: 'changed' | 'unchanged' | 'unknown';
  changes: ReceiptChange[];
  /**
   * For actions that ask for a state (text typed, option chosen, box ticked): whether the control
   * holds it now. False with `changed` means that something else came of it, as `changes` says.
   */
  asAsked?: boolean;
  /** The element was drawn anew since the page was read, and this one is the same in all that tells it. */
  foundAgain?: true;
  /** The first try had no effect whatever; all else here is what came of another way to do it. */
  second?: SecondMethod;
  /** Nothing came of it, and the page shows signs of taking only what a real device does. */
  handOver?: 'mouse' | 'keyboard';
  /** The page has stopped answering, as it does while a dialog of the browser's own is open. */
  dialog?: true;
  /** A request that the page sent meanwhile had no answer yet: what it shows may still be taken back. */
  pending?: true;
}

/** What came of an action, seen again after it was told. */
export interface LaterReceipt {
  turnId: string;
  receipt: Receipt;
}

/** `inner`: the control inside the target; `editing`: the browser's own editing. */
export type SecondMethod = 'keyboard' | 'inner' | 'editing';

/**
 * Why the page refused to act. Nothing was done in any of these cases, but for `stopped` with a
 * receipt. `invalid`: the control or form takes no such value. `held`: the person paused or took over before
 * the first event.
 */
export type RefusalReason =
  | 'gone'
  | 'ambiguous'
  | 'hidden'
  | 'disabled'
  | 'covered'
  | 'unsupported'
  | 'no-such-option'
  | 'invalid'
  | 'stopped'
  | 'held'
  | 'unreachable';

export type PerformResult =
  | { ok: true; receipt: Receipt }
  /** `message` is one sentence for the user: what was in the way, by the name a person would use. */
  | {
      ok: false;
      reason: RefusalReason;
      message: string;
      /** Only for `stopped` after the first event was sent: what had come of it by then. */
      receipt?: Receipt;
    };
