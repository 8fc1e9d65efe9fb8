import type { AgentAnswer } from '../../core/agent/protocol.ts';
import type { AgentInbox, AgentRequest } from '../../core/navigator/run/agent-decider.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { Copilot } from '../copilot/copilot.ts';
import type { CopilotRun } from '../copilot/run.ts';
import { untilAborted } from '../until-aborted.ts';

/** Without a call for so long, the tab is given back. The next call takes it again. */
const IDLE_MS = 90_000;

const STOPPED =
  'The person stopped you, so nothing more was done. Ask them before you go on; they can allow it again in the side panel.';
const ENDED = 'The run ended before this was done. Look again.';

/** The run of one agent: from its first call about a page until it is idle, stopped or gone. */
export class AgentWork {
  readonly #copilot: Copilot;
  readonly #agent: string;
  readonly #onChange: () => void;
  #current: { tabId: number; run: CopilotRun; mailbox: Mailbox; over: Promise<void> } | null = null;
  #isStopped = false;
  /** The end of the current run is our own doing. */
  #isEnding = false;

  constructor(copilot: Copilot, agent: string, onChange: () => void) {
    this.#copilot = copilot;
    this.#agent = agent;
    this.#onChange = onChange;
  }

  get tabId(): number | null {
    return this.#current?.tabId ?? null;
  }

  /** Whether the person stopped the agent, which then has to be allowed again. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The person stopped what the agent began. */
  bar(): void {
    this.#isStopped = true;
    this.#onChange();
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
    if (this.#isStopped) return Promise.resolve(refuse(STOPPED));
    const current = this.#current ?? this.#begin(tabId, task, onWait);
    if (!current) {
      const busy = 'Another run works in this browser window. Try again when it has ended.';
      return Promise.resolve(refuse(busy));
    }
    return new Promise((resolve) => {
      // The agent gave up waiting: a question to the person is withdrawn.
      signal.addEventListener('abort', () => void this.end());
      void current.over.then(() => resolve(refuse(this.#isStopped ? STOPPED : ENDED)));
      current.mailbox.post(make(resolve), onWait);
    });
  }

  /** Ends the run, if there is one. */
  async end(): Promise<void> {
    if (!this.#current) return;
    const { run, over } = this.#current;
    this.#isEnding = true;
    // By now the person may have begun a run of their own.
    this.#copilot.stopRun(run);
    await over;
  }

  /** Lets the run finish what it does, and gives the tab back. */
  async finish(): Promise<void> {
    const { over, mailbox } = this.#current ?? {};
    mailbox?.close();
    await over;
  }

  #begin(tabId: number, task: string, onWait: (message: string) => void) {
    const mailbox = new Mailbox(onWait);
    const run = this.#copilot.serve({ agent: this.#agent, task, inbox: mailbox }, tabId);
    if (!run) return null;
    const over = this.#follow(run, mailbox).finally(() => {
      this.#current = null;
      this.#isEnding = false;
      this.#onChange();
    });
    this.#current = { tabId, run, mailbox, over };
    this.#onChange();
    return this.#current;
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
