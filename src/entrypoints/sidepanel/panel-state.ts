import { createStore } from 'zustand/vanilla';
import type { TabState } from '../../app/tab/tab-reach.ts';
import type { Demonstration, ModelUsage, Turn } from '../../core/demonstration/demonstration.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';
import type { UnlockModel } from '../../ui/components/unlock-form.tsx';
import type { Entry } from '../../ui/conversation/entry.ts';
import type { FinishedRecording, SidePanelModel } from './view/view-model.ts';

/** What the panel knows. Only the controllers change it. */
export interface PanelState extends Pick<
  SidePanelModel,
  'loading' | 'role' | 'speakAs' | 'run' | 'hops' | 'banner'
> {
  /** The conversation of an earlier panel has been loaded. */
  restored: boolean;
  tab: TabState | null;
  /** The demonstration being recorded or paused. */
  demonstration: Demonstration | null;
  busy: 'starting' | 'stopping' | null;
  /** The demonstration that was stopped last, until its card is closed. */
  finished: Finished | null;
  /** The conversation with the copilot, oldest first. */
  live: readonly Entry[];
  /** The card that offers to resume an interrupted run. */
  unfinished: Entry | null;
  /** Entries of stored turns by turn id; they replace live entries of the same id. */
  stored: ReadonlyMap<string, Entry>;
  /** Entries of this recording that aren't in the store: messages being saved, and warnings. */
  asides: readonly Entry[];
  undone: readonly UndoneTurn[];
  /** Bytes that the recording takes, and free bytes; null while not measured. */
  space: { usedBytes: number; freeBytes: number | null } | null;
  /** The options of the next recording. */
  options: RecordingOptions;
  /** The masks while they are edited. */
  masksEntered: { text: string; problem: string | null } | null;
  optionsOpen: boolean;
  /** The ranker that was used last; null before the first request. */
  ranker: string | null;
  /** Why the encoder was not used. */
  rankerNotice: string | null;
  endpoint: EndpointState;
  spending: ModelUsage | null;
  unlock: UnlockModel;
  modelWorks: boolean;
}

export type UndoneTurn = Pick<Turn, 'id' | 'at' | 'seq' | 'undoneAt'>;

export interface Finished extends Pick<FinishedRecording, 'findings' | 'exporting'> {
  demonstration: Demonstration;
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
    stored: new Map(),
    asides: [],
    undone: [],
    space: null,
    options: DEFAULT_OPTIONS,
    masksEntered: null,
    optionsOpen: false,
    role: 'copilot',
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

export function showBanner(store: PanelStore, happened: string, next: string | null = null): void {
  store.setState({ banner: { tone: 'warning', happened, saved: null, next, actions: [] } });
}
