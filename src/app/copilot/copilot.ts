import type { PageAction } from '../../core/action/action.ts';
import { makeTurnTrail } from '../../core/formats/dmr/trail.ts';
import type { HopEdit } from '../../core/navigator/hops/change-hops.ts';
import { editHops } from '../../core/navigator/hops/change-hops.ts';
import { NO_HOPS } from '../../core/navigator/hops/hop-list.ts';
import { HISTORY } from '../../core/navigator/log/history.ts';
import type { ResumeState } from '../../core/navigator/log/resume-state.ts';
import type { LogEvent, RunLog } from '../../core/navigator/log/run-log.ts';
import { readHops, readSpending, STORED_LOG } from '../../core/navigator/log/stored-log.ts';
import type { UnfinishedRun } from '../../core/navigator/log/unfinished-run.ts';
import { carryUncertainSteps } from '../../core/navigator/log/unfinished-run.ts';
import { NO_SPENDING } from '../../core/navigator/model/cost.ts';
import type { PermissionDecision } from '../../core/navigator/rules/conditions.ts';
import { retargetAction, runCorrection } from '../../core/navigator/run/correction.ts';
import type { Ports } from '../../core/navigator/run/ports.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import { startRunState } from '../../core/navigator/run/run-state.ts';
import { runMessage, runTasks } from '../../core/navigator/run/run.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { nameCandidate } from '../../core/ranking/page/describe-candidate.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';
import { isPiloted, leaveTab, yieldTab } from '../tab/piloted-tabs.ts';
import { countObservations } from '../tab/observe-tab.ts';
import { readAhead } from '../tab/read-ahead.ts';
import type { SideTabs } from '../tab/side-tabs.ts';
import { createSideTabs } from '../tab/side-tabs.ts';
import { followPages, showCharge } from '../tab/tab-control.ts';
import { takeTab } from '../tab/tab-lock.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Control } from './control.ts';
import { createControl } from './control.ts';
import type { Approvals } from './gatekeeper.ts';
import { createGatekeeper } from './gatekeeper.ts';
import { journalPorts, openDoubts } from './journal-ports.ts';
import type { Journal } from './journal.ts';
import { openRunMemory } from './memory.ts';
import type { MeterOptions } from './metered-endpoint.ts';
import { createMeter } from './metered-endpoint.ts';
import { showStop } from './page-marks.ts';
import { receivePageRequests } from './page-requests.ts';
import type { RunMeans } from './ports.ts';
import { makePorts } from './ports.ts';
import { createRunRecorder, readDemonstrated } from './record-run.ts';
import type { CopilotRun } from './run.ts';
import { runToEnd } from './run.ts';

export interface CopilotOptions
  extends Omit<MeterOptions, 'onSpending'>, Pick<RunMeans, 'onRanking'> {
  log: RunLog;
  /** Stores the log; without one, the conversation ends with the page. */
  journal?: Journal;
  /** Read before each run. */
  endpoint: () => Promise<EndpointState>;
  /** Shows an event, also those of runs that a script began. */
  show?: (event: LogEvent) => void;
  /** Ends everything. */
  signal: AbortSignal;
}

interface Running {
  tabId: number;
  controller: AbortController;
  over: PromiseLike<unknown>;
  control: Control;
  side: SideTabs;
}

interface SendOptions {
  /** Answers requests for approval; `ask`, the default, waits for `decide`. */
  approvals?: Approvals;
  /** A person watches the run and can do what only a person can do on a page. */
  attended?: boolean;
}

export interface Copilot {
  /** Starts a run, after stopping the current one. */
  send: (text: string, tabId: number, options?: SendOptions) => CopilotRun;
  /** Reads a tab ahead, since a message about it will follow. Returns its candidates if it may be read. */
  prepare: (tabId: number) => Promise<readonly Candidate[] | null>;
  /** Reads a tab once, and takes the script out of it again unless the tab is needed by then. */
  readOnce: (tabId: number) => Promise<readonly Candidate[] | null>;
  /** Answers a request for approval; false if there is none for this turn. */
  decide: (turnId: string, decision: PermissionDecision) => boolean;
  /** Ends a permission for the task that was given for this action. */
  takeBack: (turnId: string) => void;
  /** Continues after a pause at the cost ceiling, which is raised for this conversation. */
  goOn: () => void;
  /** Repeats an action on the element that the user chose instead. */
  correct: (rejected: PageAction, chosen: Candidate, tabId: number) => void;
  /** Reverts an action of this conversation; nothing happens if it can't be reverted. */
  undo: (turnId: string, tabId: number) => void;
  /** Changes the list of hops, which the next question to the model shows. */
  editHops: (edit: HopEdit) => void;
  /** Continues an interrupted run. */
  resume: (unfinished: UnfinishedRun, tabId: number) => CopilotRun;
  /** Pauses the run before its next step, until `release`. */
  pause: () => void;
  /** Pauses the run and notes what the person does on the tab. */
  takeOver: () => void;
  release: () => void;
  stop: () => void;
}

interface RunRequest extends SendOptions {
  /** What the instructor said. */
  text: string;
  tabId: number;
  start: (ports: Ports, signal: AbortSignal) => AsyncGenerator<RunEvent>;
  /** The interrupted run that this one continues. */
  resumed?: { message: string; carried: ResumeState };
  /** The action that this run repeats on another element. */
  corrects?: PageAction;
}

/** Hosts the runs of one extension page: one conversation, one run at a time. */
export function createCopilot(options: CopilotOptions): Copilot {
  const { log, journal, onRanking } = options;
  const state = startRunState();
  const gatekeeper = createGatekeeper();
  const meter = createMeter({
    ...options,
    onSpending: (spending, last) => log.append({ type: 'spent', spending, last }),
  });
  const stored = log.project(STORED_LOG);
  const history = log.project(HISTORY);
  const turns = log.project(makeTurnTrail(Date.now()));
  const recorder = createRunRecorder(state);
  const memory = openRunMemory(log, options.signal);
  for (const effect of [journal?.write, recorder.record, memory.remember, options.show]) {
    if (effect) log.subscribe(effect);
  }
  let running: Running | null = null;
  const restored = journal?.ready.then(() => {
    state.hops ??= readHops(stored().events);
    meter.recall(readSpending(stored().events) ?? NO_SPENDING);
  });

  async function* run(
    request: RunRequest,
    previous: PromiseLike<unknown> | null,
    control: Control,
    stopped: AbortSignal,
  ): AsyncGenerator<RunEvent> {
    const { text, tabId, approvals = 'ask' } = request;
    await previous?.then(undefined, () => undefined);
    const over = new AbortController();
    const replaced = new AbortController();
    const signal = AbortSignal.any([stopped, replaced.signal]);
    const locked = lockTab(tabId, replaced, over.signal);
    await restored;
    const carried = await begin(request);
    // Requested together, and awaited before anything is done.
    const endpoint = options.endpoint();
    // Only included in the model prompt.
    const demonstrated = endpoint.then(({ state: set }) =>
      set === 'none' ? [] : readDemonstrated(log.read()),
    );
    await gatekeeper.hear(text, tabId);
    // A busy page must not delay a stop.
    const shown = untilAborted(showStop(tabId, true), signal).catch(() => undefined);
    const tabIsLocked = untilAborted(locked, signal);
    await Promise.allSettled([shown, recorder.settle(), endpoint, demonstrated, tabIsLocked]);
    followPages(tabId, control, over.signal);
    try {
      const { gate, see } = gatekeeper.open(tabId, approvals);
      const guard = { ...gatekeeper, see, gate: { ...gate, doubts: openDoubts(carried) } };
      log.append({ type: 'demonstrated', actions: await demonstrated });
      // Without the message of this run.
      const before = history().entries.slice(0, -1);
      const ports = makePorts({
        tabId,
        history: () => before,
        turns: () => turns().turns,
        recall: memory.recall,
        endpoint: await endpoint,
        guard,
        control: control.port,
        meter,
        over: over.signal,
        onRanking,
      });
      const means = { append: log.append, settle: journal?.settle ?? isAlwaysStored };
      yield* request.start(journalPorts(ports, tabId, means), signal);
    } finally {
      over.abort();
      // A run that replaced this one shows its own.
      if (!replaced.signal.aborted) await showStop(tabId, false);
    }
    if (!(await gatekeeper.findBar(tabId))) void readAhead(tabId, signal);
  }

  /** Appends the beginning of a run, and returns what it knows of earlier ones. */
  async function begin({
    text,
    tabId,
    resumed,
    corrects,
  }: RunRequest): Promise<ResumeState | null> {
    const url = (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '';
    const carried = resumed?.carried ?? carryUncertainSteps(stored().events);
    const message = resumed?.message ?? text;
    const said = message === text ? {} : { said: text };
    const optional = { ...said, ...(corrects && { corrects }) };
    log.append({ type: 'began', message, ...optional, tabId, url, carried });
    return carried;
  }

  const stop = (): void => running?.controller.abort();
  options.signal.addEventListener('abort', stop);
  const takeOver = (): void => running?.control.takeOver();
  const release = (): void => running?.control.release();
  receivePageRequests(
    {
      readTab: () => running?.tabId ?? null,
      isSideTab: (tabId) => running?.side.has(tabId) ?? false,
      note: (userAction) => running?.control.note(userAction),
      stop,
      takeOver,
      release,
    },
    options.signal,
  );

  async function prepare(tabId: number): Promise<readonly Candidate[] | null> {
    const mayRead = await gatekeeper.mayHear(tabId).catch(() => false);
    return mayRead && !running ? readAhead(tabId, options.signal) : null;
  }

  /** Readings that leave the tab again. */
  const glances = new Map<number, Promise<readonly Candidate[] | null>>();

  async function readAndLeave(tabId: number): Promise<readonly Candidate[] | null> {
    const wasPiloted = isPiloted(tabId);
    const before = countObservations(tabId);
    const candidates = await prepare(tabId);
    const isNeeded = wasPiloted || running !== null || countObservations(tabId) > before + 1;
    if (!isNeeded) await leaveTab(tabId).catch(() => undefined);
    return candidates;
  }

  function start(request: RunRequest): CopilotRun {
    stop();
    const controller = new AbortController();
    const { tabId, attended: isAttended = false } = request;
    const side = createSideTabs(tabId, (userAction) => control.note(userAction));
    const control = createControl({
      report: (event) => current.report(event),
      show: async (charge) => {
        await Promise.all([showCharge(tabId, charge), side.show(charge)]);
      },
      isAttended,
    });
    const events = run(request, running?.over ?? null, control, controller.signal);
    const current = runToEnd(events, log.append);
    const started: Running = { tabId, controller, over: current, control, side };
    running = started;
    const end = (): void => {
      side.end();
      if (running === started) running = null;
    };
    current.then(end, end);
    return current;
  }

  return {
    prepare,
    readOnce(tabId) {
      const begun = glances.get(tabId);
      if (begun) return begun;
      const glance = readAndLeave(tabId).finally(() => glances.delete(tabId));
      glances.set(tabId, glance);
      return glance;
    },
    decide: gatekeeper.decide,
    takeBack(turnId) {
      gatekeeper.takeBack(turnId);
      log.append({ type: 'revoked', turnId });
    },
    goOn: meter.goOn,
    editHops(edit) {
      const before = state.hops ?? NO_HOPS;
      state.hops = editHops(before, edit);
      if (state.hops !== before) log.append({ type: 'hops', list: state.hops, refused: null });
    },
    send: (text, tabId, sendOptions = {}) =>
      start({
        ...{ ...sendOptions, text, tabId },
        start: (ports, signal) => runMessage(text, state, ports, signal),
      }),
    correct(rejected, chosen, tabId) {
      const action = retargetAction(rejected, chosen.uid);
      if (!action) return;
      void start({
        ...{ text: `Use “${nameCandidate(chosen)}” instead`, tabId, attended: true },
        start: (ports, signal) => runCorrection(action, ports, signal),
        corrects: rejected,
      });
    },
    undo(turnId, tabId) {
      const acted = log
        .read()
        .findLast((event) => event.type === 'acted' && event.turnId === turnId);
      if (acted?.type !== 'acted' || !acted.undo) return;
      const { uid, step } = acted.undo;
      const tasks = [{ kind: 'bound', uid: uid ?? '', task: step } as const];
      void start({
        ...{ text: 'Undo', tabId, attended: true },
        start: (ports, signal) => runTasks(tasks, state, ports, signal),
      });
    },
    resume({ message, done, uncertain, next, userActions }, tabId) {
      const carried = { done, uncertain, next, userActions };
      return start({
        ...{ text: `Continue “${message}”`, tabId, attended: true },
        start: (ports, signal) => runMessage(message, state, ports, signal, carried),
        resumed: { message, carried },
      });
    },
    pause: () => running?.control.pause(),
    takeOver,
    release,
    stop,
  };
}

const isAlwaysStored = (): Promise<boolean> => Promise.resolve(true);

/** Locks the tab until `over`. A run in another panel that takes the tab ends this one. */
async function lockTab(tabId: number, replaced: AbortController, over: AbortSignal): Promise<void> {
  const onTaken = (): void => {
    yieldTab(tabId);
    replaced.abort();
  };
  // A person may have taken over the tab in another panel.
  if (await takeTab(tabId, onTaken, over)) await showCharge(tabId, 'working');
}
