import type { Uid } from '../../core/action/action.ts';
import type { ToolAnswer } from '../../core/action/page-tool.ts';
import type { PerformResult, SecondMethod, Receipt } from '../../core/action/receipt.ts';
import type { Sightings } from './target/fingerprint.ts';

/** What performing needs from the content script that hosts it. One per document. */
export interface PerformContext {
  document: Document;
  /** Stop: nothing more is done to the page once it is aborted. */
  signal: AbortSignal;
  /** A clock in ms that never goes back. */
  now(): number;
  /** The live element of a uid, or null when it was never seen or has been collected. */
  resolve(uid: Uid): Element | null;
  /** The uid of any element, given now if it had none. */
  uidOf(element: Element): Uid;
  /** Open or closed shadow root; must not throw for elements that cannot have one. */
  shadowRootOf(element: Element): ShadowRoot | null;
  /** Whether the element holds a password, card number or the like: its text is never handed out. */
  isSecret(element: Element): boolean;
  /** Our own overlay's host: never a target, never a change. */
  overlayHost(): Element | null;
  /** Whether nothing has moved for the last frames and nothing moves now; without it, frames are awaited and compared. */
  isStill?: (() => boolean) | undefined;
  /** The document and its shadow roots as they were read; null if it may have other ones by now. */
  knownRoots?: (() => readonly (Document | ShadowRoot)[] | null) | undefined;
  /** The page as it was read, to find elements again after a redraw. */
  sightings?: Sightings | undefined;
  /** What the target said when it was read, for one that is no control that was taken down then. */
  seenWords?: string | undefined;
  /** The user was asked about this action: what they saw then must be what is done, to the word. */
  wasAsked?: boolean | undefined;
  /** Whether a field is left after typing, since many pages take a value only then. */
  leaves?: true | undefined;
  /** Whether the receipt is final once the page has answered and is still: what comes later is reported later. */
  settlesEarly?: true | undefined;
  /** Those that the user picked for this action; absent for most. */
  files?: LentFiles | undefined;
  /** Runs after the checks and before the first event, with the target: the turn is kept here. */
  beforeAct?: ((target: Element | null) => Promise<void>) | undefined;
  /** Runs when all events were sent, with the target. */
  afterAct?: ((target: Element | null) => void) | undefined;
  /** Whether the page waits for an answer to what it has sent since the action began. */
  isAwaiting?: (() => Promise<boolean>) | undefined;
  /** Takes what was done, to be looked at again; without it the watch ends with the receipt. */
  keepWatch?: ((reported: ReportedState) => void) | undefined;
  /** How long a tool of the page may take to answer, in ms; 20 s by default. */
  answerMs?: number | undefined;
  /** Opens a link in a new tab where the browser would block it as a pop-up (no user gesture). */
  openTab?: ((url: string) => void) | undefined;
}

export interface LentFiles {
  names: readonly string[];
  /** All of them, in the order of their names. */
  fetch(): Promise<readonly File[]>;
}

export type Refused = Extract<PerformResult, { ok: false }>;

export interface Way {
  how: SecondMethod;
  /** Done twice it comes to the same, so it may be tried whatever the page did with the first. */
  isHarmless: boolean;
  act(): Promise<Refused | null>;
}

/** An action whose checks have passed. */
export interface Prepared {
  ok: true;
  /** The element whose state tells the outcome; null for the page. */
  subject: Element | null;
  /** Does it. A refusal means that nothing was done after all (the page moved in between). */
  act(): Promise<Refused | null>;
  /**
   * Whether the control, the subject or what was drawn in its place, now holds what was asked; absent where
   * the action asks for no state.
   */
  holds?: ((control: Element) => boolean) | undefined;
  /** What the subject shows as its text, where that is not its own value (code editors). */
  shows?: ((control: Element) => string) | undefined;
  /** The form that this should send. It wasn't sent where the page then calls one of its fields invalid. */
  sends?: HTMLFormElement | null | undefined;
  /** Whether what should come up after it (a list of suggestions) has; waited for a while. */
  hasCome?: (() => boolean) | undefined;
  /** What the page's tool answered; null before it did. */
  answer?: (() => ToolAnswer | null) | undefined;
  /** Another way, for when the first had no effect; null without one. */
  another?: (() => Way | null) | undefined;
}

/** `message` may start with a name in quotes or a plain noun; it is made a sentence. */
export function refuse(reason: Refused['reason'], message: string): Refused {
  return { ok: false, reason, message: message.charAt(0).toUpperCase() + message.slice(1) };
}

/** An action that was reported and is still watched. */
export interface ReportedState {
  subject: Element | null;
  /** Whether the control holds what was asked; undefined where nothing was, or the control is gone. */
  isHeld(): boolean | undefined;
  receipt: Receipt;
  hasMoved(): boolean;
  /** What has changed since the action began, as it is now. Reads the whole page. */
  read(): Receipt;
  end(): void;
}
