import type { Action, Speaker } from '../core/action/action.ts';
import type { Receipt } from '../core/action/receipt.ts';
import type { SecretDigest } from '../core/demonstration/secrets/digest.ts';
import type { Hop } from '../core/demonstration/hops.ts';
import type { RecordingOptions } from '../core/demonstration/recording-options.ts';
import type { CapturedTurn, TurnRevision } from '../core/demonstration/captured-turn.ts';
import type { QuestionUsage } from '../core/navigator/model/cost.ts';
import type { Placed } from './content.ts';
import type { FormChange, RankerAgreement } from '../core/demonstration/demonstration.ts';
import type { EditCommand } from '../core/demonstration/edits/edit.ts';

/** An order's outcome; `message` is one sentence for the user. */
export type Outcome<T = object> = ({ ok: true } & T) | { ok: false; message: string };

export interface RecordingStatus {
  demonstrationId: string | null;
  state: 'idle' | 'recording' | 'paused';
  startedAt: number | null;
}

/** Messages from extension pages to the service worker. */
export type BackgroundFromPages = {
  /** Options left out are as the user chose them last. */
  'recording.start': (data: {
    tabId: number | null;
    options?: Partial<RecordingOptions>;
  }) => Outcome<{ demonstrationId: string }>;
  'recording.pause': (data: null) => Outcome;
  'recording.resume': (data: null) => Outcome;
  'recording.stop': (data: null) => Outcome<{ demonstrationId: string }>;
  'recording.status': (data: null) => RecordingStatus;
  /** Something was said; kept only while recording. `turnId` makes it safe to repeat. */
  'recording.say': (data: {
    turnId: string;
    at: number;
    speaker: Speaker;
    by: 'person' | 'copilot';
    utterance: string;
    isReport?: true;
  }) => Outcome<{ kept: boolean }>;
  /** Names the agent that navigates in the current recording, unless it has a name. */
  'recording.navigator': (data: { name: string }) => Outcome;
  /** A model's answer was paid for; kept only while recording. `isPriced`: its cost is known. */
  'recording.spent': (data: { usage: QuestionUsage; isPriced: boolean }) => Outcome;
  /** The copilot's list of hops has changed to this; kept only while recording. */
  'recording.hops': (data: { at: number; hops: readonly Hop[] }) => Outcome;
  /** What a turn of the copilot verifiably changed. */
  'recording.receipt': (data: { turnId: string; receipt: Receipt }) => Outcome;
  /** What the copilot had proposed in place of a turn, and the person refused. */
  'recording.refused': (data: { turnId: string; refused: Action[] }) => Outcome;
  /** What the ranker would have picked in a turn's place. */
  'recording.agreement': (data: { turnId: string; agreement: RankerAgreement }) => Outcome;
  /** Deletes a turn of the copilot that was kept, but then not done. */
  'recording.drop': (data: { turnId: string }) => Outcome;
  /** Takes the last turn out of what is being recorded; it can be put back until something is done. */
  'recording.undo': (data: null) => Outcome<{ turnId: string }>;
  /** Puts back what was taken out last, with all that belongs to it. */
  'recording.redo': (data: null) => Outcome<{ turnId: string }>;
  'demonstration.delete': (data: { id: string }) => Outcome;
  /** Puts a demonstration into the bin, or takes it out. */
  'demonstration.bin': (data: { id: string; isDeleted: boolean }) => Outcome;
  /** Deletes what has been in the bin for so long. */
  'bin.empty': (data: { olderThanMs: number }) => Outcome;
  /** Changes what the annotator says of a demonstration that is not being recorded. */
  'demonstration.describe': (data: { id: string; form: FormChange }) => Outcome;
  /** Changes the turns of a demonstration that is not being recorded, or takes a change back. */
  'demonstration.edit': (data: { id: string; command: EditCommand }) => Outcome;
  /** Makes two demonstrations of one, the second from this turn on; the original goes to the bin. */
  'demonstration.divide': (data: { id: string; turnId: string }) => Outcome<{ ids: string[] }>;
  /** Makes one demonstration of several, which go to the bin. */
  'demonstration.join': (data: { ids: readonly string[] }) => Outcome<{ ids: string[] }>;
  /** Makes a tab ready for the copilot: our script is in every frame of it afterwards. */
  'pilot.start': (data: { tabId: number; lock: string }) => Outcome;
  /** Clears these tabs of it; all of them where none are named. */
  'pilot.stop': (data: { tabIds: readonly number[] } | null) => Outcome;
  /** The copilot is about to open an address or go through the history. */
  'pilot.navigating': (data: { tabId: number; turnId: string }) => true;
};

/** What a page says of a navigation that begins in it. */
export interface NavigationReport {
  /** Epoch ms. */
  at: number;
  type: 'push' | 'replace' | 'reload' | 'traverse';
  /** By a link, a form or the browser's buttons; scripts navigate without. */
  byHand: boolean;
}

/** Messages from content scripts to the service worker. */
export type BackgroundFromContent = {
  /** A content script has started; `startedAt` is its document's time origin, epoch ms. */
  /** `masks`: what Settings say is masked always. */
  'page.hello': (data: { startedAt: number }) => {
    recording: RecordingOptions | null;
    masks: string[];
  };
  'page.navigates': (data: NavigationReport) => true;
  /** Where a frame is in its parent, for the parent; its answer, or null where it has no script. */
  'frame.placed': (data: Placed) => boolean | 'unlisted' | null;
  'recording.captured': (data: CapturedTurn) => Kept;
  'recording.revised': (data: TurnRevision) => Kept;
  /** The port to the offscreen document (UNLOAD_PORT) broke: true when there is one to go to again. */
  'unload.portLost': (data: null) => boolean;
  /** Something was typed into a secret field: what lets it be found elsewhere, not what it was. */
  'secrets.typed': (data: { digests: SecretDigest[] }) => boolean;
  /** Asks for a screenshot ahead of an action; true when one was taken. `patient` waits for the quota. */
  'shot.take': (data: { patient: boolean }) => boolean;
};

export type Kept = { kept: true } | { kept: false; reason: string };

/*
 * How turns survive a page and a service worker that go away in the same moment. A message to an extension
 * whose service worker does not run waits in the browser until it does, for whichever of its pages it is,
 * and is dropped when its sender is gone by then. A port that is open already has no such wait.
 */

/** The name of the port that a recorded document holds open to the offscreen document. */
export const UNLOAD_PORT = 'unload';

/** What goes through it when the page goes away: what the service worker has not acknowledged, in order. */
export interface Left {
  captured: CapturedTurn[];
  revised: TurnRevision[];
}

/** A page that is gone, as it was known to the browser. */
export type UnloadedPage = Pick<
  chrome.runtime.MessageSender,
  'tab' | 'frameId' | 'documentId' | 'documentLifecycle' | 'url'
>;

/** Messages from the offscreen document to the service worker. */
export type BackgroundFromUnload = {
  'unload.captured': (data: { captured: CapturedTurn; page: UnloadedPage }) => Kept;
  'unload.revised': (data: { revised: TurnRevision; page: UnloadedPage }) => Kept;
};
