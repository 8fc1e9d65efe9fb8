import type { ModelUsage } from '../../../core/demonstration/demonstration.ts';
import type { RecordingOptions } from '../../../core/demonstration/recording-options.ts';
import type { AccessBlock } from '../../../core/snapshot/page-access.ts';
import type { RoleChoice } from '../../../platform/settings/role-choice.ts';
import type { ExportModel } from '../../../ui/components/export-status.tsx';
import type { NoticeAction, NoticeText, NoticeTone } from '../../../ui/components/notice.tsx';
import type { UnlockModel } from '../../../ui/components/unlock-form.tsx';
import type { Entry, EntryFinding } from '../../../ui/conversation/entry.ts';
import type { HopsModel } from '../../../ui/hops/hops-model.ts';

/** The state of the side panel as plain data. */
export interface SidePanelModel extends RoleChoice {
  loading: boolean;
  recording: RecordingModel;
  options: OptionsModel;
  tab: TabModel;
  /** Oldest first; unchanged entries must stay the same objects. */
  entries: readonly Entry[];
  /** The current run; Stop shows while it is not null. */
  run: RunModel | null;
  hops: HopsModel | null;
  status: StatusModel;
  /** Set while the model's key is locked. */
  unlock: UnlockModel | null;
  banner: BannerModel | null;
  canClear: boolean;
}

export type RecordingModel =
  { state: 'idle' | 'starting' | 'stopping' } | RunningRecording | FinishedRecording;

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
  /** Ids of the turns that were not saved, or not saved correctly, oldest first. */
  withErrors: readonly string[];
  withWarnings: readonly string[];
  /** The browser or the extension closed while recording. */
  interrupted: boolean;
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
  /** Why the tab cannot be used; null if it can. */
  blocked: AccessBlock | null;
}

export interface RunModel {
  /** For example `Reading the page` or `Type “red kettle”`. */
  activity: string;
  /** Actions performed in this run. */
  steps: number;
  /** `taken`: the user controls the tab. */
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
  const groups = new Map<string, (string | null)[]>();
  for (const { message, turnId } of findings.toSorted((a, b) =>
    a.severity.localeCompare(b.severity),
  )) {
    groups.set(message, [...(groups.get(message) ?? []), turnId]);
  }
  return [...groups].map(([message, [first = null, ...others]]) => ({
    message,
    first,
    turns: new Set([first, ...others].filter((turnId) => turnId !== null)).size,
  }));
}
