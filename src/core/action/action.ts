/**
 * The one vocabulary of actions, for recordings and for the copilot alike: WebLINX's 13 intents
 * (paper table 8, replay.json's spelling) and Wayscribe's extras.
 */

/** An element's id in a snapshot: `data-webtasks-id` in files; 8-4-4 hex groups. */
export type Uid = string;

export type Speaker = 'instructor' | 'navigator';

/** Who acted: a person, or the program that holds the navigator's seat. */
export type Actor = 'person' | 'copilot';

export type Action =
  | { intent: 'say'; speaker: Speaker; utterance: string }
  | { intent: 'click'; uid: Uid }
  | { intent: 'hover'; uid: Uid }
  /** `text` is the whole final value of the field after the editing episode. */
  | { intent: 'textInput'; uid: Uid; text: string }
  /** `value` is what the control holds afterwards: an option's label, `true`/`false`, a date, a number. */
  | { intent: 'change'; uid: Uid; value: string }
  /** `uid` is the form's. */
  | { intent: 'submit'; uid: Uid }
  | { intent: 'load'; url: string }
  /** Wheel delta in CSS px, right and down positive; `uid` names the scroller, null the page. */
  | { intent: 'scroll'; x: number; y: number; uid: Uid | null }
  | { intent: 'copy'; text: string; uid: Uid | null }
  | { intent: 'paste'; text: string; uid: Uid | null }
  | { intent: 'tabcreate'; tabId: number }
  | { intent: 'tabremove'; tabId: number }
  | { intent: 'tabswitch'; tabId: number; fromTabId: number }
  | ExtraAction;

/** Wayscribe's extras: kept in our own format, mapped or left out in exports. */
export type ExtraAction =
  /** `key` is a KeyboardEvent.key name: `Enter`, `Escape`, `ArrowDown`. */
  | { intent: 'press'; uid: Uid | null; key: string }
  | { intent: 'back' }
  | { intent: 'forward' }
  /** Comes after its two clicks, which are turns of their own. */
  | { intent: 'doubleClick'; uid: Uid }
  /** The context menu was asked for, by pointer or key. */
  | { intent: 'rightClick'; uid: Uid }
  /**
   * `x` and `y` are the way moved in CSS px, right and down positive; `toUid` is what it was dropped on,
   * null when on nothing else of the page. Files from outside have no element: `uid` is then `toUid`.
   */
  | { intent: 'drag'; uid: Uid; toUid: Uid | null; x: number; y: number }
  /**
   * A dialog of the browser's that the page opened. `answer` is null for an alert, `true` or `false`
   * for a confirm, and for a prompt the text, or null when it was cancelled.
   */
  | { intent: 'dialog'; kind: DialogKind; message: string; answer: string | null };

export const DIALOG_KINDS = ['alert', 'confirm', 'prompt'] as const;
/** A dialog's texts are kept no longer than this, in UTF-16 units; no screen shows as much. */
export const DIALOG_TEXT_LIMIT = 10_000;
export type DialogKind = (typeof DIALOG_KINDS)[number];

/** What only a live navigator says: its outcome is what is recorded, if anything, not the call. */
export type LiveCall =
  | { intent: 'ask'; utterance: string }
  /** `utterance` is what the instructor is told with it; null when nothing. */
  | { intent: 'done'; utterance: string | null }
  | { intent: 'infeasible'; reason: string }
  /** null leaves the time to the round. */
  | { intent: 'wait'; seconds: number | null }
  /** Files by name, of those the instructor picked; what comes of it is a `change`. */
  | { intent: 'upload'; uid: Uid; files: string[] }
  | HopCall;

/** About the list of hops: subtasks, each on one site. */
export type HopCall =
  | { intent: 'plan'; hops: string[] }
  /** `hop` is its number in the list or its words, empty for the one at hand; `evidence` is a quotation. */
  | { intent: 'hopDone'; hop: string; evidence: string };

/** Everything that can be written as a call. */
export type Call = Action | LiveCall;

export type Intent = Action['intent'];
export type ActionOf<I extends Intent> = Extract<Action, { intent: I }>;

/** The actions a content script can perform on an element or its page. */
export type PageAction = ActionOf<
  'click' | 'hover' | 'textInput' | 'change' | 'submit' | 'scroll' | 'press'
>;

/** The actions that only the browser can perform. */
export type TabAction = ActionOf<'load' | 'back' | 'forward'>;

/** The uid an action points at, or null for actions without a target element. */
export function targetOf(action: Call): Uid | null {
  return 'uid' in action ? action.uid : null;
}
