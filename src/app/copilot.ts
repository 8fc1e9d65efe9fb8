import type { PageAction } from '../core/action/action.ts';
import { startTurnTrail } from '../core/formats/dmr/trail.ts';
import type { Deed } from '../core/navigator/charge/deed.ts';
import { moveAction, runCorrection } from '../core/navigator/correction.ts';
import { NOTHING_SPENT } from '../core/navigator/endpoint/spending.ts';
import type { HopEdit } from '../core/navigator/hops/edit-hops.ts';
import { editHops } from '../core/navigator/hops/edit-hops.ts';
import { listOpen, NO_HOPS } from '../core/navigator/hops/hop.ts';
import type { Carried } from '../core/navigator/journal/journal-entry.ts';
import { readHops } from '../core/navigator/journal/keep-hops.ts';
import { readSpent } from '../core/navigator/journal/keep-spent.ts';
import { carryDoubts, readHistory } from '../core/navigator/journal/read-journal.ts';
import type { Unfinished } from '../core/navigator/journal/read-journal.ts';
import type { Ports } from '../core/navigator/ports.ts';
import type { RoundEvent } from '../core/navigator/round-event.ts';
import { startRoundState } from '../core/navigator/round-state.ts';
import { runRound } from '../core/navigator/round.ts';
import type { Decision } from '../core/navigator/rules/condition.ts';
import type { Candidate } from '../core/ranking/candidate.ts';
import { nameCandidate } from '../core/ranking/describe-candidate.ts';
import type { EndpointState } from '../platform/settings.ts';
import { openByHand } from './by-hand.ts';
import { keepCopilotHistory } from './copilot-history.ts';
import { hearPages } from './copilot-page.ts';
import { makePorts } from './copilot-ports.ts';
import type { RoundMeans } from './copilot-ports.ts';
import { recordHops, recordReceipt, recordSaid } from './copilot-turns.ts';
import type { Approvals } from './gatekeeper.ts';
import { createGatekeeper } from './gatekeeper.ts';
import { journalPorts, openDoubts } from './journal-ports.ts';
import { keepRefused } from './keep-refused.ts';
import { noteRoundEnd } from './memory.ts';
import { createMeter } from './metered-endpoint.ts';
import type { MeterOptions } from './metered-endpoint.ts';
import { showStop } from './page-marks.ts';
import { yieldTab } from './piloted-tabs.ts';
import { readAhead } from './read-ahead.ts';
import { createRoundCharge } from './round-charge.ts';
import type { RoundCharge } from './round-charge.ts';
import type { RoundJournal } from './round-journal.ts';
import { openRoundMemory } from './round-memory.ts';
import type { RoundRun } from './round-run.ts';
import { runToEnd } from './round-run.ts';
import type { SideTabs } from './side-tabs.ts';
import { createSideTabs } from './side-tabs.ts';
import { followPages, showCharge } from './tab-charge.ts';
import { takeTab } from './tab-hold.ts';
import { untilAborted } from './until-aborted.ts';

export interface CopilotOptions extends MeterOptions, Pick<RoundMeans, 'onRanking'> {
  /** Read before each round. */
  endpoint: () => Promise<EndpointState>;
  /** Hears everything, also of rounds that a script began. `id` is the event's own, for lists. */
  onEvent: (event: RoundEvent, id: string) => void;
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
  decide: (turnId: string, decision: Decision) => boolean;
  /** Ends a permission for the task that was given when asked about this action. */
  takeBack: (turnId: string) => void;
  /** Ends a pause at the ceiling of costs, which is raised for this conversation. */
  goOn: () => void;
  /** Does on another element what was done, or was going to be done, on the wrong one. */
  correct: (rejected: PageAction, chosen: Candidate, tabId: number) => void;
  /** The instructor changes the list of hops; the next question to the model has it as it is then. */
  editHops: (edit: HopEdit) => void;
  /** Goes on with a round that was interrupted. */
  resume: (unfinished: Unfinished, tabId: number) => RoundRun;
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
  lead: (ports: Ports, signal: AbortSignal) => AsyncGenerator<RoundEvent>;
  /** What of an earlier round it goes on with; absent when with nothing. */
  resumed?: { message: string; carried: Carried };
  /** What it does on another element; absent when it is a request of its own. */
  corrects?: PageAction;
}

/** Hosts the rounds of one page of the extension: one conversation, one round at a time. */
export function createCopilot(options: CopilotOptions): Copilot {
  const state = startRoundState();
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
    state.hops ??= readHops(journal.read());
    meter.recall(readSpent(journal.read()) ?? NOTHING_SPENT);
  });

  async function* play(
    { text, tabId, approvals, lead, resumed, corrects }: Score,
    before: PromiseLike<unknown> | null,
    charge: RoundCharge,
    stopped: AbortSignal,
  ): AsyncGenerator<RoundEvent> {
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
    if (state.hops && listOpen(state.hops).length > 0) void recordHops(state.hops.hops);
    const endpoint = options.endpoint();
    // Only a model is told of it.
    const done = endpoint.then((set) => (set.state === 'none' ? [] : byHand.read()));
    await gatekeeper.hear(text, tabId);
    history.hear(text);
    trail.hear(text);
    const carried = resumed?.carried ?? carryDoubts(journal?.read() ?? []);
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

  function onEvent(event: RoundEvent): void {
    const id = crypto.randomUUID();
    history.note(event);
    trail.note(event);
    memory.note(event);
    byHand.note(event);
    journal?.note(event, id, state.left ?? null);
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
    note: (deed: Deed) => running?.charge.note(deed),
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
      const lead: Score['lead'] = (ports, signal) => runRound(text, state, ports, signal);
      return begin({ text, tabId, approvals, attended, lead });
    },
    correct(rejected, chosen, tabId) {
      const action = moveAction(rejected, chosen.uid);
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
        runRound(message, state, ports, signal, carried);
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
