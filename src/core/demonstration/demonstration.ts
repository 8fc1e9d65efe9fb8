import type { Action, Actor, Uid } from '../action/action.ts';
import type { Receipt } from '../action/receipt.ts';
import type { Box, FrameSnapshot } from '../snapshot/snapshot.ts';
import type { Difference } from './difference.ts';
import type { Edit, Picture } from './edits/edit.ts';
import type { RecordedHops } from './hops.ts';
import type { RecordingOptions } from './recording-options.ts';
import type { TurnElement } from './turn-element.ts';

/** Version of the stored form; migrate.ts reads it. */
export const DEMONSTRATION_VERSION = 1;

export interface Demonstration {
  id: string;
  version: typeof DEMONSTRATION_VERSION;
  /** Epoch ms, like all times of turns. */
  startedAt: number;
  endedAt: number | null;
  state: 'recording' | 'paused' | 'stopped';
  /** Epoch ms; `to` is null while paused. `interrupted`: the recorder was stopped, not the recording. */
  pauses: { from: number; to: number | null; interrupted?: true }[];
  /** The page it began on. */
  title: string;
  userAgent: string;
  /** `Date.prototype.getTimezoneOffset()`: UTC+5:30 is -330. */
  timezoneOffsetMinutes: number;
  /** Version of the extension. */
  recorder: string;
  options: RecordingOptions;
  form: DemonstrationForm;
  spending?: ModelUsage;
  /** The copilot's lists of hops while recording, oldest first. */
  hops?: readonly RecordedHops[];
  /** What annotators changed since, oldest first; the turns beside it are as recorded. */
  edits?: readonly Edit[];
  /** Epoch ms; set while it is in the bin. */
  deletedAt?: number;
  /** Content of an imported file that has no field here. */
  imported?: ImportedFile;
}

export interface ModelUsage {
  questions: number;
  promptTokens: number;
  completionTokens: number;
  /** Wayscribe counted part of it, because the endpoint did not. */
  estimated: boolean;
  /** In the currency of the user's prices; null while the price is unknown. */
  cost: number | null;
}

/** Whether the task was done. */
export type TaskOutcome = 'success' | 'partly' | 'failed';

/** What annotators write: the fields of WebLINX's form.json, and ours, which are absent until they are set. */
export interface DemonstrationForm {
  annotator: string;
  /** The demonstration's name; empty where it is called by what was asked. */
  description: string;
  tasks: string[];
  navigatorName: string;
  instructorName: string;
  outcome?: TaskOutcome;
  project?: string;
  tags?: readonly string[];
  notes?: string;
}

/** What is to be written into a form; null takes a field out that need not be there. */
export type FormChange = { [Field in keyof DemonstrationForm]?: DemonstrationForm[Field] | null };

/** SHA-256 in hex of stored content. */
export type Hash = string;

export interface StoredFrame extends Omit<FrameSnapshot, 'html' | 'boxes'> {
  html: Hash;
  boxes: Hash;
}

export interface StoredSnapshot {
  frames: StoredFrame[];
  devicePixelRatio: number;
  takenAt: number;
  /** False when frames were read after the action; each frame says which. */
  exact: boolean;
}

/** Why a screenshot is known to show the state before the action. Times are epoch ms. */
export type ScreenshotProof =
  /** No frame of the tab changed between the pixels and the action, whichever came first. */
  | { kind: 'unchanged'; requestedAt: number; doneAt: number }
  /**
   * A frame of the filmed tab from `ageMs` before the action, taken at `at` or some ms later; no frame of the tab
   * changed since. `live`: something in view was moving all the time.
   */
  | { kind: 'ring'; at: number; ageMs: number; live: boolean }
  /**
   * The page differs from the screenshot at most in `regions`, CSS px in the top viewport, which are a small share of it;
   * the target is where it was.
   */
  | { kind: 'differs'; requestedAt: number; doneAt: number; regions: Box[] }
  /** The imported file says so, or the annotator who chose the screenshot. */
  | { kind: 'told'; by: 'weblinx' | 'annotator' }
  /** Unknown. `ageMs` is action time minus screenshot time; negative: taken after the action. */
  | { kind: 'stale'; ageMs: number; reason: string };

export type Screenshot =
  | { status: 'pending' }
  | {
      status: 'kept';
      image: Hash;
      width: number;
      height: number;
      proof: ScreenshotProof;
      /** Frames of the ring from before the action, where nothing is proven: an annotator may choose one. */
      alternatives?: readonly Picture[];
    }
  | { status: 'missing'; reason: string };

export interface TurnMetadata {
  /** Last known pointer position, CSS px in the top viewport. */
  mouseX: number;
  mouseY: number;
  tabId: number;
  url: string;
  /** Of the top frame, CSS px; -1 for tab turns. */
  viewportWidth: number;
  viewportHeight: number;
  /** Screenshot px per CSS px. */
  zoomLevel: number;
}

interface TurnBase {
  /** Unique in the store; made with the turn, so that a repeated message is harmless. */
  id: string;
  demonstrationId: string;
  /** Epoch ms of the action, not of its arrival. */
  at: number;
  /** Orders turns with the same `at`; grows within one document. */
  seq: number;
  by: Actor;
  /** Set by the store; see checksum.ts. */
  checksum?: string;
  /** Content of an imported turn that has no field here. */
  imported?: ImportedTurn;
  /** Epoch ms; an undone turn is not part of the demonstration. */
  undoneAt?: number;
}

export interface SayTurn extends TurnBase {
  kind: 'say';
  /** Wayscribe reports what the copilot did, could not do or needs to know: not an answer to the instructor. */
  isReport?: true;
  action: Extract<Action, { intent: 'say' }>;
}

export interface BrowserTurn extends TurnBase {
  kind: 'browser';
  action: Exclude<Action, { intent: 'say' }>;
  element: TurnElement | null;
  metadata: TurnMetadata;
  /** The event's fields, JSON values only (WebLINX `properties`). */
  properties: Record<string, unknown>;
  snapshot: StoredSnapshot | null;
  screenshot: Screenshot;
  receipt: Receipt | null;
  /** The turn that caused this one, such as the click before a load. */
  causedBy: string | null;
  /** The page at rest after the action; absent while unknown. */
  effect?: ActionEffect;
  /** Only with the recording option `extras`. */
  extras?: TurnExtras;
  /** Actions that the copilot proposed in this state and the person refused, oldest first. */
  refused?: Action[];
  /** The ranker's choice; absent where it was not asked. */
  agreement?: RankerAgreement;
}

export type Turn = SayTurn | BrowserTurn;

/** The page after an action had its effect and before the next action. */
export interface ActionEffect {
  /**
   * Never from after the next action. `unchanged`: no frame changed while it was taken and just before. `stale`: the
   * page never comes to rest.
   */
  screenshot: Screenshot;
  /** Epoch ms; null when the page did not come to rest. */
  settledAt: number | null;
}

/** The ranker's choice for the instructor's last utterance. */
export interface RankerAgreement {
  /** Such as `lexical + small`. */
  ranker: string;
  request: string;
  /** Rank of the turn's target, from 1; null when it is not a candidate. */
  rank: number | null;
  /** Number of candidates. */
  of: number;
  /** The first candidate. */
  picked: Uid | null;
  pickedName?: string;
}

/** Saved from the state before the action. `proof` as for screenshots. */
export type ExtraFile =
  { status: 'kept'; file: Hash; proof: ScreenshotProof } | { status: 'missing'; reason: string };

/** Further forms of the page before an action. */
export interface TurnExtras {
  /** The page with its resources from `chrome.pageCapture`, secrets masked. */
  mhtml: ExtraFile;
  /** `{uid: {role, name}}` of elements in the viewport, JSON in UTF-8, secrets masked. */
  accessible: ExtraFile;
}

/** Content of an imported file that has no field here; exports write it back. */
export interface ImportedFile {
  format: 'weblinx';
  /** Its name in the data set: that of its folder. Absent in what earlier versions imported. */
  name?: string;
  /** Differences of metadata.json and form.json from our export. */
  metadata: Difference[];
  form: Difference[];
  /** Members of replay.json besides its turns. */
  replay: Record<string, unknown>;
  /** Turns of an unknown kind, by their index among all turns. */
  unknownTurns: { index: number; turn: unknown }[];
  /** Files that no turn names (video, accessibility trees, later states), in parts. */
  files: { path: string; parts: Hash[] }[];
}

/** Content of an imported turn that has no field here; exports write it back. */
export interface ImportedTurn {
  format: 'weblinx';
  /** Its event_id; browser turns only. */
  event?: number;
  /** File names in `state`; exports use other names. */
  files?: { page?: string; screenshot?: string };
  /** Text around the html element's content in the page file: doctype and html tag. */
  around?: { before: string; after: string };
  differences: Difference[];
}
