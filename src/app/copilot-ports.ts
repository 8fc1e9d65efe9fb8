import type { ReplayTurn } from '../core/formats/dmr/replay.ts';
import type { Hold } from '../core/navigator/charge/hold.ts';
import type { HistoryEntry } from '../core/navigator/history.ts';
import type { Ports } from '../core/navigator/ports.ts';
import { readSeenWords } from '../core/navigator/rules/seen-words.ts';
import type { RankResult } from '../core/ranking/candidate.ts';
import { makeCompose } from '../core/strategies/make-compose.ts';
import type { EndpointState } from '../platform/settings.ts';
import { openAftermath } from './aftermath.ts';
import { attachedFiles } from './attached-files.ts';
import { askForDmr } from './describe-for-dmr.ts';
import type { createGatekeeper } from './gatekeeper.ts';
import type { Meter } from './metered-endpoint.ts';
import type { TabObservation } from './observe-tab.ts';
import { observeTab } from './observe-tab.ts';
import { labelTarget, showStop } from './page-marks.ts';
import { performOnTab } from './perform-on-tab.ts';
import { pictureTab } from './picture-tab.ts';
import { rankOffscreen } from './rank-candidates.ts';
import type { RoundMemory } from './round-memory.ts';
import { noteTabDeed } from './tab-listings.ts';
import { untilAborted } from './until-aborted.ts';

type Gatekeeper = ReturnType<typeof createGatekeeper>;

/** What the ports of a round are made of. */
export interface RoundMeans {
  tabId: number;
  /** The conversation before the round's message. */
  history: () => readonly HistoryEntry[];
  /** The conversation up to now, as turns. */
  turns: () => readonly ReplayTurn[];
  recall: RoundMemory['recall'];
  endpoint: EndpointState;
  guard: Pick<Gatekeeper, 'findBar'> & ReturnType<Gatekeeper['open']>;
  hold: Hold;
  meter: Meter;
  /** Aborted when the round has ended. */
  over: AbortSignal;
  /** Hears what ordered the candidates, each time. */
  onRanking: (ranking: Pick<RankResult, 'ranker' | 'notice'>) => void;
}

/** What a round needs from outside, on one tab. */
export function makePorts(means: RoundMeans): Ports {
  const { tabId, history, turns, recall, endpoint, guard, hold, meter, over, onRanking } = means;
  const { gate, see, findBar } = guard;
  const aftermath = openAftermath(tabId, over);
  let latest: TabObservation | null = null;
  const ports: Ports = {
    gate,
    async observe(signal) {
      const bar = await findBar(tabId);
      if (bar) return bar;
      const observed = await untilAborted(observeTab(tabId), signal);
      // It may have gone elsewhere meanwhile.
      const late = await findBar(tabId);
      if (late) return late;
      if (!observed.ok) return observed;
      latest = observed.observation;
      see(latest);
      // A new document knows nothing of the Stop that the last one showed.
      void showStop(tabId, true);
      return observed;
    },
    async rank(query, candidates, k, signal) {
      const viewport = latest?.page.frames[0]?.viewport ?? null;
      const asked = await untilAborted(askForDmr(query, turns(), viewport), signal);
      const result = await rankOffscreen(asked, [...candidates], k, signal);
      onRanking(result);
      return result;
    },
    perform({ turnId, action, target, wasAsked = false }, signal) {
      noteTabDeed(tabId);
      const order = {
        ...{ turnId, action, frameId: target?.frameId ?? 0, label: labelTarget(action) },
        seenWords: latest && target ? readSeenWords(latest.root, target.uid) : null,
        wasAsked,
      };
      return aftermath.follow(order, () => performOnTab(tabId, order, signal), signal);
    },
    review: aftermath.review,
    hold,
    newId: () => crypto.randomUUID(),
    history,
    files: () => attachedFiles.list().map(({ name }) => name),
  };
  if (endpoint.state === 'none') return ports;
  return {
    ...ports,
    complete: (messages, onText, signal, { tools = [] } = {}) =>
      meter.complete(endpoint, messages, onText, signal, tools),
    recall: (asked, site, signal) => untilAborted(recall(asked, site), signal),
    compose: makeCompose(endpoint.settings, (marks, signal) =>
      untilAborted(pictureTab(tabId, marks, signal), signal),
    ),
    wait: (seconds, signal) => untilAborted(pass(seconds), signal),
  };
}

function pass(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
