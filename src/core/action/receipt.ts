import type { Uid } from './action.ts';
import type { ToolAnswer } from './page-tool.ts';

/** A verified change. Texts are cut to 200 code points. */
export type ReceiptChange =
  | { kind: 'value'; uid: Uid; from: string; to: string }
  | { kind: 'checked'; uid: Uid; to: boolean }
  | { kind: 'selected'; uid: Uid; to: string }
  /** aria-expanded, aria-pressed, aria-selected, open … of the target. */
  | { kind: 'state'; uid: Uid; name: string; to: string }
  | { kind: 'focus'; uid: Uid }
  | { kind: 'scrolled'; x: number; y: number }
  /**
   * The target of a drag is somewhere else in the page. `after` and `before`: the elements that it, or what it is in, stands
   * between now, null at an end; absent where they are not known.
   */
  | { kind: 'moved'; uid: Uid; after?: Uid | null; before?: Uid | null }
  /** The same texts stand in another order, as after sorting. */
  | { kind: 'reordered' }
  | { kind: 'url'; from: string; to: string }
  | { kind: 'title'; to: string }
  | { kind: 'tab'; tabId: number }
  /** Visible text; status messages and dialogs come first. */
  | { kind: 'appeared'; text: string }
  | { kind: 'vanished'; text: string };

/**
 * The verified effect of an action. `unchanged`: the page was watched until quiet and nothing differed. `unknown`: the
 * page could not be watched.
 */
export interface Receipt {
  verdict: 'changed' | 'unchanged' | 'unknown';
  changes: ReceiptChange[];
  /**
   * For actions that ask for a state (text typed, option chosen, box ticked): whether the control has it now. `false`
   * too for a form that was not sent because the page calls one of its fields invalid.
   */
  asAsked?: boolean;
  /** The page drew the element again since it was read; it was found by its features. */
  foundAgain?: true;
  /** The first method had no effect; the receipt is about this one. */
  second?: SecondMethod;
  /** It had no effect, and the page seems to accept only real input devices. */
  handOver?: 'mouse' | 'keyboard';
  /** The page stopped responding, for example because of a browser dialog. */
  dialog?: true;
  /** A request of the page is still unanswered: it may revert what it shows. */
  pending?: true;
  /** What the page's tool answered; what it changed is seen as for any action. */
  tool?: ToolAnswer;
}

/** Whether an action may count as done: it didn't leave the page unchanged, nor in a state other than asked. */
export function changedAsAsked({ verdict, asAsked }: Receipt): boolean {
  return verdict !== 'unchanged' && asAsked !== false;
}

/** A receipt from a later look at the page. */
export interface LaterReceipt {
  turnId: string;
  receipt: Receipt;
}

/** `inner`: the control inside the target; `editing`: the browser's editing commands. */
export type SecondMethod = 'keyboard' | 'inner' | 'editing';

/**
 * Why nothing was done (for `stopped`: unless there is a receipt). `invalid`: the control rejects the value. `held`:
 * the person paused or took over before the first event.
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
  /** `message` is a sentence for the user that names the obstacle. */
  | {
      ok: false;
      reason: RefusalReason;
      message: string;
      /** Only for `stopped` after the first event. */
      receipt?: Receipt;
    };
