import type { AgentAnswer } from '../../core/agent/protocol.ts';
import type { AgentInbox, AgentRequest } from '../../core/navigator/run/agent-decider.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { SkillRequest } from '../../core/navigator/skill/skill-decider.ts';
import type { Copilot } from '../copilot/copilot.ts';
import type { CopilotRun } from '../copilot/run.ts';
import { untilAborted } from '../until-aborted.ts';

/** Without a call for so long, the tab is given back. The next call takes it again. */
const IDLE_MS = 90_000;

const STOPPED =
  'The person stopped you, so nothing more was done. Ask them before you go on; they can allow it again in the side panel.';
const ENDED = 'The run ended before this was done. Look again.';
export const NO_TAB = 'The window has no tab to work in.';
const BUSY = 'Another run works in this browser window. Try again when it has ended.';
export const CANCELLED = 'Cancelled.';

interface CurrentRun {
  tabId: number;
  run: CopilotRun;
  mailbox: Mailbox;
  over: Promise<void>;
}

/** What an agent needs of the copilot. */
export type AgentCopilot = Pick<Copilot, 'mayRead' | 'serve' | 'serveSkill' | 'stopRun'>;

/** The run of one agent: from its first call about a page until it is idle, stopped or gone. */
export class AgentWork {
  readonly #copilot: AgentCopilot;
  readonly #pairing: { id: string; name: string };
  readonly #onChange: () => void;
  #current: CurrentRun | null = null;
  #isStopped = false;
  /** The end of the current run is our own doing. */
  #isEnding = false;

  constructor(copilot: AgentCopilot, pairing: { id: string; name: string }, onChange: () => void) {
    this.#copilot = copilot;
    this.#pairing = pairing;
    this.#onChange = onChange;
  }

  get tabId(): number | null {
    return this.#current?.tabId ?? null;
  }

  /** Whether the person stopped the agent, which then has to be allowed again. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  allow(): void {
    this.#isStopped = false;
    this.#onChange();
  }

  /** Passes a request to the run in this tab. Starts a run if the tab has none. */
  request(
    { tabId, task, onWait }: { tabId: number; task: string; onWait: (message: string) => void },
    make: (answer: (answer: AgentAnswer) => void) => AgentRequest,
    signal: AbortSignal,
  ): Promise<AgentAnswer> {
    // A handler may have waited before this, and its agent may have vanished meanwhile.
    if (signal.aborted) return Promise.resolve(refuse(CANCELLED));
    if (this.#isStopped) return Promise.resolve(refuse(STOPPED));
    const current = this.#current ?? this.#begin(tabId, task, onWait);
    if (!current) return Promise.resolve(refuse(BUSY));
    // The agent gave up waiting: a question to the person is withdrawn.
    const onAbort = (): void => void this.#endRun(current);
    signal.addEventListener('abort', onAbort);
    return new Promise<AgentAnswer>((resolve) => {
      void current.over.then(() => resolve(refuse(this.#isStopped ? STOPPED : ENDED)));
      current.mailbox.post(make(resolve), onWait);
    }).finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** Runs a skill in place of the current run. Returns a sentence for the agent if the skill can't begin. */
  async runSkill(
    skill: SkillRequest,
    readTabId: () => number | undefined,
    signal: AbortSignal,
  ): Promise<readonly RunEvent[] | string> {
    await this.finish();
    // Meanwhile the agent may have vanished, or the person may have stopped it or begun a run.
    if (signal.aborted) return CANCELLED;
    if (this.#isStopped) return STOPPED;
    const tabId = readTabId();
    if (tabId === undefined) return NO_TAB;
    const run = this.#copilot.serveSkill(skill, tabId, this.#pairing.id);
    return run ? this.#followSkill(run, signal) : BUSY;
  }

  async #followSkill(run: CopilotRun, signal: AbortSignal): Promise<readonly RunEvent[]> {
    const onAbort = (): void => this.#copilot.stopRun(run);
    signal.addEventListener('abort', onAbort);
    try {
      const events = await run;
      const ended = events.at(-1);
      const isStopped = ended?.type === 'ended' && ended.outcome === 'stopped';
      // If the agent cancelled its own call, the person did not press Stop.
      if (isStopped && !signal.aborted) {
        this.#isStopped = true;
        this.#onChange();
      }
      return events;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends the run, if there is one. */
  async end(): Promise<void> {
    if (this.#current) await this.#endRun(this.#current);
  }

  /** Does nothing once the run is over, so that a late cancel doesn't end a later run. */
  async #endRun(current: CurrentRun): Promise<void> {
    if (this.#current !== current) return;
    this.#isEnding = true;
    // By now the person may have begun a run of their own.
    this.#copilot.stopRun(current.run);
    await current.over;
  }

  /** Lets the run finish what it does, and gives the tab back. */
  async finish(): Promise<void> {
    const { over, mailbox } = this.#current ?? {};
    mailbox?.close();
    await over;
  }

  #begin(tabId: number, task: string, onWait: (message: string) => void): CurrentRun | null {
    const mailbox = new Mailbox(onWait);
    const { id: pairing, name: agent } = this.#pairing;
    const run = this.#copilot.serve({ agent, pairing, task, inbox: mailbox }, tabId);
    if (!run) return null;
    const over = this.#follow(run, mailbox).finally(() => {
      this.#current = null;
      this.#isEnding = false;
      this.#onChange();
    });
    const current = { tabId, run, mailbox, over };
    this.#current = current;
    this.#onChange();
    return current;
  }

  async #follow(run: CopilotRun, mailbox: Mailbox): Promise<void> {
    try {
      for await (const event of run) {
        const wait = describeWait(event);
        if (wait !== null) mailbox.wait(wait);
        if (event.type === 'ended' && event.outcome === 'stopped' && !this.#isEnding) {
          this.#isStopped = true;
        }
      }
    } catch (error) {
      // A bug in the run; the agent hears that it ended.
      console.error(error);
    }
  }
}

/** Holds the request that a run is to handle next. */
class Mailbox implements AgentInbox {
  #requests: AgentRequest[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;
  #onWait: (message: string) => void;

  constructor(onWait: (message: string) => void) {
    this.#onWait = onWait;
  }

  post(request: AgentRequest, onWait: (message: string) => void): void {
    this.#onWait = onWait;
    this.#requests.push(request);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  wait(message: string): void {
    this.#onWait(message);
  }

  async next(signal: AbortSignal): Promise<AgentRequest | null> {
    if (this.#requests.length === 0 && !this.#isClosed) {
      const woken = new Promise<null>((resolve) => (this.#wake = () => resolve(null)));
      const idle = setTimeout(() => this.close(), IDLE_MS);
      await untilAborted(woken, signal).finally(() => clearTimeout(idle));
    }
    return this.#requests.shift() ?? null;
  }
}

function describeWait(event: RunEvent): string | null {
  if (event.type === 'approval') {
    return `Waiting for the person to answer in the side panel: ${event.description}`;
  }
  if (event.type === 'paused') return 'The person has paused you, or has taken over.';
  return null;
}

export function refuse(text: string): AgentAnswer {
  return { text, isError: true };
}
