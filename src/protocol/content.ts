import type { PageAction, Uid } from '../core/action/action.ts';
import type { Performed } from '../core/action/receipt.ts';
import type { Look } from '../core/ranking/looks.ts';
import type { MaskReport, RawFrame } from '../core/snapshot/snapshot.ts';
import type { RecordingOptions } from '../core/demonstration/recording-options.ts';
import type { ChangeLog } from '../core/demonstration/proof.ts';

/** Who has a tab that a round works on: the navigator, nobody, or the person. */
export type Charge = 'working' | 'paused' | 'taken';

export interface FrameState {
  raw: RawFrame;
  changes: ChangeLog;
  /** Where asked for: what style sheets make of the elements … */
  looks?: Look[];
  /** … and in which of them nothing typed may be told on. */
  secrets?: Uid[];
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
  /** Tells the parent frame again which document this is. */
  'frame.announce': (data: null) => true;
  /** `viewport` boxes for keeping, `all` for ranking; `since` is where the change log begins. */
  'frame.read': (data: {
    boxes: 'viewport' | 'all';
    since: number;
    /** Also how the elements look, for the copilot: reading styles takes time. */
    looks?: boolean;
  }) => FrameState | null;
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
  /** Who has the tab; answered when all that the person did there is told. */
  'charge.show': (data: { charge: Charge }) => true;
  /** Performs; when recording, the turn is kept first, with its screenshot, and only then acted. */
  'action.perform': (data: {
    turnId: string;
    action: PageAction;
    label: string;
    /** What the user picked to be uploaded; fetched from the panel. */
    files?: FileFacts[];
  }) => Performed;
  'action.stop': (data: null) => true;
  /** Removes every listener; the script is inert afterwards. */
  'script.end': (data: null) => true;
};
