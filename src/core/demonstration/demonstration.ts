import type { Action, Actor, Uid } from '../action/action.ts';
import type { Receipt } from '../action/receipt.ts';
import type { Box, FrameSnapshot } from '../snapshot/snapshot.ts';
import type { Difference } from './difference.ts';
import { differenceShape } from './difference.ts';
import type { RecordedHops } from './hops.ts';
import type { RecordingOptions } from './recording-options.ts';
import type { Shape } from '../shape.ts';
import {
  anyObject,
  listOf,
  number,
  objectWith,
  oneOf,
  orAbsent,
  text,
  variants,
} from '../shape.ts';

/** Version of the stored form; reading goes through `migrate`. */
export const DEMONSTRATION_VERSION = 1;

export interface Demonstration {
  id: string;
  version: typeof DEMONSTRATION_VERSION;
  /** Epoch ms. Turn times are epoch ms too; exporters subtract. */
  startedAt: number;
  endedAt: number | null;
  state: 'recording' | 'paused' | 'stopped';
  /**
   * When it was paused, epoch ms; `to` is null while it is. Interrupted: nobody paused it, the recorder
   * was cut off.
   */
  pauses: { from: number; to: number | null; interrupted?: true }[];
  /** The page it began on, for lists. */
  title: string;
  userAgent: string;
  /** `Date.prototype.getTimezoneOffset()`: UTC+5:30 is -330. */
  timezoneOffsetMinutes: number;
  /** Version of the extension that recorded. */
  recorder: string;
  options: RecordingOptions;
  form: DemonstrationForm;
  /** What models took while it was recorded; absent where none was asked. */
  spending?: ModelUsage;
  /** What the copilot worked off while it was recorded, oldest first; absent where there was no list. */
  hops?: readonly RecordedHops[];
  /** Only of an import from another format: what that had besides. */
  imported?: ImportedFile;
}

/** What models have taken so far, of a conversation or a demonstration. */
export interface ModelUsage {
  questions: number;
  promptTokens: number;
  completionTokens: number;
  /** Some of it was counted by us, because the endpoint did not. */
  estimated: boolean;
  /** In the currency of the user's prices; null while no price is known. */
  cost: number | null;
}

/** What WebLINX's form.json asks for. */
export interface DemonstrationForm {
  annotator: string;
  description: string;
  tasks: string[];
  navigatorName: string;
  instructorName: string;
}

/** SHA-256 (hex) of content kept once in the store. */
export type Hash = string;

/** A frame as stored: its html and boxes are content-addressed. */
export interface StoredFrame extends Omit<FrameSnapshot, 'html' | 'boxes'> {
  html: Hash;
  boxes: Hash;
}

export interface StoredSnapshot {
  frames: StoredFrame[];
  devicePixelRatio: number;
  takenAt: number;
  /** True when every frame's document is as it was before the action; else which were read later. */
  exact: boolean;
}

/** How it is known that a screenshot shows the state before the action. All times epoch ms. */
export type ScreenshotProof =
  /** No frame of the tab changed between the pixels and the action, whichever came first. */
  | { kind: 'unchanged'; requestedAt: number; doneAt: number }
  /**
   * A frame of the filmed tab from `ageMs` before the action, taken at `at` or up to some ms later, and no
   * frame of the tab changed in between. `live`: but something in view moved by itself all the while.
   */
  | { kind: 'ring'; at: number; ageMs: number; live: boolean }
  /** Wayscribe did not see it: the imported file says so of itself. */
  | { kind: 'told'; by: 'weblinx' }
  /** Not known: `ageMs` is action time minus shot time (negative: taken after the action). */
  | { kind: 'stale'; ageMs: number; reason: string };

export type Screenshot =
  | { status: 'pending' }
  | { status: 'kept'; image: Hash; width: number; height: number; proof: ScreenshotProof }
  | { status: 'missing'; reason: string };

/** The target as a person and WebLINX describe it. */
export interface TurnElement {
  uid: Uid;
  frameId: number;
  /** As DOM `tagName`: upper case in HTML. */
  tagName: string;
  attributes: Record<string, string>;
  /** CSS px in the TOP viewport. */
  box: Box;
  textContent: string;
  /** In its own document, `/html[1]/body[1]/…`. */
  xpath: string;
  /** The name a person would use; computed by the accessible name rules. */
  name: string;
  role: string;
}

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
  /** Unique in the store; given where the turn is made, so that a repeated message changes nothing. */
  id: string;
  demonstrationId: string;
  /** Epoch ms of the action itself (not of its arrival). */
  at: number;
  /** Breaks ties of `at` within one document; grows with every turn made there. */
  seq: number;
  by: Actor;
  /** Given by the store; see checksum.ts. */
  checksum?: string;
  /** Only of an import from another format: what that said besides. */
  imported?: ImportedTurn;
  /** Epoch ms: taken back while recording, and no part of the demonstration; see undo.ts. */
  undoneAt?: number;
}

export interface SayTurn extends TurnBase {
  kind: 'say';
  action: Extract<Action, { intent: 'say' }>;
}

export interface BrowserTurn extends TurnBase {
  kind: 'browser';
  action: Exclude<Action, { intent: 'say' }>;
  element: TurnElement | null;
  metadata: TurnMetadata;
  /** The event's own fields, JSON values only (WebLINX `properties`). */
  properties: Record<string, unknown>;
  snapshot: StoredSnapshot | null;
  screenshot: Screenshot;
  receipt: Receipt | null;
  /** The turn this one is an effect of: a load that a click caused. */
  causedBy: string | null;
  /** The page at rest after the action; absent while that is not known. */
  effect?: ActionEffect;
  /** What is kept besides, where the recording was begun with `extras`. */
  extras?: TurnExtras;
  /** What the copilot proposed in this state and the person refused, oldest first. */
  refused?: Action[];
  /** What the ranker would have picked; absent while it was not asked. */
  agreement?: RankerAgreement;
}

export type Turn = SayTurn | BrowserTurn;

/** How the page was when an action had had its effect, and before anything further was done to it. */
export interface ActionEffect {
  /**
   * Never from after the next action. `unchanged` means that no frame changed while it was taken and
   * just before; `stale` only for pages that are never at rest.
   */
  screenshot: Screenshot;
  /** Epoch ms at which the page was found at rest; null when it was not. */
  settledAt: number | null;
}

/** What the ranker would have picked in a turn's page, asked with what the instructor had said last. */
export interface RankerAgreement {
  /** What ordered the candidates: `lexical + small`. */
  ranker: string;
  /** What it was asked. */
  request: string;
  /** Place of the turn's own target, from 1; null where it is none of the candidates. */
  rank: number | null;
  /** How many candidates there were. */
  of: number;
  /** What it put first; null when there was nothing. */
  picked: Uid | null;
  /** What a person would call that; absent where it was not kept. */
  pickedName?: string;
}

/** Something kept of the state before an action, or why not. `proof` as for screenshots. */
export type ExtraFile =
  { status: 'kept'; file: Hash; proof: ScreenshotProof } | { status: 'missing'; reason: string };

/** The page before an action in further forms. */
export interface TurnExtras {
  /** The whole page with its resources, as `chrome.pageCapture` writes it, secrets masked. */
  mhtml: ExtraFile;
  /** `{uid: {role, name}}` of what was in the viewport, JSON in UTF-8; secrets masked. */
  accessible: ExtraFile;
}

export function extrasShape(proof: Shape): Shape {
  const extra = variants('status', {
    kept: objectWith({ file: text, proof }),
    missing: objectWith({ reason: text }),
  });
  return objectWith({ mhtml: extra, accessible: extra });
}

/** What an imported file has and a demonstration has no field for; written back on export. */
export interface ImportedFile {
  format: 'weblinx';
  /** What metadata.json and form.json say otherwise than our export of the same would. */
  metadata: Difference[];
  form: Difference[];
  /** Members of replay.json besides its turns. */
  replay: Record<string, unknown>;
  /** Turns of a kind that Wayscribe does not know, as they were, by their place among all turns. */
  unknownTurns: { index: number; turn: unknown }[];
  /** Files that no turn names (video, accessibility trees, later states), each cut into contents. */
  files: { path: string; parts: Hash[] }[];
}

/** What an imported turn said and a turn has no field for; written back on export. */
export interface ImportedTurn {
  format: 'weblinx';
  /** Its event_id; browser turns only. */
  event?: number;
  /** Names of the files it named in `state`; exports give names of their own. */
  files?: { page?: string; screenshot?: string };
  /** What stood around the html element's content in the page file: doctype and html tag. */
  around?: { before: string; after: string };
  differences: Difference[];
}

export const importedFileShape = objectWith({
  format: oneOf('weblinx'),
  metadata: listOf(differenceShape),
  form: listOf(differenceShape),
  replay: anyObject,
  unknownTurns: listOf(objectWith({ index: number })),
  files: listOf(objectWith({ path: text, parts: listOf(text) })),
});

export const importedTurnShape = objectWith({
  format: oneOf('weblinx'),
  event: orAbsent(number),
  files: orAbsent(objectWith({ page: orAbsent(text), screenshot: orAbsent(text) })),
  around: orAbsent(objectWith({ before: text, after: text })),
  differences: listOf(differenceShape),
});
