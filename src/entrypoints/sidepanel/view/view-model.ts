import type { Speaker } from '../../../core/action/action.ts';
import type { ModelUsage } from '../../../core/demonstration/demonstration.ts';
import type { RecordingOptions } from '../../../core/demonstration/recording-options.ts';
import type { HopEdit } from '../../../core/navigator/hops/change-hops.ts';
import type { AccessBlock } from '../../../core/snapshot/page-access.ts';
import type { NoticeAction, NoticeText, NoticeTone } from '../../../ui/components/notice.tsx';
import type { UnlockModel } from '../../../ui/components/unlock-form.tsx';
import type { Entry, EntryEvents, EntryFinding } from '../../../ui/conversation/entry.ts';
import type { HopsModel } from '../../../ui/hops/hops-model.ts';

/** Everything the side panel shows, as plain data. */
export interface SidePanelModel {
  /** The stored conversation is still being read. */
  loading: boolean;
  recording: RecordingModel;
  options: OptionsModel;
  tab: TabModel;
  /** Oldest first; see `Entry` on keeping unchanged entries the same object. */
  entries: readonly Entry[];
  /** Three requests that fit the page at hand; shown while the conversation is empty. */
  examples: readonly string[];
  role: NavigatorRole;
  /** Who speaks while recording with the user in the navigator's seat. */
  speakAs: Speaker;
  /** The copilot's round while one runs; Stop is shown exactly then. */
  run: RunModel | null;
  /** The subtasks of what was asked; null while there are none. */
  hops: HopsModel | null;
  status: StatusModel;
  /** The model's key waits for its passphrase; null when it does not. */
  unlock: UnlockModel | null;
  /** Something that concerns the whole panel; null when all is well. */
  banner: BannerModel | null;
  /** There is a conversation that can be forgotten now. */
  canClear: boolean;
}

/** Who navigates. */
export type NavigatorRole = 'me' | 'copilot';

export type RecordingModel =
  | { state: 'idle' }
  | { state: 'starting' }
  | RunningRecording
  | { state: 'stopping' }
  | FinishedRecording;

export interface RunningRecording {
  state: 'recording' | 'paused';
  /** Epoch ms of the start; times in the list count from it. */
  startedAt: number;
  /** Ms recorded before `since`, pauses left out. */
  activeMs: number;
  /** Epoch ms since when it runs without a pause; null while paused. */
  since: number | null;
  turns: number;
  /** Bytes kept of it; null while not measured. */
  bytes: number | null;
  /** Bytes left for all recordings, when that is little; null otherwise. */
  freeBytes: number | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Turns that were not kept right, or not at all. */
  withErrors: TurnCount;
  /** Turns with something to look at. */
  withWarnings: TurnCount;
  /** Nobody paused it: the browser or the extension went away. */
  interrupted: boolean;
}

/** `first` is the entry to go to; null when there is none. */
export interface TurnCount {
  count: number;
  firstId: string | null;
}

/** What is chosen for the next recording or, while `fixed`, for the one that runs. */
export interface OptionsModel {
  fixed: boolean;
  open: boolean;
  chosen: RecordingOptions;
  /** The masks as entered, one per line. */
  masks: string;
  /** What is wrong with them: one sentence; null when nothing is. */
  problem: string | null;
}

export interface FinishedRecording {
  state: 'stopped';
  demonstrationId: string;
  startedAt: number;
  title: string;
  turns: number;
  durationMs: number;
  /** Null while the lint still runs. */
  findings: readonly TurnFinding[] | null;
  exporting: ExportModel;
}

export type ExportModel =
  | { state: 'none' }
  /** Bytes packed, and of how many. */
  | { state: 'packing'; done: number; total: number }
  | { state: 'done'; fileName: string; bytes: number }
  | { state: 'failed'; message: string };

export interface TabModel {
  title: string;
  /** Must be loadable under the extension's CSP and COEP; anything that fails shows a plain icon. */
  faviconUrl: string | null;
  /** Why nothing can be done on this tab; null when it can. */
  blocked: AccessBlock | null;
}

export interface RunModel {
  /** What it does just now: `Reading the page`, `Type “red kettle”`. */
  activity: string;
  /** Actions performed in this round so far. */
  steps: number;
  /** Who has the tab: the copilot, nobody, or the user. */
  control: 'working' | 'paused' | 'taken';
}

export interface StatusModel {
  /** What orders elements: `Words + encoder “tiny”`. */
  ranker: string;
  /** What to expect of it, or why part of it did not work; shown on hover and to screen readers. */
  rankerNote: string;
  rankerWorks: boolean;
  /** The model's name; null is the built-in navigator. */
  model: string | null;
  /** Whether the last request to the model was answered. */
  modelWorks: boolean;
  /** What this conversation took; null when nothing. */
  spending: ModelUsage | null;
}

export interface BannerModel extends NoticeText {
  tone: NoticeTone;
  actions: readonly NoticeAction[];
}

/** What the user does. Events of entries come with the entry's id. */
export interface SidePanelEvents extends EntryEvents {
  onRecord: () => void;
  onPause: () => void;
  onResume: () => void;
  onStop: () => void;
  /** Take back the last turn of the running recording. */
  onUndo: () => void;
  /** Put back what was taken back last. */
  onRedo: () => void;
  onToggleOptions: () => void;
  onOptions: (options: RecordingOptions) => void;
  /** The masks were changed: one CSS selector per line, as entered. */
  onMasks: (text: string) => void;
  onExport: () => void;
  onCancelExport: () => void;
  /** Choose a format for the finished demonstration in Studio. */
  onOtherFormats: () => void;
  /** Read the finished demonstration's turns in Studio. */
  onReview: () => void;
  /** After the user confirmed it: delete the finished demonstration. */
  onDiscard: () => void;
  /** Put the finished demonstration's card away; it stays in the library. */
  onCloseFinished: () => void;
  onOpenStudio: () => void;
  onOpenSettings: () => void;
  onRoleChange: (seat: NavigatorRole) => void;
  onSpeakAs: (speaker: Speaker) => void;
  /** The first letter of a message. */
  onDraft: () => void;
  onSend: (text: string) => void;
  /** The copilot does nothing more until it is released. */
  onPauseCopilot: () => void;
  /** The same, and it is told what the user does on the tab meanwhile. */
  onTakeOver: () => void;
  onReleaseCopilot: () => void;
  /** The Stop of the copilot, by button or Esc. */
  onStopCopilot: () => void;
  onUnlock: (passphrase: string) => void;
  onBannerAction: (actionId: string) => void;
  onDismissBanner: () => void;
  onEditHops: (edit: HopEdit) => void;
  /** Forgets the conversation with the copilot. */
  onClear: () => void;
}

/** `turnId` is null when it is about the demonstration as a whole. */
export interface TurnFinding extends EntryFinding {
  turnId: string | null;
}

export interface FindingGroup {
  message: string;
  /** In how many turns it was found. */
  turns: number;
  /** The turn to look at first; null when it is about the whole. */
  first: string | null;
}

/** One line for what was found alike in many turns, errors first. */
export function groupFindings(findings: readonly TurnFinding[]): FindingGroup[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const groups = new Map<string, { first: string | null; turns: Set<string> }>();
  for (const { message, turnId } of [...errors, ...warnings]) {
    const group = groups.get(message) ?? { first: turnId, turns: new Set() };
    if (turnId !== null) group.turns.add(turnId);
    groups.set(message, group);
  }
  return [...groups].map(([message, { first, turns }]) => ({ message, first, turns: turns.size }));
}
