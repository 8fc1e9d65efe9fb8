import { createElementNames } from '../../core/agent/look.ts';
import type { AgentAnswer, FromServer } from '../../core/agent/protocol.ts';
import { MAX_OPEN_CALLS } from '../../core/agent/protocol.ts';
import { findInputFault, isAgentTool } from '../../core/agent/tools.ts';
import type { AgentRequest } from '../../core/navigator/run/agent-decider.ts';
import type { Copilot } from '../copilot/copilot.ts';
import { AgentWork, refuse } from './agent-work.ts';
import type { AgentLink } from './dial.ts';
import type { ActionChoice, Reading, ToolContext } from './tool-handlers.ts';
import { TOOL_HANDLERS } from './tool-handlers.ts';

interface SessionHost extends Pick<ToolContext, 'readTab' | 'untilInFront'> {
  copilot: Copilot;
  /** The agent took or gave back a tab, or was stopped. */
  onChange: () => void;
}

export interface AgentSession {
  /** Whether the person stopped the agent. */
  isStopped: () => boolean;
  isWorking: () => boolean;
  /** Lets a stopped agent go on. */
  allow: () => void;
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
export function openAgentSession(link: AgentLink, host: SessionHost): AgentSession {
  const { name } = link.pairing;
  const { copilot, readTab, untilInFront, onChange } = host;
  const names = createElementNames();
  const work = new AgentWork(copilot, name, onChange);
  const open = new Map<number, AbortController>();
  let last: Promise<unknown> = Promise.resolve();

  function makeContext(call: Call, signal: AbortSignal): ToolContext {
    const { task } = call.input;
    const isGiven = typeof task === 'string' && task.trim() !== '';
    const about = {
      task: isGiven ? `${name}: ${task.trim()}` : name,
      onWait: (message: string) => link.send({ type: 'waiting', id: call.id, message }),
    };
    /** Passes a request to the run of this agent. */
    const request = (
      make: (answer: Answer, tabId: number) => AgentRequest,
    ): Promise<AgentAnswer> => {
      const tabId = work.tabId ?? readTab()?.tabId;
      return tabId === undefined
        ? Promise.resolve(refuse('The window has no tab to work in.'))
        : work.request({ ...about, tabId }, (answer) => make(answer, tabId), signal);
    };
    return {
      ...{ agent: name, readTab, untilInFront, names, signal, mayRead: copilot.mayRead },
      changeTab: () => work.finish(),
      perform: (choice) => request((answer) => requestAction(choice, answer)),
      onPage: (read) => request((answer, tabId) => requestReading(read, tabId, answer)),
      async runSkill(skill) {
        await work.finish();
        const tabId = readTab()?.tabId;
        if (tabId === undefined) return [];
        signal.addEventListener('abort', copilot.stop);
        try {
          const events = await copilot.runSkill(skill, tabId, { attended: true });
          const ended = events.at(-1);
          if (ended?.type === 'ended' && ended.outcome === 'stopped') work.bar();
          return events;
        } finally {
          signal.removeEventListener('abort', copilot.stop);
        }
      },
      async sendPart(data) {
        while (link.countUnsent() > MAX_UNSENT) {
          signal.throwIfAborted();
          await new Promise((resolve) => setTimeout(resolve, UNSENT_PAUSE_MS));
        }
        link.send({ type: 'part', id: call.id, data });
      },
    };
  }

  async function handle(call: Call, signal: AbortSignal): Promise<AgentAnswer> {
    const { tool, input } = call;
    if (!isAgentTool(tool)) return refuse(`This version of Wayscribe has no tool “${tool}”.`);
    const fault = findInputFault(tool, input);
    if (fault !== null) return refuse(fault);
    try {
      return await TOOL_HANDLERS[tool](input, makeContext(call, signal));
    } catch (error) {
      return refuse(signal.aborted ? 'Cancelled.' : `That failed: ${String(error)}`);
    }
  }

  function begin(call: Call): void {
    const { id } = call;
    const answerWith = (answer: AgentAnswer): void => link.send({ type: 'answer', id, answer });
    if (open.has(id) || open.size >= MAX_OPEN_CALLS) {
      answerWith(refuse('Too many calls at a time. Wait for the answers.'));
      return;
    }
    const controller = new AbortController();
    open.set(id, controller);
    last = last.then(async () => {
      const { signal } = controller;
      const answer = signal.aborted ? refuse('Cancelled.') : await handle(call, signal);
      open.delete(id);
      answerWith(answer);
    });
  }

  link.listen((message) => {
    if (message.type === 'call') begin(message);
    if (message.type === 'cancel') open.get(message.id)?.abort();
  });
  void link.closed.then(() => {
    for (const controller of open.values()) controller.abort();
    return work.end();
  });

  return {
    isStopped: () => work.isStopped,
    isWorking: () => work.tabId !== null,
    allow: () => work.allow(),
  };
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
