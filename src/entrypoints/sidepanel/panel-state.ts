import { createStore } from 'zustand/vanilla';
import type { Speaker } from '../../core/action/action.ts';
import type { Demonstration, Turn, ModelUsage } from '../../core/demonstration/demonstration.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';
import type { TabState } from '../../app/tab/tab-reach.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import type { ExportModel } from '../../ui/components/export-status.tsx';
import type { UnlockModel } from '../../ui/components/unlock-form.tsx';
import type { HopsModel } from '../../ui/hops/hops-model.ts';
import type { TurnFinding, BannerModel, RunModel, NavigatorRole } from './view/view-model.ts';

/** What the panel knows. Changed only by the controllers. */
export interface PanelState {
  loading: boolean;
  /** The conversation of an earlier panel has been loaded. */
  restored: boolean;
  tab: TabState | null;
  /** The demonstration being recorded or paused. */
  demonstration: Demonstration | null;
  busy: 'starting' | 'stopping' | null;
  /** The demonstration that was stopped last, until its card is put away. */
  finished: Finished | null;
  /** The conversation with the copilot, in time order. */
  live: readonly Entry[];
  /** The card that offers to resume an interrupted run. */
  unfinished: Entry | null;
  /** Entries of stored turns, by turn id; they take the place of live ones of the same id. */
  kept: ReadonlyMap<string, Entry>;
  /** Of the same recording, what the store does not tell: what was just said, and warnings. */
  asides: readonly Entry[];
  /** Turns that were taken back and can be put back, in no order. */
  undone: readonly UndoneTurn[];
  /** Bytes kept of the recording, and left for more; null while not measured. */
  space: { keptBytes: number; freeBytes: number | null } | null;
  /** What is chosen for the next recording. */
  options: RecordingOptions;
  /** Its masks as they are being entered; null while they are as chosen. */
  masksEntered: { text: string; problem: string | null } | null;
  optionsOpen: boolean;
  seat: NavigatorRole;
  speakAs: Speaker;
  run: RunModel | null;
  /** The subtasks of what was asked; null while there are none. */
  hops: HopsModel | null;
  /** What ordered candidates last; null before the first request. */
  ranker: string | null;
  /** Why the encoder took no part then; null when it did. */
  rankerNotice: string | null;
  endpoint: EndpointState;
  /** What this conversation took of the model; null before the first answer. */
  spending: ModelUsage | null;
  /** How the last passphrase fared. */
  unlock: UnlockModel;
  modelWorks: boolean;
  banner: BannerModel | null;
}

export type UndoneTurn = Pick<Turn, 'id' | 'at' | 'seq' | 'undoneAt'>;

export interface Finished {
  demonstration: Demonstration;
  findings: readonly TurnFinding[] | null;
  exporting: ExportModel;
}

export function createPanelState() {
  return createStore<PanelState>(() => ({
    loading: true,
    restored: false,
    tab: null,
    demonstration: null,
    busy: null,
    finished: null,
    live: [],
    unfinished: null,
    kept: new Map(),
    asides: [],
    undone: [],
    space: null,
    options: DEFAULT_OPTIONS,
    masksEntered: null,
    optionsOpen: false,
    seat: 'copilot',
    speakAs: 'instructor',
    run: null,
    hops: null,
    ranker: null,
    rankerNotice: null,
    endpoint: { state: 'none' },
    spending: null,
    unlock: { busy: false, wrong: false },
    modelWorks: true,
    banner: null,
  }));
}

export type PanelStore = ReturnType<typeof createPanelState>;

/** Says something about the whole panel. */
export function showBanner(store: PanelStore, happened: string, next: string | null = null): void {
  store.setState({
    banner: { tone: 'warning', happened, saved: null, next, actions: [] },
  });
}
