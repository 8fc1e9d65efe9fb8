import { measureRecordedTime, isInterrupted } from '../../core/demonstration/recording-state.ts';
import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { findRedoable } from '../../core/demonstration/turn-list.ts';
import type { ActionEntry, Entry } from '../../ui/conversation/entry.ts';
import { explainRanker, nameRanker } from '../../ui/describe-ranker.ts';
import type { PanelState, UndoneTurn } from './panel-state.ts';
import { endEntries } from './run-entries.ts';
import type {
  TurnCount,
  OptionsModel,
  RecordingModel,
  RunningRecording,
  SidePanelModel,
  StatusModel,
  TabModel,
} from './view/view-model.ts';

/** What the ids of entries begin with that tell of an action that was not kept. */
export const LOST = 'lost ';

/** What the view shows of what the panel knows. */
export function modelPanel(state: PanelState): SidePanelModel {
  const { loading, restored, seat, speakAs, run, banner, live, demonstration } = state;
  const shown = joinEntries([...modelConversation(state), ...state.asides], state.kept);
  return {
    loading: loading || !restored,
    recording: modelRecording(state),
    options: modelOptions(state),
    tab: modelTab(state),
    entries: shown,
    examples: EXAMPLES,
    role: seat,
    speakAs,
    run,
    hops: state.hops,
    status: modelStatus(state),
    unlock: state.endpoint.state === 'locked' ? state.unlock : null,
    banner,
    canClear: live.length > 0 && run === null && demonstration?.state !== 'recording',
  };
}

function modelConversation({ live, unfinished, demonstration }: PanelState): readonly Entry[] {
  // Nothing is being done in an interrupted run.
  if (unfinished) return [...endEntries(live), unfinished];
  if (demonstration?.state !== 'recording') return live;
  return live.map((entry) =>
    entry.kind === 'action' && entry.state === 'acting'
      ? { ...entry, screenshot: { status: 'pending' } }
      : entry,
  );
}

/*
 * The page is not read until somebody asks for something on it, so these fit most pages rather than
 * the one at hand.
 */
const EXAMPLES = [
  'type tea in the search box and press enter',
  'scroll down, then scroll to the top',
  'go back',
];

/** One list in time order; a stored turn takes the place of the live entry of the same id. */
export function joinEntries(
  live: readonly Entry[],
  kept: ReadonlyMap<string, Entry>,
): readonly Entry[] {
  const joined = live.map((entry) => {
    const stored = kept.get(entry.id);
    return stored ? joinEntry(entry, stored) : entry;
  });
  const known = new Set(live.map(({ id }) => id));
  const rest = [...kept.values()].filter(({ id }) => !known.has(id));
  return [...joined, ...rest].toSorted((a, b) => a.at - b.at);
}

function joinEntry(live: Entry, stored: Entry): Entry {
  // A question is kept as what was said; its answers are only here.
  if (live.kind !== 'action' || stored.kind !== 'action') return live;
  return joinAction(live, stored);
}

/** The live side knows why and what came of it, the stored side the picture. */
function joinAction(live: ActionEntry, stored: ActionEntry): ActionEntry {
  const going = live.state !== 'done';
  return {
    ...stored,
    // Its place in the list is where it began.
    at: live.at,
    description: live.description,
    detail: live.detail ?? stored.detail,
    state: going ? live.state : stored.state,
    details: {
      ...stored.details,
      ranking: live.details.ranking,
      ...(live.details.promptSummary && { promptSummary: live.details.promptSummary }),
      receipt: live.details.receipt ?? stored.details.receipt,
    },
  };
}

function modelRecording(state: PanelState): RecordingModel {
  const { demonstration, busy, finished, kept } = state;
  if (busy !== null) return { state: busy };
  const turns = kept.size;
  if (demonstration && demonstration.state !== 'stopped') {
    return modelRunning(state, demonstration, demonstration.state);
  }
  if (!finished) return { state: 'idle' };
  const { id, startedAt, title } = finished.demonstration;
  return {
    state: 'stopped',
    demonstrationId: id,
    startedAt,
    title,
    turns,
    durationMs: measureRecordedTime(finished.demonstration, startedAt),
    findings: finished.findings,
    exporting: finished.exporting,
  };
}

/** Under this much free space it is said how much is left. */
const LOW_BYTES = 1024 ** 3;

function modelRunning(
  { kept, asides, undone, space }: PanelState,
  demonstration: Demonstration,
  running: RunningRecording['state'],
): RunningRecording {
  const { startedAt, pauses } = demonstration;
  const pause = pauses.at(-1);
  const since = pause ? pause.to : startedAt;
  const free = space?.freeBytes ?? null;
  const stored = [...kept.values()];
  const placed = stored.map(({ id, at }) => ({ id, at, seq: 0 }));
  return {
    state: running,
    startedAt,
    activeMs: measureRecordedTime(demonstration, since ?? pause?.from ?? startedAt),
    since,
    turns: kept.size,
    bytes: space?.keptBytes ?? null,
    freeBytes: free !== null && free < LOW_BYTES ? free : null,
    canUndo: kept.size > 0,
    canRedo: findRedoable<UndoneTurn>([...placed, ...undone]) !== null,
    withErrors: countEntries([...asides, ...stored], isWrong),
    withWarnings: countEntries(stored, (entry) => hasFinding(entry) && !isWrong(entry)),
    interrupted: isInterrupted(demonstration),
  };
}

function countEntries(entries: readonly Entry[], counts: (entry: Entry) => boolean): TurnCount {
  const counted = entries.filter(counts).toSorted((a, b) => a.at - b.at);
  return { count: counted.length, firstId: counted[0]?.id ?? null };
}

/** A turn that was kept, but not right, or one that was not kept. */
function isWrong(entry: Entry): boolean {
  if (entry.kind === 'notice') return entry.id.startsWith(LOST);
  return entry.kind === 'action' && entry.findings.some(({ severity }) => severity === 'error');
}

function hasFinding(entry: Entry): boolean {
  return entry.kind === 'action' && entry.findings.length > 0;
}

function modelOptions(state: PanelState): OptionsModel {
  const { demonstration, options, masksEntered, optionsOpen, busy } = state;
  const fixed = demonstration !== null || busy !== null;
  const chosen = demonstration?.options ?? options;
  return {
    fixed,
    open: optionsOpen,
    chosen,
    masks: masksEntered?.text ?? chosen.masks.join('\n'),
    problem: masksEntered?.problem ?? null,
  };
}

function modelTab({ tab }: PanelState): TabModel {
  if (!tab) return { title: '', faviconUrl: null, blocked: 'no-page' };
  return { title: tab.title, faviconUrl: null, blocked: tab.block };
}

function modelStatus(state: PanelState): StatusModel {
  const { ranker, rankerNotice, endpoint, modelWorks, spending } = state;
  return {
    ranker: nameRanker(ranker),
    rankerNote: rankerNotice ?? explainRanker(ranker),
    rankerWorks: rankerNotice === null,
    model: endpoint.state === 'none' ? null : endpoint.settings.model,
    modelWorks: modelWorks && endpoint.state !== 'locked',
    spending,
  };
}
