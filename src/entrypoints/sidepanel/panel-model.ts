import { measureActive } from '../../core/demonstration/append.ts';
import type { PageBlock } from '../../core/snapshot/reach.ts';
import type { ActionEntry, Entry } from '../../ui/conversation/entry.ts';
import { explainRanker, nameRanker } from '../../ui/format/ranker-name.ts';
import type { PanelState } from './panel-state.ts';
import type {
  BlockedReason,
  RecordingModel,
  SidePanelModel,
  StatusModel,
  TabModel,
} from './view/view-model.ts';

/** What the view shows of what the panel knows. */
export function modelPanel(state: PanelState): SidePanelModel {
  const { loading, seat, speakAs, round, banner } = state;
  const entries = joinEntries(state.live, state.kept);
  return {
    loading,
    recording: modelRecording(state),
    tab: modelTab(state),
    entries,
    examples: EXAMPLES,
    seat,
    speakAs,
    round,
    status: modelStatus(state),
    banner,
  };
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
      why: live.details.why,
      receipt: live.details.receipt ?? stored.details.receipt,
    },
  };
}

function modelRecording(state: PanelState): RecordingModel {
  const { demonstration, busy, finished, kept } = state;
  if (busy !== null) return { state: busy };
  const turns = kept.size;
  if (demonstration && demonstration.state !== 'stopped') {
    const { startedAt, pauses } = demonstration;
    const pause = pauses.at(-1);
    const since = pause ? pause.to : startedAt;
    return {
      state: demonstration.state,
      startedAt,
      activeMs: measureActive(demonstration, since ?? pause?.from ?? startedAt),
      since,
      turns,
      warnings: countFaulty(kept),
    };
  }
  if (!finished) return { state: 'idle' };
  const { id, startedAt, title } = finished.demonstration;
  return {
    state: 'stopped',
    demonstrationId: id,
    startedAt,
    title,
    turns,
    durationMs: measureActive(finished.demonstration, startedAt),
    findings: finished.findings,
    exporting: finished.exporting,
  };
}

function countFaulty(kept: ReadonlyMap<string, Entry>): number {
  return [...kept.values()].filter((entry) => entry.kind === 'action' && entry.findings.length > 0)
    .length;
}

const BLOCKS: Record<PageBlock, BlockedReason> = {
  'no-page': 'no-tab',
  'web-store': 'web-store',
  file: 'file',
  'browser-page': 'browser-page',
  pdf: 'pdf',
};

function modelTab({ tab }: PanelState): TabModel {
  if (!tab) return { title: '', faviconUrl: null, blocked: 'no-tab' };
  return { title: tab.title, faviconUrl: null, blocked: tab.block && BLOCKS[tab.block] };
}

function modelStatus(state: PanelState): StatusModel {
  const { ranker, rankerNotice, endpoint, modelWorks } = state;
  return {
    ranker: nameRanker(ranker),
    rankerNote: rankerNotice ?? explainRanker(ranker),
    rankerWorks: rankerNotice === null,
    model: endpoint?.model ?? null,
    modelWorks,
    tokens: null,
  };
}
