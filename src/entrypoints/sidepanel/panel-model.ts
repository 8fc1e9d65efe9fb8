import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { isInterrupted, measureRecordedTime } from '../../core/demonstration/recording-state.ts';
import { findRedoable } from '../../core/demonstration/turn-list.ts';
import type { ActionEntry, Entry } from '../../ui/conversation/entry.ts';
import { explainRanker, nameRanker } from '../../ui/describe-ranker.ts';
import type { Skill } from '../../core/navigator/skill/skill.ts';
import type { Finished, PanelState, UndoneTurn } from './panel-state.ts';
import { endEntries } from './run-entries.ts';

/** Starts the ids of entries about turns that were not saved. */
export const UNSAVED = 'unsaved ';

/** Returns what the view shows as plain data. */
export function modelPanel(state: PanelState) {
  const { role, speakAs, run, agents, hops, banner, tab, live, demonstration } = state;
  return {
    ...{ role, speakAs, run, agents, hops, banner },
    /** Requests for an empty conversation; null until the page has been read. */
    examples: state.examples?.url === tab?.url ? (state.examples?.requests ?? null) : null,
    skills: listSkills(state),
    loading: state.loading || !state.restored,
    recording: modelRecording(state),
    options: modelOptions(state),
    tab: { title: tab?.title ?? '', blocked: tab ? tab.block : ('no-page' as const) },
    /** Oldest first; unchanged entries stay the same objects. */
    entries: joinEntries([...modelConversation(state), ...state.asides], state.stored),
    status: modelStatus(state),
    /** Set while the model's key is locked. */
    unlock: state.endpoint.state === 'locked' ? state.unlock : null,
    canClear: live.length > 0 && run === null && demonstration?.state !== 'recording',
  };
}

const MAX_SKILLS = 4;

/** Skills to start, those of the site in front first, each as recent as possible. */
function listSkills({ skills, tab }: PanelState): { id: string; name: string }[] {
  const site = hostOf(tab?.url ?? '');
  const newest = skills.toReversed();
  const isHere = ({ start }: Skill): boolean => hostOf(start) === site;
  const sorted = [...newest.filter(isHere), ...newest.filter((skill) => !isHere(skill))];
  return sorted.slice(0, MAX_SKILLS).map(({ id, name }) => ({ id, name }));
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

export type SidePanelModel = ReturnType<typeof modelPanel>;
export type RecordingModel =
  { state: 'idle' } | { state: 'starting' | 'stopping' } | RunningRecording | FinishedRecording;
export type RunningRecording = ReturnType<typeof modelRunning>;
export type FinishedRecording = ReturnType<typeof modelFinished>;

function modelConversation({ live, unfinished, demonstration }: PanelState): readonly Entry[] {
  if (unfinished) return [...endEntries(live), unfinished];
  if (demonstration?.state !== 'recording') return live;
  return live.map((entry) =>
    entry.kind === 'action' && entry.state === 'acting'
      ? { ...entry, screenshot: { status: 'pending' } }
      : entry,
  );
}

/** Returns live and stored entries in one list, oldest first; the two entries of one turn become one. */
export function joinEntries(
  live: readonly Entry[],
  stored: ReadonlyMap<string, Entry>,
): readonly Entry[] {
  const joined = live.map((entry) => {
    const other = stored.get(entry.id);
    // A question is stored as an utterance; only the live entry has the answers.
    return entry.kind === 'action' && other?.kind === 'action' ? joinAction(entry, other) : entry;
  });
  const known = new Set(live.map(({ id }) => id));
  const rest = [...stored.values()].filter(({ id }) => !known.has(id));
  return [...joined, ...rest].toSorted((a, b) => a.at - b.at);
}

/** The live entry has the reason and the effect, the stored entry the screenshot. */
function joinAction(live: ActionEntry, stored: ActionEntry): ActionEntry {
  const { ranking, promptSummary, reply, receipt } = live.details;
  return {
    ...stored,
    at: live.at,
    description: live.description,
    detail: live.detail ?? stored.detail,
    state: live.state === 'done' ? stored.state : live.state,
    details: {
      ...stored.details,
      ranking,
      ...(promptSummary && { promptSummary }),
      ...(reply && { reply }),
      receipt: receipt ?? stored.details.receipt,
    },
  };
}

function modelRecording(state: PanelState): RecordingModel {
  const { demonstration, busy, finished, stored } = state;
  if (busy !== null) return { state: busy };
  if (demonstration && demonstration.state !== 'stopped') {
    return modelRunning(state, demonstration, demonstration.state);
  }
  return finished ? modelFinished(finished, stored.size) : { state: 'idle' };
}

function modelFinished({ demonstration, name, findings, exporting }: Finished, turns: number) {
  const { startedAt } = demonstration;
  const durationMs = measureRecordedTime(demonstration, startedAt);
  return {
    state: 'stopped' as const,
    startedAt,
    title: name,
    /** As the user named it; empty while it is called by what was asked. */
    task: demonstration.form.description,
    turns,
    durationMs,
    findings,
    exporting,
  };
}

/** The free space is shown below this. */
const LOW_BYTES = 1024 ** 3;

function modelRunning(
  { stored, asides, undone, space }: PanelState,
  demonstration: Demonstration,
  state: 'recording' | 'paused',
) {
  const { startedAt, pauses } = demonstration;
  const pause = pauses.at(-1);
  const since = pause ? pause.to : startedAt;
  const free = space?.freeBytes ?? null;
  const entries = [...stored.values()];
  const placed = entries.map(({ id, at }) => ({ id, at, seq: 0 }));
  return {
    state,
    startedAt,
    /** Ms recorded before `since`, without pauses. */
    activeMs: measureRecordedTime(demonstration, since ?? pause?.from ?? startedAt),
    /** Epoch ms of the last start or resume; null while paused. */
    since,
    turns: stored.size,
    bytes: space?.usedBytes ?? null,
    /** Null unless they are few. */
    freeBytes: free !== null && free < LOW_BYTES ? free : null,
    canUndo: stored.size > 0,
    canRedo: findRedoable<UndoneTurn>([...placed, ...undone]) !== null,
    /** Ids of turns that were not saved, or not saved correctly, oldest first. */
    withErrors: listIds([...asides, ...entries], 'error'),
    withWarnings: listIds(entries, 'warning'),
    interrupted: isInterrupted(demonstration),
  };
}

function listIds(entries: readonly Entry[], severity: 'error' | 'warning'): string[] {
  const found = entries.filter((entry) => getSeverity(entry) === severity);
  return found.toSorted((a, b) => a.at - b.at).map(({ id }) => id);
}

function getSeverity(entry: Entry): 'error' | 'warning' | null {
  if (entry.kind === 'notice' && entry.id.startsWith(UNSAVED)) return 'error';
  if (entry.kind !== 'action' || entry.findings.length === 0) return null;
  return entry.findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
}

/** The options of the next recording or, while `fixed`, of the current one. */
function modelOptions(state: PanelState) {
  const { demonstration, options, masksEntered, optionsOpen, busy } = state;
  const chosen = demonstration?.options ?? options;
  return {
    fixed: demonstration !== null || busy !== null,
    open: optionsOpen,
    chosen,
    /** As entered, one per line. */
    masks: masksEntered?.text ?? chosen.masks.join('\n'),
    problem: masksEntered?.problem ?? null,
  };
}

function modelStatus(state: PanelState) {
  const { ranker, rankerNotice, endpoint, modelWorks, spending } = state;
  return {
    ranker: nameRanker(ranker),
    /** What the ranker can do, or why part of it failed. */
    rankerNote: rankerNotice ?? explainRanker(ranker),
    rankerWorks: rankerNotice === null,
    /** Null for the built-in navigator. */
    model: endpoint.state === 'none' ? null : endpoint.settings.model,
    modelWorks: modelWorks && endpoint.state !== 'locked',
    spending,
  };
}
