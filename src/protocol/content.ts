import type { PageAction, Uid } from '../core/action/action.ts';
import type { PageTool } from '../core/action/page-tool.ts';
import type { LaterReceipt, PerformResult } from '../core/action/receipt.ts';
import type { RecordingOptions } from '../core/demonstration/recording-options.ts';
import type { ChangeLog } from '../core/demonstration/screenshot-proof.ts';
import type { Look } from '../core/ranking/page/looks.ts';
import type { MaskReport, RawFrame } from '../core/snapshot/snapshot.ts';

/** Who controls the tab of a run: the navigator, no one while paused, or the person. */
export type Charge = 'working' | 'paused' | 'taken';

export interface FrameState {
  raw: RawFrame;
  changes: ChangeLog;
}

/** A frame as the copilot sees it. */
export interface FrameSight {
  raw: RawFrame;
  /** Identifies this report: the document is asked with it whether it still holds. */
  edition: string;
  /** What style sheets make of the elements … */
  looks: Look[];
  /** … and in which of them typed texts must not leave the document … */
  secrets: Uid[];
  /** … and which controls in view lie under another layer. */
  covered: Uid[];
}

/** Names and roles of what is in a frame's viewport. */
export interface AccessibleState {
  nodes: Record<Uid, { role: string; name: string }>;
  changes: ChangeLog;
  /** Parts of the document are to be masked by the user's selectors. */
  hasMaskedParts: boolean;
}

/** What is known of a file without its contents. */
export interface FileFacts {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Epoch ms. */
  lastModified: number;
}

/** Messages to the content script of one frame. */
export type Content = {
  /** Whether a person's actions are recorded from now on, and how. */
  'recording.set': (data: { recording: RecordingOptions | null }) => true;
  /** Parts of pages that the user wants masked always, as CSS selectors. */
  'masks.set': (data: { selectors: string[] }) => true;
  /** Tells the parent frame again which document this is; answered when it knows. */
  'frame.announce': (data: null) => true;
  /** A child's place among this frame's windows; false when windows have come or gone since. */
  'frame.adopt': (data: Placed) => boolean;
  /** `viewport` boxes for keeping, `all` for ranking; `since` is where the change log begins. */
  'frame.read': (data: { boxes: 'viewport' | 'all'; since: number }) => FrameState | null;
  /** What there is to act on; `same` while the edition that is known still holds. Reading styles takes time. */
  'frame.observe': (data: { known: string | null }) => FrameSight | 'same';
  /** The tools that the document registers (WebMCP); empty where the browser has no such tools. */
  'tools.list': (data: null) => PageTool[];
  /** The frame when it has time, if it is as it was at `since` (epoch ms); null when it has changed. */
  'frame.rest': (data: { since: number }) => FrameState | null;
  /** Worked out in idle time; null when the frame has changed since, or something of ours is on it. */
  'frame.accessible': (data: { since: number }) => AccessibleState | null;
  'frame.changes': (data: { since: number }) => ChangeLog;
  /** Where this frame's pixels must not be shown, now. */
  'frame.masks': (data: null) => MaskReport;
  /** Shows where the navigator will act; `uid` null takes the mark away. */
  'target.show': (data: { uid: string | null; label: string }) => boolean;
  /** Shows or hides the on-page Stop. */
  'stop.show': (data: { shown: boolean }) => true;
  /** Who controls the tab; answered when the person's actions there have been reported. */
  'charge.show': (data: { charge: Charge }) => true;
  /** Performs; when recording, the turn is kept first, with its screenshot, and only then acted. */
  'action.perform': (data: {
    turnId: string;
    action: PageAction;
    label: string;
    /**
     * An agent outside the browser chose it. The label is shown from the action on and doesn't delay it, and the receipt
     * doesn't wait once the page has answered: what comes later is part of the next review.
     */
    forAgent?: true;
    /** What the target said when the page was read, one piece per line. */
    seenWords?: string;
    /** The user was asked about it: it must be what they saw, to the word. */
    wasAsked?: true;
    /** The field is left after typing. */
    leaves?: true;
    /** What the user picked to be uploaded; fetched from the panel. */
    files?: FileFacts[];
  }) => PerformResult;
  /** Reports what differs from an earlier report; `isLast`: waits for what may still be taken back. */
  'action.review': (data: { isLast: boolean }) => LaterReceipt[];
  'action.stop': (data: null) => true;
  /** Removes every listener; the script is inert afterwards. */
  'script.end': (data: null) => true;
};

/** What a document tells of where it is: its token, and its window's index among `count` of its parent's. */
export interface Placed {
  token: string;
  index: number;
  count: number;
  /** Counts up; the last one of a token holds. */
  attempt: number;
}
