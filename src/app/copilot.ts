import type { EndpointSettings } from '../core/navigator/endpoint-settings.ts';
import type { HistoryEntry } from '../core/navigator/history.ts';
import type { Ports } from '../core/navigator/ports.ts';
import type { RoundEvent } from '../core/navigator/round-event.ts';
import { runRound } from '../core/navigator/round.ts';
import { startRoundState } from '../core/navigator/round-state.ts';
import type { RankResult } from '../core/ranking/candidate.ts';
import { askEndpoint } from '../platform/endpoint/ask-endpoint.ts';
import { isOwnPage, receive } from '../platform/messages.ts';
import type { Panel } from '../protocol/panel.ts';
import { order } from './connection.ts';
import { observeTab } from './observe-tab.ts';
import { performOnTab } from './perform-on-tab.ts';
import { rankOffscreen } from './rank-candidates.ts';
import type { RoundRun } from './round-run.ts';
import { runToEnd } from './round-run.ts';
import { labelTarget, showStop } from './page-marks.ts';
import { untilAborted } from './until-aborted.ts';

export interface CopilotOptions {
  /** Read before each round; null is the built-in navigator. */
  endpoint: () => Promise<EndpointSettings | null>;
  /** Hears everything, also of rounds that a script began. `id` is the event's own, for lists. */
  onEvent: (event: RoundEvent, id: string) => void;
  /** Hears the instructor's message that begins a round. */
  onMessage: (text: string, id: string, tabId: number) => void;
  /** Hears what ordered the candidates, each time. */
  onRanking: (ranking: Pick<RankResult, 'ranker' | 'notice'>) => void;
  /** Ends everything. */
  signal: AbortSignal;
}

interface Running {
  tabId: number;
  controller: AbortController;
  over: PromiseLike<unknown>;
}

export interface Copilot {
  /** Runs one round; a round under way is stopped first. */
  send: (text: string, tabId: number) => RoundRun;
  stop: () => void;
}

/** Hosts the rounds of one page of the extension: one conversation, one round at a time. */
export function createCopilot(options: CopilotOptions): Copilot {
  const state = startRoundState();
  const history: HistoryEntry[] = [];
  let running: Running | null = null;

  async function* play(
    text: string,
    tabId: number,
    before: PromiseLike<unknown> | null,
    signal: AbortSignal,
  ): AsyncGenerator<RoundEvent> {
    await before?.then(undefined, () => undefined);
    const id = crypto.randomUUID();
    options.onMessage(text, id, tabId);
    await say(id, 'instructor', text);
    history.push({ kind: 'said', speaker: 'instructor', text });
    await showStop(tabId, true);
    try {
      const ports = makePorts(tabId, history.slice(0, -1), await options.endpoint(), options);
      yield* runRound(text, state, ports, signal);
    } finally {
      await showStop(tabId, false);
    }
  }

  function onEvent(event: RoundEvent): void {
    const id = crypto.randomUUID();
    note(event);
    if (event.type === 'said') void say(id, 'navigator', event.text);
    if (event.type === 'asked') void say(id, 'navigator', event.question);
    if (event.type === 'acted') {
      const { turnId, receipt } = event;
      // Only recorded turns take it; for others there is nothing to add it to.
      void order('recording.receipt', { turnId, receipt }).catch(() => undefined);
    }
    options.onEvent(event, id);
  }

  let acting: Extract<RoundEvent, { type: 'acting' }> | null = null;
  function note(event: RoundEvent): void {
    if (event.type === 'said')
      history.push({ kind: 'said', speaker: 'navigator', text: event.text });
    if (event.type === 'acting') acting = event;
    if (acting && (event.type === 'acted' || event.type === 'refused')) {
      const { action } = acting;
      const receipt = event.type === 'acted' ? event.receipt : null;
      const outcome = event.type === 'acted' ? event.description : event.message;
      history.push({ kind: 'acted', action, receipt, outcome });
      acting = null;
    }
  }

  const stop = (): void => running?.controller.abort();
  options.signal.addEventListener('abort', stop);
  const isWorkedOn = (sender: chrome.runtime.MessageSender): boolean =>
    running !== null && running.tabId === sender.tab?.id;
  receive<Panel>(
    'panel',
    {
      'pilot.stopped': (_data, sender) => {
        if (isWorkedOn(sender)) stop();
        return true;
      },
      'pilot.openTab': ({ url }, sender) => {
        if (isWorkedOn(sender)) void openTab(url, sender);
        return true;
      },
    },
    (_type, sender) => sender.tab !== undefined || isOwnPage(sender),
    options.signal,
  );

  return {
    send(text, tabId) {
      stop();
      const controller = new AbortController();
      const events = play(text, tabId, running?.over ?? null, controller.signal);
      const run = runToEnd(events, onEvent);
      const started: Running = { tabId, controller, over: run };
      running = started;
      const end = (): void => {
        if (running === started) running = null;
      };
      run.then(end, end);
      return run;
    },
    stop,
  };
}

/** For a link that opens a tab: the browser lets no page do that without a user's own click. */
async function openTab(url: string, { tab }: chrome.runtime.MessageSender): Promise<void> {
  if (tab?.id === undefined || !/^https?:/.test(url)) return;
  await chrome.tabs.create({ url, openerTabId: tab.id, index: tab.index + 1 });
}

function makePorts(
  tabId: number,
  history: HistoryEntry[],
  endpoint: EndpointSettings | null,
  { onRanking }: Pick<CopilotOptions, 'onRanking'>,
): Ports {
  const ports: Ports = {
    async observe(signal) {
      const observed = await untilAborted(observeTab(tabId), signal);
      // A new document knows nothing of the Stop that the last one showed.
      if (observed.ok) await untilAborted(showStop(tabId, true), signal);
      return observed;
    },
    async rank(query, candidates, k, signal) {
      const result = await rankOffscreen(query, [...candidates], k, signal);
      onRanking(result);
      return result;
    },
    perform: ({ turnId, action, target }, signal) =>
      performOnTab(
        tabId,
        { turnId, action, frameId: target?.frameId ?? 0, label: labelTarget(action) },
        signal,
      ),
    newId: () => crypto.randomUUID(),
    history: () => history,
  };
  if (!endpoint) return ports;
  return {
    ...ports,
    complete: (messages, onText, signal) => askEndpoint(endpoint, messages, { onText, signal }),
  };
}

async function say(
  turnId: string,
  speaker: 'instructor' | 'navigator',
  utterance: string,
): Promise<void> {
  const by = speaker === 'navigator' ? 'copilot' : 'person';
  const data = { turnId, at: Date.now(), speaker, by, utterance } as const;
  await order('recording.say', data).catch(() => undefined);
}
