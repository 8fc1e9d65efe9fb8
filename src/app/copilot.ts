import type { PageAction } from '../core/action/action.ts';
import { moveAction, runCorrection } from '../core/navigator/correction.ts';
import type { HistoryEntry } from '../core/navigator/history.ts';
import type { Ports } from '../core/navigator/ports.ts';
import type { RoundEvent } from '../core/navigator/round-event.ts';
import { runRound } from '../core/navigator/round.ts';
import type { Decision } from '../core/navigator/rules/condition.ts';
import { judgeSite } from '../core/navigator/rules/site-list.ts';
import { startRoundState } from '../core/navigator/round-state.ts';
import type { Candidate, RankResult } from '../core/ranking/candidate.ts';
import { nameCandidate } from '../core/ranking/describe-candidate.ts';
import { makeCompose } from '../core/strategies/make-compose.ts';
import { isOwnPage, receive } from '../platform/messages.ts';
import type { EndpointState } from '../platform/settings.ts';
import { readRules } from '../platform/rule-book.ts';
import type { Panel } from '../protocol/panel.ts';
import { journalPorts, openDoubts } from './journal-ports.ts';
import type { RoundJournal } from './round-journal.ts';
import { attachedFiles } from './attached-files.ts';
import { order } from './connection.ts';
import { keepRefused } from './keep-refused.ts';
import { noteRoundEnd, recallPasts } from './memory.ts';
import type { Carried } from '../core/navigator/journal/journal-entry.ts';
import { carryDoubts, readHistory } from '../core/navigator/journal/read-journal.ts';
import type { Unfinished } from '../core/navigator/journal/read-journal.ts';
import type { Approvals } from './gatekeeper.ts';
import { createGatekeeper } from './gatekeeper.ts';
import { createMeter } from './metered-endpoint.ts';
import type { Meter, MeterOptions } from './metered-endpoint.ts';
import { observeTab } from './observe-tab.ts';
import { performOnTab } from './perform-on-tab.ts';
import { pictureTab } from './picture-tab.ts';
import { prepareRanking } from './prepare-ranking.ts';
import { rankOffscreen } from './rank-candidates.ts';
import type { RoundRun } from './round-run.ts';
import { runToEnd } from './round-run.ts';
import { labelTarget, showStop } from './page-marks.ts';
import { untilAborted } from './until-aborted.ts';

export interface CopilotOptions extends MeterOptions {
  /** Read before each round. */
  endpoint: () => Promise<EndpointState>;
  /** Hears everything, also of rounds that a script began. `id` is the event's own, for lists. */
  onEvent: (event: RoundEvent, id: string) => void;
  /** Hears the instructor's message that begins a round. */
  onMessage: (text: string, id: string, tabId: number) => void;
  /** Hears what ordered the candidates, each time. */
  onRanking: (ranking: Pick<RankResult, 'ranker' | 'notice'>) => void;
  /** Notes what is done, and knows what was done before; without it, a page's end is the conversation's. */
  journal?: RoundJournal;
  /** Ends everything. */
  signal: AbortSignal;
}

interface Running {
  tabId: number;
  controller: AbortController;
  over: PromiseLike<unknown>;
}

export interface Copilot {
  /**
   * Runs one round; a round under way is stopped first. `approvals` answers what would be asked about,
   * for scripts; `ask`, which is usual, waits for `decide`.
   */
  send: (text: string, tabId: number, approvals?: Approvals) => RoundRun;
  /** Answers the request for permission of an action; false when none waits for it. */
  decide: (turnId: string, decision: Decision) => boolean;
  /** Ends a pause at the ceiling of costs, which is raised for this conversation. */
  goOn: () => void;
  /** Does on another element what was done, or was going to be done, on the wrong one. */
  correct: (rejected: PageAction, chosen: Candidate, tabId: number) => void;
  /** Goes on with a round that was interrupted. */
  resume: (unfinished: Unfinished, tabId: number) => RoundRun;
  stop: () => void;
}

/** What a round does once all is ready. */
type Lead = (ports: Ports, signal: AbortSignal) => AsyncGenerator<RoundEvent>;

/** What of an earlier round one goes on with; null when with nothing. */
type Resumed = { message: string; carried: Carried } | null;

/** Hosts the rounds of one page of the extension: one conversation, one round at a time. */
export function createCopilot(options: CopilotOptions): Copilot {
  const state = startRoundState();
  const history: HistoryEntry[] = [];
  const gatekeeper = createGatekeeper();
  const meter = createMeter(options);
  let running: Running | null = null;
  const { journal } = options;
  const remembered = journal?.ready.then(() => history.unshift(...readHistory(journal.read())));

  async function* play(
    text: string,
    tabId: number,
    approvals: Approvals,
    lead: Lead,
    resumed: Resumed,
    before: PromiseLike<unknown> | null,
    signal: AbortSignal,
  ): AsyncGenerator<RoundEvent> {
    await before?.then(undefined, () => undefined);
    await remembered;
    const id = crypto.randomUUID();
    options.onMessage(text, id, tabId);
    await say(id, 'instructor', text);
    await gatekeeper.hear(text, tabId);
    history.push({ kind: 'said', speaker: 'instructor', text });
    const carried = resumed?.carried ?? carryDoubts(journal?.read() ?? []);
    const url = (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '';
    journal?.begin({ id, message: resumed?.message ?? text, tabId, url, carried });
    await showStop(tabId, true);
    try {
      const { gate, see } = gatekeeper.open(tabId, approvals);
      const guard = { ...gatekeeper, see, gate: { ...gate, doubts: openDoubts(carried) } };
      const ports = makePorts(
        tabId,
        history.slice(0, -1),
        await options.endpoint(),
        options,
        guard,
        meter,
      );
      yield* lead(journal ? journalPorts(ports, tabId, journal) : ports, signal);
    } finally {
      await showStop(tabId, false);
    }
    if (!(await gatekeeper.findBar(tabId))) void prepareRanking(tabId, signal);
  }

  function onEvent(event: RoundEvent): void {
    const id = crypto.randomUUID();
    note(event);
    journal?.note(event, id, state.left ?? null);
    if (event.type === 'said') void say(id, 'navigator', event.text);
    if (event.type === 'asked') void say(id, 'navigator', event.question);
    if (event.type === 'ended') void noteRoundEnd(event.outcome, Date.now()).catch(() => undefined);
    if (event.type === 'acted') {
      const { turnId, receipt } = event;
      // Only recorded turns take it; for others there is nothing to add it to.
      void order('recording.receipt', { turnId, receipt }).catch(() => undefined);
    }
    options.onEvent(event, id);
  }

  let acting: Extract<RoundEvent, { type: 'acting' | 'approval' | 'forbidden' }> | null = null;
  function note(event: RoundEvent): void {
    if (event.type === 'said')
      history.push({ kind: 'said', speaker: 'navigator', text: event.text });
    if (event.type === 'asked')
      history.push({ kind: 'said', speaker: 'navigator', text: event.question });
    if (event.type === 'acting' || event.type === 'approval' || event.type === 'forbidden')
      acting = event;
    if (acting && (event.type === 'acted' || event.type === 'refused')) {
      const { action, description } = acting;
      const receipt = event.type === 'acted' ? event.receipt : null;
      const outcome = event.type === 'acted' ? event.description : event.message;
      history.push({ kind: 'acted', action, receipt, outcome, description });
      acting = null;
    }
  }

  const stop = (): void => running?.controller.abort();
  options.signal.addEventListener('abort', stop);
  const isWorkedOn = (sender: chrome.runtime.MessageSender): boolean =>
    running !== null && running.tabId === sender.tab?.id;
  receive<Omit<Panel, 'pilot.filePart'>>(
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

  function begin(
    text: string,
    tabId: number,
    approvals: Approvals,
    lead: Lead,
    resumed: Resumed = null,
  ): RoundRun {
    stop();
    const controller = new AbortController();
    const before = running?.over ?? null;
    const { signal } = controller;
    const run = runToEnd(play(text, tabId, approvals, lead, resumed, before, signal), onEvent);
    const started: Running = { tabId, controller, over: run };
    running = started;
    const end = (): void => {
      if (running === started) running = null;
    };
    run.then(end, end);
    return run;
  }

  return {
    decide: gatekeeper.decide,
    goOn: meter.goOn,
    send: (text, tabId, approvals = 'ask') =>
      begin(text, tabId, approvals, (ports, signal) => runRound(text, state, ports, signal)),
    correct(rejected, chosen, tabId) {
      const action = moveAction(rejected, chosen.uid);
      if (!action) return;
      const text = `Use “${nameCandidate(chosen)}” instead`;
      void begin(text, tabId, 'ask', (ports, signal) =>
        keepRefused(rejected, runCorrection(action, ports, signal)),
      );
    },
    resume({ message, done, uncertain, next }, tabId) {
      const carried = { done, uncertain, next };
      const text = `Go on with “${message}”`;
      const lead: Lead = (ports, signal) => runRound(message, state, ports, signal, carried);
      return begin(text, tabId, 'ask', lead, { message, carried });
    },
    stop,
  };
}

/** For a link that opens a tab: the browser lets no page do that without a user's own click. */
async function openTab(url: string, { tab }: chrome.runtime.MessageSender): Promise<void> {
  if (tab?.id === undefined || !/^https?:/.test(url)) return;
  if (judgeSite(url, (await readRules()).sites) !== null) return;
  await chrome.tabs.create({ url, openerTabId: tab.id, index: tab.index + 1 });
}

type Guard = Pick<ReturnType<typeof createGatekeeper>, 'findBar'> &
  ReturnType<ReturnType<typeof createGatekeeper>['open']>;

function makePorts(
  tabId: number,
  history: HistoryEntry[],
  endpoint: EndpointState,
  { onRanking }: Pick<CopilotOptions, 'onRanking'>,
  { gate, see, findBar }: Guard,
  meter: Meter,
): Ports {
  const ports: Ports = {
    gate,
    async observe(signal) {
      const bar = await findBar(tabId);
      if (bar) return bar;
      const observed = await untilAborted(observeTab(tabId), signal);
      // It may have gone elsewhere meanwhile.
      const late = await findBar(tabId);
      if (late) return late;
      if (observed.ok) see(observed.observation);
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
    files: () => attachedFiles.list().map(({ name }) => name),
  };
  if (endpoint.state === 'none') return ports;
  return {
    ...ports,
    complete: (messages, onText, signal, { tools = [] } = {}) =>
      meter.complete(endpoint, messages, onText, signal, tools),
    recall: (asked, site, signal) => untilAborted(recallPasts(asked, site), signal),
    compose: makeCompose(endpoint.settings, (marks, signal) =>
      untilAborted(pictureTab(tabId, marks, signal), signal),
    ),
    wait: (seconds, signal) => untilAborted(pause(seconds), signal),
  };
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
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
