import { createElementNames } from '../../core/agent/look.ts';
import type { AgentAnswer, FromServer } from '../../core/agent/protocol.ts';
import { MAX_OPEN_CALLS } from '../../core/agent/protocol.ts';
import { findInputFault, isAgentTool } from '../../core/agent/tools.ts';
import type { AgentRequest } from '../../core/navigator/run/agent-decider.ts';
import { attributeRecordings } from '../../platform/agent-link/recordings.ts';
import { connectStore } from '../connection.ts';
import type { AgentCopilot } from './agent-work.ts';
import { AgentWork, CANCELLED, NO_TAB, refuse } from './agent-work.ts';
import type { AgentLink } from './dial.ts';
import type { ActionChoice, Reading, ToolContext } from './tool-handlers.ts';
import { TOOL_HANDLERS } from './tool-handlers.ts';

interface SessionHost extends Pick<ToolContext, 'readTab' | 'untilInFront'> {
  copilot: AgentCopilot;
  /** The agent took or gave back a tab, or was stopped. */
  onChange: () => void;
}

type Answer = (answer: AgentAnswer) => void;
type Call = Extract<FromServer, { type: 'call' }>;

/** More unsent bytes than this wait until some have left. */
const MAX_UNSENT = 8 * 1024 * 1024;
const UNSENT_PAUSE_MS = 20;

/**
 * Answers the calls of one connected agent, one after the other. When the connection ends, so does its run, and the tab
 * is given back.
 */
export class AgentSession {
  readonly #link: AgentLink;
  readonly #host: SessionHost;
  readonly #work: AgentWork;
  readonly #names = createElementNames();
  readonly #open = new Map<number, AbortController>();
  /** Earlier recordings are attributed before the first call makes a new one. */
  #last: Promise<unknown> = connectStore().then(attributeRecordings).catch(console.error);

  constructor(link: AgentLink, host: SessionHost) {
    this.#link = link;
    this.#host = host;
    this.#work = new AgentWork(host.copilot, link.pairing, host.onChange);
    link.listen((message) => {
      if (message.type === 'call') this.#begin(message);
      if (message.type === 'cancel') this.#open.get(message.id)?.abort();
    });
    void link.closed.then(() => {
      for (const controller of this.#open.values()) controller.abort();
      return this.#work.end();
    });
  }

  /** Whether the person stopped the agent. */
  isStopped(): boolean {
    return this.#work.isStopped;
  }

  isWorking(): boolean {
    return this.#work.tabId !== null;
  }

  /** Lets a stopped agent go on. */
  allow(): void {
    this.#work.allow();
  }

  #begin(call: Call): void {
    const { id } = call;
    const answerWith = (answer: AgentAnswer): void =>
      this.#link.send({ type: 'answer', id, answer });
    if (this.#open.has(id) || this.#open.size >= MAX_OPEN_CALLS) {
      answerWith(refuse('Too many calls at a time. Wait for the answers.'));
      return;
    }
    const controller = new AbortController();
    this.#open.set(id, controller);
    this.#last = this.#last.then(async () => {
      const { signal } = controller;
      const answer = signal.aborted ? refuse(CANCELLED) : await this.#handle(call, signal);
      this.#open.delete(id);
      answerWith(answer);
    });
  }

  async #handle(call: Call, signal: AbortSignal): Promise<AgentAnswer> {
    const { tool, input } = call;
    if (!isAgentTool(tool)) return refuse(`This version of Wayscribe has no tool “${tool}”.`);
    const fault = findInputFault(tool, input);
    if (fault !== null) return refuse(fault);
    try {
      return await TOOL_HANDLERS[tool](input, this.#makeContext(call, signal));
    } catch (error) {
      return refuse(signal.aborted ? CANCELLED : `That failed: ${String(error)}`);
    }
  }

  #makeContext({ id, input }: Call, signal: AbortSignal): ToolContext {
    const { id: pairing, name } = this.#link.pairing;
    const { copilot, readTab, untilInFront } = this.#host;
    const { task } = input;
    const isGiven = typeof task === 'string' && task.trim() !== '';
    const about = {
      task: isGiven ? `${name}: ${task.trim()}` : name,
      onWait: (message: string) => this.#link.send({ type: 'waiting', id, message }),
    };
    /** Passes a request to the run of this agent. */
    const request = (
      make: (answer: Answer, tabId: number) => AgentRequest,
    ): Promise<AgentAnswer> => {
      const tabId = this.#work.tabId ?? readTab()?.tabId;
      return tabId === undefined
        ? Promise.resolve(refuse(NO_TAB))
        : this.#work.request({ ...about, tabId }, (answer) => make(answer, tabId), signal);
    };
    return {
      ...{ agent: this.#link.pairing, readTab, untilInFront, names: this.#names, signal },
      mayRead: (address) => copilot.mayRead(address, pairing),
      changeTab: () => this.#work.finish(),
      perform: (choice) => request((answer) => requestAction(choice, answer)),
      onPage: (read) => request((answer, tabId) => requestReading(read, tabId, answer)),
      runSkill: (skill) => this.#work.runSkill(skill, () => readTab()?.tabId, signal),
      sendPart: (data) => this.#sendPart(id, data, signal),
    };
  }

  async #sendPart(id: number, data: string, signal: AbortSignal): Promise<void> {
    while (this.#link.countUnsent() > MAX_UNSENT) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, UNSENT_PAUSE_MS));
    }
    this.#link.send({ type: 'part', id, data });
  }
}

function requestReading(read: Reading, tabId: number, answer: Answer): AgentRequest {
  return {
    needsPage: true,
    async handle(page, news) {
      if (page)
        await read(page, tabId).then((each) => answer(addNews(each, news)), failWith(answer));
      return null;
    },
    settle: () => undefined,
    refuse: (message) => answer(refuse(message)),
  };
}

function requestAction({ needsPage, choose, report }: ActionChoice, answer: Answer): AgentRequest {
  return {
    needsPage,
    handle(page, news) {
      const chosen = choose(page);
      if (typeof chosen !== 'string') return Promise.resolve(chosen);
      answer(addNews(refuse(chosen), news));
      return Promise.resolve(null);
    },
    settle: (outcome) => answer(report(outcome)),
    refuse: (message) => answer(refuse(message)),
  };
}

function failWith(answer: Answer): (error: unknown) => void {
  return (error) => answer(refuse(`That failed: ${String(error)}`));
}

/** Says first what happened since the agent's last call. */
function addNews(answer: AgentAnswer, news: readonly string[]): AgentAnswer {
  return news.length === 0 ? answer : { ...answer, text: [...news, answer.text].join('\n') };
}
