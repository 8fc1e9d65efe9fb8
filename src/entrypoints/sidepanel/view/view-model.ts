import type { Speaker } from '../../../core/action/action.ts';
import type { ModelUsage } from '../../../core/demonstration/demonstration.ts';
import type { RecordingOptions } from '../../../core/demonstration/recording-options.ts';
import type { HopEdit } from '../../../core/navigator/hops/change-hops.ts';
import type { AccessBlock } from '../../../core/snapshot/page-access.ts';
import type { ExportModel } from '../../../ui/components/export-status.tsx';
import type { NoticeAction, NoticeText, NoticeTone } from '../../../ui/components/notice.tsx';
import type { UnlockModel } from '../../../ui/components/unlock-form.tsx';
import type { Entry, EntryEvents, EntryFinding } from '../../../ui/conversation/entry.ts';
import type { HopsModel } from '../../../ui/hops/hops-model.ts';

/** The state of the side panel as plain data. */
export interface SidePanelModel {
  loading: boolean;
  recording: RecordingModel;
  options: OptionsModel;
  tab: TabModel;
  /** Oldest first; unchanged entries must stay the same objects. */
  entries: readonly Entry[];
  /** Requests to start with, shown while the conversation is empty. */
  examples: readonly string[];
  role: NavigatorRole;
  /** The role that the user speaks as while recording as navigator. */
  speakAs: Speaker;
  /** The current run; Stop shows while it is not null. */
  run: RunModel | null;
  hops: HopsModel | null;
  status: StatusModel;
  /** Set while the model's key is locked. */
  unlock: UnlockModel | null;
  banner: BannerModel | null;
  canClear: boolean;
}

export type NavigatorRole = 'me' | 'copilot';

export type RecordingModel =
  | { state: 'idle' }
  | { state: 'starting' }
  | RunningRecording
  | { state: 'stopping' }
  | FinishedRecording;

export interface RunningRecording {
  state: 'recording' | 'paused';
  /** Epoch ms; times in the list count from it. */
  startedAt: number;
  /** Ms recorded before `since`, without pauses. */
  activeMs: number;
  /** Epoch ms of the last start or resume; null while paused. */
  since: number | null;
  turns: number;
  /** Bytes stored; null while unknown. */
  bytes: number | null;
  /** Free bytes; null unless they are few. */
  freeBytes: number | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Turns that were not saved, or not saved correctly. */
  withErrors: TurnCount;
  withWarnings: TurnCount;
  /** The browser or the extension closed while recording. */
  interrupted: boolean;
}

export interface TurnCount {
  count: number;
  firstId: string | null;
}

/** Options of the next recording or, while `fixed`, of the current one. */
export interface OptionsModel {
  fixed: boolean;
  open: boolean;
  chosen: RecordingOptions;
  /** The masks as entered, one per line. */
  masks: string;
  /** What is wrong with the masks. */
  problem: string | null;
}

export interface FinishedRecording {
  state: 'stopped';
  demonstrationId: string;
  startedAt: number;
  title: string;
  turns: number;
  durationMs: number;
  /** Null until the lint has run. */
  findings: readonly TurnFinding[] | null;
  exporting: ExportModel;
}

export interface TabModel {
  title: string;
  /** Must load under the extension's CSP and COEP; otherwise a plain icon shows. */
  faviconUrl: string | null;
  /** Why the tab cannot be used; null if it can. */
  blocked: AccessBlock | null;
}

export interface RunModel {
  /** For example `Reading the page` or `Type “red kettle”`. */
  activity: string;
  /** Actions performed in this run. */
  steps: number;
  /** Who controls the tab: the copilot, nobody, or the user. */
  control: 'working' | 'paused' | 'taken';
}

export interface StatusModel {
  ranker: string;
  /** What the ranker can do, or why part of it failed. */
  rankerNote: string;
  rankerWorks: boolean;
  /** The model's name; null for the built-in navigator. */
  model: string | null;
  /** Whether the last request to the model was answered. */
  modelWorks: boolean;
  /** Tokens and cost of this conversation. */
  spending: ModelUsage | null;
}

export interface BannerModel extends NoticeText {
  tone: NoticeTone;
  actions: readonly NoticeAction[];
}

export interface SidePanelEvents extends EntryEvents {
  onRecord: () => void;
  onPause: () => void;
  onResume: () => void;
  onStop: () => void;
  onUndo: () => void;
  onRedo: () => void;
  onToggleOptions: () => void;
  onOptions: (options: RecordingOptions) => void;
  /** One CSS selector per line, as entered. */
  onMasks: (text: string) => void;
  onExport: () => void;
  onCancelExport: () => void;
  /** Opens the formats of the finished demonstration in Studio. */
  onOtherFormats: () => void;
  /** Opens the finished demonstration in Studio. */
  onReview: () => void;
  /** Deletes the finished demonstration, after confirmation. */
  onDiscard: () => void;
  onCloseFinished: () => void;
  onOpenStudio: () => void;
  onOpenSettings: () => void;
  onRoleChange: (role: NavigatorRole) => void;
  onSpeakAs: (speaker: Speaker) => void;
  /** The first character of a message was typed. */
  onDraft: () => void;
  onSend: (text: string) => void;
  onPauseCopilot: () => void;
  /** Pauses, and reports to the copilot what the user does meanwhile. */
  onTakeOver: () => void;
  onReleaseCopilot: () => void;
  onStopCopilot: () => void;
  onUnlock: (passphrase: string) => void;
  onBannerAction: (actionId: string) => void;
  onDismissBanner: () => void;
  onEditHops: (edit: HopEdit) => void;
  onClear: () => void;
}

/** `turnId` is null for findings about the whole demonstration. */
export interface TurnFinding extends EntryFinding {
  turnId: string | null;
}

export interface FindingGroup {
  message: string;
  turns: number;
  /** The first turn; null for findings about the whole demonstration. */
  first: string | null;
}

/** Groups equal findings of several turns, errors first. */
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
