import type { PageAction } from '../../core/action/action.ts';
import type { Receipt } from '../../core/action/receipt.ts';
import type { Hop } from '../../core/demonstration/hops.ts';
import { startTurnTrail } from '../../core/formats/dmr/trail.ts';
import type { HopEdit } from '../../core/navigator/hops/change-hops.ts';
import { editHops } from '../../core/navigator/hops/change-hops.ts';
import { NO_HOPS, listOpenHops } from '../../core/navigator/hops/hop-list.ts';
import type { ResumeState } from '../../core/navigator/journal/journal-entry.ts';
import { readStoredHops, readStoredSpending } from '../../core/navigator/journal/journal.ts';
import type { UnfinishedRun } from '../../core/navigator/journal/unfinished-run.ts';
import { carryUncertainSteps, readHistory } from '../../core/navigator/journal/unfinished-run.ts';
import { NO_SPENDING } from '../../core/navigator/model/cost.ts';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import { retargetAction, runCorrection } from '../../core/navigator/run/correction.ts';
import type { HistoryEntry } from '../../core/navigator/run/history.ts';
import { toDemonstratedHistory } from '../../core/navigator/run/history.ts';
import type { Ports } from '../../core/navigator/run/ports.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import { startRunState } from '../../core/navigator/run/run-state.ts';
import { runMessage } from '../../core/navigator/run/run.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { createUserAction } from '../../core/navigator/run/user-action.ts';
import { explainBlockedSite, readHost } from '../../core/navigator/sites.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { nameCandidate } from '../../core/ranking/page/describe-candidate.ts';
import { isOwnPage, receive } from '../../platform/messages.ts';
import { readRules } from '../../platform/settings/rule-book.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';
import { findOpenDemonstration, listTurns } from '../../platform/store/read.ts';
import { isSeenDeed } from '../../protocol/check-deed.ts';
import type { Panel } from '../../protocol/panel.ts';
import { connectStore, order } from '../connection.ts';
import { yieldTab } from '../tab/piloted-tabs.ts';
import { readAhead } from '../tab/read-ahead.ts';
import type { SideTabs } from '../tab/side-tabs.ts';
import { createSideTabs } from '../tab/side-tabs.ts';
import { followPages, showCharge } from '../tab/tab-control.ts';
import { takeTab } from '../tab/tab-lock.ts';
import { untilAborted } from '../until-aborted.ts';
import type { RoundCharge } from './control.ts';
import { createRoundCharge } from './control.ts';
import type { Approvals } from './gatekeeper.ts';
import { createGatekeeper } from './gatekeeper.ts';
import { keepCopilotHistory } from './history.ts';
import { journalPorts, openDoubts } from './journal-ports.ts';
import type { RoundJournal } from './journal.ts';
import { noteRoundEnd, openRoundMemory } from './memory.ts';
import type { MeterOptions } from './metered-endpoint.ts';
import { createMeter } from './metered-endpoint.ts';
import { showStop } from './page-marks.ts';
import type { RoundMeans } from './ports.ts';
import { makePorts } from './ports.ts';
import type { RoundRun } from './run.ts';
import { runToEnd } from './run.ts';

export interface CopilotOptions extends MeterOptions, Pick<RoundMeans, 'onRanking'> {
  /** Read before each round. */
  endpoint: () => Promise<EndpointState>;
  /** Hears everything, also of rounds that a script began. `id` is the event's own, for lists. */
  onEvent: (event: RunEvent, id: string) => void;
  /** Hears the instructor's message that begins a round. */
  onMessage: (text: string, id: string, tabId: number) => void;
  /** Notes what is done, and knows what was done before; without it, a page's end is the conversation's. */
  journal?: RoundJournal;
  /** Ends everything. */
  signal: AbortSignal;
}

interface Running {
  tabId: number;
  controller: AbortController;
  over: PromiseLike<unknown>;
  charge: RoundCharge;
  side: SideTabs;
}

export interface Copilot {
  /**
   * Runs one round; a round under way is stopped first. `approvals` answers what would be asked about,
   * for scripts; `ask`, which is usual, waits for `decide`. `attended`: somebody sees the round, and can do
   * what a page takes from a person only.
   */
  send: (
    text: string,
    tabId: number,
    manner?: { approvals?: Approvals; attended?: boolean },
  ) => RoundRun;
  /** Somebody is about to ask about a tab: what it shows is read meanwhile. */
  prepare: (tabId: number) => Promise<void>;
  /** Answers the request for permission of an action; false when none waits for it. */
  decide: (turnId: string, decision: PermissionDecision) => boolean;
  /** Ends a permission for the task that was given when asked about this action. */
  takeBack: (turnId: string) => void;
  /** Ends a pause at the ceiling of costs, which is raised for this conversation. */
  goOn: () => void;
  /** Does on another element what was done, or was going to be done, on the wrong one. */
  correct: (rejected: PageAction, chosen: Candidate, tabId: number) => void;
  /** The instructor changes the list of hops; the next question to the model has it as it is then. */
  editHops: (edit: HopEdit) => void;
  /** Goes on with a round that was interrupted. */
  resume: (unfinished: UnfinishedRun, tabId: number) => RoundRun;
  /** The round under way does nothing more until `release`. */
  pause: () => void;
  /** The same, and what the person does on the tab meanwhile is told to the navigator. */
  takeOver: () => void;
  /** The round goes on: after a pause, or as the tab is given back. */
  release: () => void;
  stop: () => void;
}

/** A round to be played. */
interface Score {
  text: string;
  tabId: number;
  approvals: Approvals;
  attended: boolean;
  /** What is done once all is ready. */
  lead: (ports: Ports, signal: AbortSignal) => AsyncGenerator<RunEvent>;
  /** What of an earlier round it goes on with; absent when with nothing. */
  resumed?: { message: string; carried: ResumeState };
  /** What it does on another element; absent when it is a request of its own. */
  corrects?: PageAction;
}

/** Hosts the rounds of one page of the extension: one conversation, one round at a time. */
export function createCopilot(options: CopilotOptions): Copilot {
  const state = startRunState();
  const history = keepCopilotHistory();
  const trail = startTurnTrail(Date.now);
  const gatekeeper = createGatekeeper();
  const meter = createMeter(options);
  let running: Running | null = null;
  const { journal } = options;
  const memory = openRoundMemory(journal, options.signal);
  const byHand = openByHand(journal);
  const remembered = journal?.ready.then(() => {
    history.recall(readHistory(journal.read()));
    state.hops ??= readStoredHops(journal.read());
    meter.recall(readStoredSpending(journal.read()) ?? NO_SPENDING);
  });

  async function* play(
    { text, tabId, approvals, lead, resumed, corrects }: Score,
    before: PromiseLike<unknown> | null,
    charge: RoundCharge,
    stopped: AbortSignal,
  ): AsyncGenerator<RunEvent> {
    await before?.then(undefined, () => undefined);
    const over = new AbortController();
    const outdone = new AbortController();
    const signal = AbortSignal.any([stopped, outdone.signal]);
    const held = holdTab(tabId, outdone, over.signal);
    await remembered;
    const id = crypto.randomUUID();
    options.onMessage(text, id, tabId);
    // What has to be ready is asked for at once, and there before anything is done.
    const recorded = recordSaid(id, 'instructor', text);
    // The list may be older than the recording.
    if (state.hops && listOpenHops(state.hops).length > 0) void recordHops(state.hops.hops);
    const endpoint = options.endpoint();
    // Only a model is told of it.
    const done = endpoint.then((set) => (set.state === 'none' ? [] : byHand.read()));
    await gatekeeper.hear(text, tabId);
    history.hear(text);
    trail.hear(text);
    const carried = resumed?.carried ?? carryUncertainSteps(journal?.read() ?? []);
    const url = (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '';
    const message = resumed?.message ?? text;
    journal?.begin({ id, message, tabId, url, carried });
    memory.begin({ id, message, url, ...(corrects && { corrects }) });
    // A page that is busy keeps nobody from stopping.
    const shown = untilAborted(showStop(tabId, true), signal).catch(() => undefined);
    await Promise.allSettled([shown, recorded, endpoint, done, untilAborted(held, signal)]);
    followPages(tabId, charge, over.signal);
    try {
      const { gate, see } = gatekeeper.open(tabId, approvals);
      const guard = { ...gatekeeper, see, gate: { ...gate, doubts: openDoubts(carried) } };
      history.show(await done);
      const told = history.readBefore();
      const ports = makePorts({
        tabId,
        history: () => told,
        turns: trail.read,
        recall: memory.recall,
        endpoint: await endpoint,
        guard,
        hold: charge.hold,
        meter,
        over: over.signal,
        onRanking: options.onRanking,
      });
      yield* lead(journal ? journalPorts(ports, tabId, journal) : ports, signal);
    } finally {
      over.abort();
      // Another round shows its own by now.
      if (!outdone.signal.aborted) await showStop(tabId, false);
    }
    if (!(await gatekeeper.findBar(tabId))) void readAhead(tabId, signal);
  }

  function onEvent(event: RunEvent): void {
    const id = crypto.randomUUID();
    history.note(event);
    trail.note(event);
    memory.note(event);
    byHand.note(event);
    journal?.note(event, id, state.openTasks ?? null);
    if (event.type === 'said') void recordSaid(id, 'navigator', event.text);
    if (event.type === 'asked') void recordSaid(id, 'navigator', event.question);
    if (event.type === 'hops' && event.refused === null) void recordHops(event.list.hops);
    if (event.type === 'ended') void noteRoundEnd(event.outcome, Date.now()).catch(() => undefined);
    if (event.type === 'acted') void recordReceipt(event.turnId, event.receipt);
    options.onEvent(event, id);
  }

  const stop = (): void => running?.controller.abort();
  options.signal.addEventListener('abort', stop);
  const takeOver = (): void => running?.charge.takeOver();
  const release = (): void => running?.charge.goOn();
  const page = {
    worksOn: () => running?.tabId ?? null,
    isBeside: (tabId: number) => running?.side.has(tabId) ?? false,
    stop,
    takeOver,
    goOn: release,
    note: (deed: UserAction) => running?.charge.note(deed),
  };
  hearPages(page, options.signal);

  function begin(score: Score): RoundRun {
    stop();
    const controller = new AbortController();
    const before = running?.over ?? null;
    const { tabId, attended } = score;
    const side = createSideTabs(tabId, (deed) => charge.note(deed));
    const charge = createRoundCharge({
      tell: (event) => run.tell(event),
      show: async (who) => {
        await Promise.all([showCharge(tabId, who), side.show(who)]);
      },
      isAttended: attended,
    });
    const run = runToEnd(play(score, before, charge, controller.signal), onEvent);
    const started: Running = { tabId, controller, over: run, charge, side };
    running = started;
    const end = (): void => {
      side.end();
      if (running === started) running = null;
    };
    run.then(end, end);
    return run;
  }

  return {
    async prepare(tabId) {
      const mayRead = await gatekeeper.mayHear(tabId).catch(() => false);
      if (mayRead && !running) await readAhead(tabId, options.signal);
    },
    decide: gatekeeper.decide,
    takeBack: gatekeeper.takeBack,
    goOn: meter.goOn,
    editHops(edit) {
      const before = state.hops ?? NO_HOPS;
      state.hops = editHops(before, edit);
      if (state.hops !== before) onEvent({ type: 'hops', list: state.hops, refused: null });
    },
    send(text, tabId, { approvals = 'ask', attended = false } = {}) {
      const lead: Score['lead'] = (ports, signal) => runMessage(text, state, ports, signal);
      return begin({ text, tabId, approvals, attended, lead });
    },
    correct(rejected, chosen, tabId) {
      const action = retargetAction(rejected, chosen.uid);
      if (!action) return;
      const text = `Use “${nameCandidate(chosen)}” instead`;
      const lead: Score['lead'] = (ports, signal) =>
        keepRefused(rejected, runCorrection(action, ports, signal));
      void begin({ text, tabId, approvals: 'ask', attended: true, lead, corrects: rejected });
    },
    resume({ message, done, uncertain, next, deeds }, tabId) {
      const carried = { done, uncertain, next, deeds };
      const text = `Go on with “${message}”`;
      const lead: Score['lead'] = (ports, signal) =>
        runMessage(message, state, ports, signal, carried);
      const manner = { approvals: 'ask', attended: true } as const;
      return begin({ text, tabId, ...manner, lead, resumed: { message, carried } });
    },
    pause: () => running?.charge.pause(),
    takeOver,
    release,
    stop,
  };
}

/** Has the tab until `over`; a round that begins there elsewhere ends this one. */
async function holdTab(tabId: number, outdone: AbortController, over: AbortSignal): Promise<void> {
  const onTaken = (): void => {
    yieldTab(tabId);
    outdone.abort();
  };
  // It may still be with a person who had taken over elsewhere.
  if (await takeTab(tabId, onTaken, over)) await showCharge(tabId, 'working');
}

/** Passes a round's events on, and keeps with each recorded turn what the person refused in its place. */
async function* keepRefused(
  rejected: PageAction,
  events: AsyncIterable<RunEvent>,
): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    yield event;
    if (event.type !== 'acted') continue;
    const { turnId } = event;
    // Without a recording there is no turn to keep it with.
    await order('recording.refused', { turnId, refused: [rejected] }).catch(() => undefined);
  }
}

/** Adds what was said to the recording, where one runs. */
async function recordSaid(
  turnId: string,
  speaker: 'instructor' | 'navigator',
  utterance: string,
): Promise<void> {
  const by = speaker === 'navigator' ? 'copilot' : 'person';
  const data = { turnId, at: Date.now(), speaker, by, utterance } as const;
  await order('recording.say', data).catch(() => undefined);
}

/** Adds what came of an action; only recorded turns take it, for others there is nothing to add it to. */
async function recordReceipt(turnId: string, receipt: Receipt): Promise<void> {
  await order('recording.receipt', { turnId, receipt }).catch(() => undefined);
}

/** Adds the hops as they stand to the recording, where one runs. */
async function recordHops(hops: readonly Hop[]): Promise<void> {
  await order('recording.hops', { at: Date.now(), hops }).catch(() => undefined);
}

/** What the instructor did by hand in the demonstration that is being recorded, each told once. */
export interface ByHand {
  /** What is done while the tab is taken over is told in its round. */
  note: (event: RunEvent) => void;
  /** What is new, oldest first; never rejects: a round can do without. */
  read: () => Promise<HistoryEntry[]>;
}

function openByHand(journal: Pick<RoundJournal, 'read'> | undefined): ByHand {
  const known = new Set<string>();
  return {
    note(event) {
      if (event.type === 'deed') known.add(event.deed.id);
    },
    async read() {
      try {
        const db = await connectStore();
        const open = await findOpenDemonstration(db);
        if (!open) return [];
        for (const entry of journal?.read() ?? []) if (entry.type === 'deed') known.add(entry.id);
        const { sites } = await readRules();
        const told = toDemonstratedHistory(await listTurns(db, open.id), known, sites);
        for (const { id } of told) known.add(id);
        return told.map(({ entry }) => entry);
      } catch {
        return [];
      }
    },
  };
}

/** What the page that a round works on may have its copilot do. */
interface PageWishes {
  /** The tab that a round works on; null between rounds. */
  worksOn: () => number | null;
  /** Whether it is another tab, in which the person is while they have taken over. */
  isBeside: (tabId: number) => boolean;
  stop: () => void;
  takeOver: () => void;
  goOn: () => void;
  note: (deed: UserAction) => void;
}

/** Hears the pages; only the one that is worked on is listened to. */
function hearPages(wishes: PageWishes, signal: AbortSignal): void {
  const isWorkedOn = ({ tab }: chrome.runtime.MessageSender): boolean =>
    tab?.id !== undefined && wishes.worksOn() === tab.id;
  const isBeside = ({ tab }: chrome.runtime.MessageSender): boolean =>
    tab?.id !== undefined && wishes.isBeside(tab.id);
  const isHeeded = (sender: chrome.runtime.MessageSender): boolean =>
    isWorkedOn(sender) || isBeside(sender);
  receive<Omit<Panel, 'pilot.filePart' | 'pilot.isAwaiting'>>(
    'panel',
    {
      'pilot.stopped': (_data, sender) => {
        if (isHeeded(sender)) wishes.stop();
        return true;
      },
      'pilot.charge': ({ wish }, sender) => {
        if (isHeeded(sender)) (wish === 'take-over' ? wishes.takeOver : wishes.goOn)();
        return true;
      },
      'pilot.did': (data, sender) => {
        if (!isHeeded(sender) || !isSeenDeed(data)) return true;
        const { frameId = 0, tab } = sender;
        const target = data.target && { ...data.target, frameId };
        const site = isBeside(sender) ? { site: readHost(tab?.url ?? '') } : {};
        const { id, at, action } = data;
        const deed = createUserAction({ id, at, action, target, ...site });
        if (deed) wishes.note(deed);
        return true;
      },
      'pilot.openTab': ({ url }, sender) => {
        if (isWorkedOn(sender)) void openTab(url, sender);
        return true;
      },
    },
    (_type, sender) => sender.tab !== undefined || isOwnPage(sender),
    signal,
  );
}

/** For a link that opens a tab: the browser lets no page do that without a user's own click. */
async function openTab(url: string, { tab }: chrome.runtime.MessageSender): Promise<void> {
  if (tab?.id === undefined || !/^https?:/.test(url)) return;
  if (explainBlockedSite(url, (await readRules()).sites) !== null) return;
  await chrome.tabs.create({ url, openerTabId: tab.id, index: tab.index + 1 });
}
