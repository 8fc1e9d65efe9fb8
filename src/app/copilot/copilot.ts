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
import type { AgentInbox } from '../../core/navigator/run/agent-decider.ts';
import type { Ports } from '../../core/navigator/run/ports.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import { startRunState } from '../../core/navigator/run/run-state.ts';
import {
  retargetAction,
  runAgent,
  runCorrection,
  runMessage,
  runSkill,
  runTasks,
} from '../../core/navigator/run/run.ts';
import type { SkillRequest } from '../../core/navigator/skill/skill-decider.ts';
import type { Candidate } from '../../core/ranking/candidate.ts';
import { nameCandidate } from '../../core/ranking/page/describe-candidate.ts';
import type { EndpointState } from '../../platform/settings/settings.ts';
import { countObservations, readAhead } from '../tab/observe-tab.ts';
import { isPiloted, leaveTab, takeTab, yieldTab } from '../tab/piloted-tabs.ts';
import { followPages, SideTabs } from '../tab/tab-control.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Control } from './control.ts';
import { createControl } from './control.ts';
import type { Approvals } from './gatekeeper.ts';
import { Gatekeeper } from './gatekeeper.ts';
import type { Journal } from './journal.ts';
import { journalPorts, openDoubts } from './journal.ts';
import { openRunMemory } from './memory.ts';
import type { MeterOptions } from './metered-endpoint.ts';
import { createMeter } from './metered-endpoint.ts';
import { showCharge, showStop } from './page-marks.ts';
import { receivePageRequests } from './page-requests.ts';
import type { RunMeans } from './ports.ts';
import { makePorts } from './ports.ts';
import { createRunRecorder, readDemonstrated } from './record-run.ts';
import type { CopilotRun } from './run.ts';
import { runToEnd } from './run.ts';

interface CopilotOptions extends Omit<MeterOptions, 'onSpending'>, Pick<RunMeans, 'onRanking'> {
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
  /** The pairing of the agent outside the browser that began it: what that agent is allowed holds. */
  beganBy?: string;
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
  /** The name of the agent outside the browser that chooses the actions. */
  agent?: string;
}

/** What an outside agent asks for: its name and pairing, and in its words what the person wants. */
interface AgentWork {
  agent: string;
  pairing: string;
  task: string;
  inbox: AgentInbox;
}

const NO_ENDPOINT = Promise.resolve<EndpointState>({ state: 'none' });

export type Copilot = ReturnType<typeof createCopilot>;

/** Hosts the runs of one extension page: one conversation, one run at a time. */
export function createCopilot(options: CopilotOptions) {
  const { log } = options;
  const host = new RunHost(options);
  const { state, gatekeeper, meter } = host;
  const withControl =
    (change: (control: Control) => void): (() => void) =>
    () => {
      if (host.running) change(host.running.control);
    };
  return {
    prepare: (tabId: number) => host.prepare(tabId),
    readOnce: (tabId: number) => host.readOnce(tabId),
    decide: gatekeeper.decide,
    /** Whether an agent outside the browser may read pages of this address without asking. */
    mayRead: (address: string, pairing: string) => gatekeeper.mayRead(address, pairing),
    /** Ends a permission for the task that was given for this action. */
    takeBack(turnId: string): void {
      gatekeeper.takeBack(turnId);
      log.append({ type: 'revoked', turnId });
    },
    /** Continues after a pause at the cost ceiling, which is raised for this conversation. */
    goOn: meter.goOn,
    /** Changes the list of hops, which the next question to the model shows. */
    editHops(edit: HopEdit): void {
      const before = state.hops ?? NO_HOPS;
      state.hops = editHops(before, edit);
      if (state.hops !== before) log.append({ type: 'hops', list: state.hops, refused: null });
    },
    /** Starts a run, after stopping the current one. */
    send: (text: string, tabId: number, sendOptions: SendOptions = {}) =>
      host.start({
        ...{ ...sendOptions, text, tabId },
        start: (ports, signal) => runMessage(text, state, ports, signal),
      }),
    /** Does what an agent outside the browser asks for; null while another run has a tab. */
    serve: ({ agent, pairing, task, inbox }: AgentWork, tabId: number): CopilotRun | null =>
      host.running
        ? null
        : host.start({
            ...{ text: task, tabId, attended: true, agent, beganBy: pairing },
            start: (ports, signal) => runAgent(agent, inbox, state, ports, signal),
          }),
    /** Runs a skill for an agent outside the browser; null while another run has a tab. */
    serveSkill: (request: SkillRequest, tabId: number, pairing: string): CopilotRun | null =>
      host.running
        ? null
        : host.start({
            ...{ text: request.skill.name, tabId, attended: true, beganBy: pairing },
            start: (ports, signal) => runSkill(request, state, ports, signal),
          }),
    /** Runs a skill, after stopping the current run. */
    runSkill: (request: SkillRequest, tabId: number, sendOptions: SendOptions = {}) =>
      host.start({
        ...{ ...sendOptions, text: request.skill.name, tabId },
        start: (ports, signal) => runSkill(request, state, ports, signal),
      }),
    /** Repeats an action on the element that the user chose instead. */
    correct(rejected: PageAction, chosen: Candidate, tabId: number): void {
      const action = retargetAction(rejected, chosen.uid);
      if (!action) return;
      void host.start({
        ...{ text: `Use “${nameCandidate(chosen)}” instead`, tabId, attended: true },
        start: (ports, signal) => runCorrection(action, state, ports, signal),
        corrects: rejected,
      });
    },
    /** Reverts an action of this conversation; nothing happens if it can't be reverted. */
    undo(turnId: string, tabId: number): void {
      const acted = log
        .read()
        .findLast((event) => event.type === 'acted' && event.turnId === turnId);
      if (acted?.type !== 'acted' || !acted.undo) return;
      const { uid, step } = acted.undo;
      const tasks = [{ kind: 'bound', uid: uid ?? '', task: step } as const];
      void host.start({
        ...{ text: 'Undo', tabId, attended: true },
        start: (ports, signal) => runTasks(tasks, state, ports, signal),
      });
    },
    /** Continues an interrupted run. */
    resume({ message, done, uncertain, next, userActions }: UnfinishedRun, tabId: number) {
      const carried = { done, uncertain, next, userActions };
      return host.start({
        ...{ text: `Continue “${message}”`, tabId, attended: true },
        start: (ports, signal) => runMessage(message, state, ports, signal, carried),
        resumed: { message, carried },
      });
    },
    /** Pauses the run before its next step, until `release`. */
    pause: withControl(({ pause }) => pause()),
    /** Pauses the run and notes what the person does on the tab. */
    takeOver: withControl(({ takeOver }) => takeOver()),
    release: withControl(({ release }) => release()),
    stop: () => host.stop(),
    /** Stops a run unless another one has begun since. */
    stopRun: (run: CopilotRun) => host.stop(run),
    /** Returns the events of the conversation. */
    read: () => log.read(),
  };
}

class RunHost {
  readonly state = startRunState();
  readonly gatekeeper = new Gatekeeper();
  readonly meter;
  running: Running | null = null;
  readonly #options: CopilotOptions;
  readonly #stored;
  readonly #history;
  readonly #turns;
  readonly #recorder = createRunRecorder(this.state);
  readonly #memory;
  readonly #restored: Promise<void> | undefined;
  /** Readings that leave the tab again. */
  readonly #glances = new Map<number, Promise<readonly Candidate[] | null>>();

  constructor(options: CopilotOptions) {
    const { log, journal, signal } = options;
    this.#options = options;
    this.meter = createMeter({
      ...options,
      onSpending: (spending, last) => log.append({ type: 'spent', spending, last }),
    });
    this.#stored = log.project(STORED_LOG);
    this.#history = log.project(HISTORY);
    this.#turns = log.project(makeTurnTrail(Date.now()));
    this.#memory = openRunMemory(log, signal);
    const { record } = this.#recorder;
    for (const effect of [journal?.write, record, this.#memory.remember, options.show]) {
      if (effect) log.subscribe(effect);
    }
    this.#restored = journal?.ready.then(() => {
      const { events } = this.#stored();
      this.state.hops ??= readHops(events);
      this.meter.recall(readSpending(events) ?? NO_SPENDING);
    });
    signal.addEventListener('abort', () => this.stop());
    const requests = { read: () => this.running, stop: () => this.stop() };
    receivePageRequests(requests, signal);
  }

  start(request: RunRequest): CopilotRun {
    this.stop();
    const controller = new AbortController();
    const { tabId, attended: isAttended = false } = request;
    const side = new SideTabs(tabId, (userAction) => control.note(userAction));
    const control = createControl({
      report: (event) => over.report(event),
      show: async (charge) => {
        await Promise.all([showCharge(tabId, charge), side.show(charge)]);
      },
      isAttended,
    });
    const events = this.#run(request, this.running?.over ?? null, control, controller.signal);
    const over = runToEnd(events, this.#options.log.append);
    const started: Running = { tabId, controller, over, control, side };
    this.running = started;
    const end = (): void => {
      side.end();
      if (this.running === started) this.running = null;
    };
    over.then(end, end);
    return over;
  }

  stop(run?: CopilotRun): void {
    if (run && this.running?.over !== run) return;
    this.running?.controller.abort();
  }

  /** Reads a tab ahead, since a message about it will follow. Returns its candidates if it may be read. */
  async prepare(tabId: number): Promise<readonly Candidate[] | null> {
    const mayRead = await this.gatekeeper.mayHear(tabId).catch(() => false);
    if (!mayRead || this.running) return null;
    return (await readAhead(tabId, this.#options.signal))?.candidates ?? null;
  }

  /** Reads a tab once, and removes the script from it again unless the tab is needed by then. */
  readOnce(tabId: number): Promise<readonly Candidate[] | null> {
    const begun = this.#glances.get(tabId);
    if (begun) return begun;
    const glance = this.#readAndLeave(tabId).finally(() => this.#glances.delete(tabId));
    this.#glances.set(tabId, glance);
    return glance;
  }

  async #readAndLeave(tabId: number): Promise<readonly Candidate[] | null> {
    const wasPiloted = isPiloted(tabId);
    const before = countObservations(tabId);
    const candidates = await this.prepare(tabId);
    const isNeeded = wasPiloted || this.running || countObservations(tabId) > before + 1;
    if (!isNeeded) await leaveTab(tabId).catch(() => undefined);
    return candidates;
  }

  async *#run(
    request: RunRequest,
    previous: PromiseLike<unknown> | null,
    control: Control,
    stopped: AbortSignal,
  ): AsyncGenerator<RunEvent> {
    const { text, tabId } = request;
    const { gatekeeper } = this;
    await previous?.then(undefined, () => undefined);
    const over = new AbortController();
    const replaced = new AbortController();
    const signal = AbortSignal.any([stopped, replaced.signal]);
    const locked = lockTab(tabId, replaced, over.signal);
    await this.#restored;
    const carried = await this.#begin(request);
    // Requested together, and awaited before anything is done. An agent needs no model.
    const endpoint = request.agent === undefined ? this.#options.endpoint() : NO_ENDPOINT;
    const demonstrated = endpoint.then((set) => this.#readDemonstrated(set));
    // An agent's words are not the person's, so they allow nothing.
    if (request.beganBy === undefined) await gatekeeper.hear(text, tabId);
    // A busy page must not delay a stop.
    const shown = untilAborted(showStop(tabId, true), signal).catch(() => undefined);
    const tabIsLocked = untilAborted(locked, signal);
    const settled = this.#recorder.settle();
    await Promise.allSettled([shown, settled, endpoint, demonstrated, tabIsLocked]);
    followPages(tabId, control, over.signal);
    try {
      this.#options.log.append({ type: 'demonstrated', actions: await demonstrated });
      const ports = this.#makePorts(request, carried, await endpoint, control, over.signal);
      yield* request.start(ports, signal);
    } finally {
      over.abort();
      // A run that replaced this one shows its own.
      if (!replaced.signal.aborted) await showStop(tabId, false);
    }
    if (!(await gatekeeper.findBar(tabId, request.beganBy ?? null))) void readAhead(tabId, signal);
  }

  /** Appends the beginning of a run, and returns what it knows of earlier ones. */
  async #begin({ text, tabId, resumed, corrects, agent }: RunRequest): Promise<ResumeState | null> {
    const url = (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '';
    const carried = resumed?.carried ?? carryUncertainSteps(this.#stored().events);
    const message = resumed?.message ?? text;
    const said = message === text ? {} : { said: text };
    const by = agent === undefined ? {} : { agent };
    const optional = { ...said, ...by, ...(corrects && { corrects }) };
    this.#options.log.append({ type: 'began', message, ...optional, tabId, url, carried });
    return carried;
  }

  /** Only included in the model prompt. */
  async #readDemonstrated(endpoint: EndpointState) {
    return endpoint.state === 'none' ? [] : readDemonstrated(this.#options.log.read());
  }

  #makePorts(
    { tabId, approvals = 'ask', agent, beganBy }: RunRequest,
    carried: ResumeState | null,
    endpoint: EndpointState,
    control: Control,
    over: AbortSignal,
  ): Ports {
    const { gatekeeper, meter } = this;
    const { log, journal, onRanking } = this.#options;
    const { gate, see } = gatekeeper.open(tabId, beganBy ?? null, approvals);
    // Without the message of this run.
    const history = this.#history().entries.slice(0, -1);
    const ports = makePorts({
      ...{
        tabId,
        agent: agent ?? null,
        endpoint,
        meter,
        over,
        onRanking,
        see,
        control: control.port,
      },
      gate: { ...gate, doubts: openDoubts(carried) },
      findBar: () => gatekeeper.findBar(tabId, beganBy ?? null),
      history: () => history,
      turns: () => this.#turns().turns,
      recall: this.#memory.recall,
    });
    const settle = journal?.settle ?? (() => Promise.resolve(true));
    return journalPorts(ports, tabId, { append: log.append, settle });
  }
}

/** Locks the tab until `over`. A run in another panel that takes the tab ends this one. */
async function lockTab(tabId: number, replaced: AbortController, over: AbortSignal): Promise<void> {
  const onTaken = (): void => {
    yieldTab(tabId);
    replaced.abort();
  };
  // A person may have taken over the tab in another panel.
  if (await takeTab(tabId, onTaken, over)) await showCharge(tabId, 'working');
}
