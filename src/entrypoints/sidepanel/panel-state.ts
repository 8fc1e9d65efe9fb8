import { createStore } from 'zustand/vanilla';
import type { TabState } from '../../app/tab/tab-reach.ts';
import type { Demonstration, ModelUsage, Turn } from '../../core/demonstration/demonstration.ts';
import { DEFAULT_OPTIONS } from '../../core/demonstration/recording-options.ts';
import type { Skill } from '../../core/navigator/skill/skill.ts';
import type { RoleChoice } from '../../platform/settings/stored-settings.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';
import { message } from '../../messages/message.ts';
import type { ExportModel } from '../../ui/components/export-status.tsx';
import type { NoticeAction, NoticeText, NoticeTone } from '../../ui/components/notice.tsx';
import type { Entry, EntryFinding } from '../../ui/conversation/entry.ts';
import type { HopsModel } from '../../ui/hops/hops-card.tsx';
import type { RunModel } from './run-entries.ts';

export interface BannerModel extends NoticeText {
  tone: NoticeTone;
  actions: readonly NoticeAction[];
}

/** An agent outside the browser. `working`: it has a tab. `stopped`: by the person. */
export interface AgentModel {
  id: string;
  name: string;
  state: 'connected' | 'working' | 'stopped' | 'refused';
}

export type UndoneTurn = Pick<Turn, 'id' | 'at' | 'seq' | 'undoneAt'>;

export interface Finished {
  demonstration: Demonstration;
  /** What it is called. */
  name: string;
  /** Null until the lint has run. */
  findings: readonly TurnFinding[] | null;
  exporting: ExportModel;
}

const NO_ENDPOINT: EndpointState = { state: 'none' };
const DEFAULT_ROLE: RoleChoice = { role: 'copilot', speakAs: 'instructor' };

/** Creates the store of what the panel knows. Only the controllers change it. */
export function createPanelState() {
  return createStore(() => ({
    ...DEFAULT_ROLE,
    loading: true,
    /** The conversation of an earlier panel has been loaded. */
    restored: false,
    tab: null as TabState | null,
    /** The demonstration being recorded or paused. */
    demonstration: null as Demonstration | null,
    busy: null as 'starting' | 'stopping' | null,
    /** The demonstration that was stopped last, until its card is closed. */
    finished: null as Finished | null,
    /** The conversation with the copilot, oldest first. */
    live: [] as readonly Entry[],
    /** The card that offers to resume an interrupted run. */
    unfinished: null as Entry | null,
    /** Entries of stored turns by turn id; they replace live entries of the same id. */
    stored: new Map() as ReadonlyMap<string, Entry>,
    /** Entries of this recording that aren't in the store: messages being saved, and warnings. */
    asides: [] as readonly Entry[],
    undone: [] as readonly UndoneTurn[],
    /** Bytes that the recording takes, and free bytes; null while not measured. */
    space: null as { usedBytes: number; freeBytes: number | null } | null,
    /** The options of the next recording. */
    options: DEFAULT_OPTIONS,
    /** The masks while they are edited. */
    masksEntered: null as { text: string; problem: string | null } | null,
    optionsOpen: false,
    /** Requests that fit the page in front; null until it was read for them. */
    examples: null as { url: string; requests: readonly string[] } | null,
    skills: [] as readonly Skill[],
    run: null as RunModel | null,
    agents: [] as readonly AgentModel[],
    hops: null as HopsModel | null,
    /** The ranker that was used last; null before the first request. */
    ranker: null as string | null,
    /** Why the encoder was not used. */
    rankerNotice: null as string | null,
    endpoint: NO_ENDPOINT,
    /** Tokens and cost of this conversation. */
    spending: null as ModelUsage | null,
    /** Whether a passphrase is being tried, and whether the last one was wrong. */
    unlock: { busy: false, wrong: false },
    /** Whether the last request to the model was answered. */
    modelWorks: true,
    banner: null as BannerModel | null,
  }));
}

export type PanelStore = ReturnType<typeof createPanelState>;
export type PanelState = ReturnType<PanelStore['getState']>;

export function showBanner(store: PanelStore, happened: string, next: string | null = null): void {
  store.setState({ banner: { tone: 'warning', happened, saved: null, next, actions: [] } });
}

/** Chrome's error when it ends the receiver of a message before the reply. */
const NO_REPLY = /message (?:channel|port) closed before a response/;

export function explainFailure(error: unknown): { happened: string; next: string } {
  return NO_REPLY.test(String(error))
    ? { happened: message('panelNoReply'), next: message('panelNoReplyNext') }
    : { happened: message('panelFailed', String(error)), next: message('panelFailedNext') };
}

/** `turnId` is null for findings about the whole demonstration. */
export interface TurnFinding extends EntryFinding {
  turnId: string | null;
}

/** Groups equal findings, errors first. `first` is the first turn, `turns` their number. */
export function groupFindings(findings: readonly TurnFinding[]) {
  const ordered = findings.toSorted((a, b) => a.severity.localeCompare(b.severity));
  const groups = new Map<string, (string | null)[]>();
  for (const { message, turnId } of ordered) {
    groups.set(message, [...(groups.get(message) ?? []), turnId]);
  }
  return [...groups].map(([message, turnIds]) => {
    const turns = new Set(turnIds.filter((turnId) => turnId !== null)).size;
    return { message, turns, first: turnIds[0] ?? null };
  });
}
