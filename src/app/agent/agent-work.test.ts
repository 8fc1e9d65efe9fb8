import { describe, expect, it, vi } from 'vitest';
import type { AgentInbox, AgentRequest } from '../../core/navigator/run/agent-decider.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { SkillRequest } from '../../core/navigator/skill/skill-decider.ts';
import type { CopilotRun } from '../copilot/run.ts';
import { runToEnd } from '../copilot/run.ts';
import type { AgentCopilot } from './agent-work.ts';
import { AgentWork } from './agent-work.ts';

const SKILL: SkillRequest = {
  skill: {
    ...{ format: 'wayscribe-skill', version: 1, id: 's', name: 'Buy a lamp', asked: '' },
    ...{ start: 'https://shop.example/', language: 'en', slots: [], steps: [], madeAt: 0 },
    ...{ demonstrationId: null, proofs: [] },
  },
  values: {},
};

/** A copilot whose runs last until they are stopped, or their agent wants no more. */
function makeCopilot() {
  let running: CopilotRun | null = null;
  const controllers = new Map<CopilotRun, AbortController>();
  function start(work: (signal: AbortSignal) => Promise<void>): CopilotRun {
    if (running) controllers.get(running)?.abort();
    const controller = new AbortController();
    async function* events(): AsyncGenerator<RunEvent> {
      await work(controller.signal).catch(() => undefined);
      const outcome = controller.signal.aborted ? 'stopped' : 'done';
      yield { type: 'ended', outcome };
    }
    const run = runToEnd(events(), () => undefined);
    running = run;
    controllers.set(run, controller);
    const end = (): void => {
      if (running === run) running = null;
    };
    run.then(end, end);
    return run;
  }
  async function handleAll(inbox: AgentInbox, signal: AbortSignal): Promise<void> {
    for (let next = await inbox.next(signal); next; next = await inbox.next(signal))
      await next.handle(null, []);
  }
  const untilStopped = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  const copilot = {
    mayRead: () => Promise.resolve(true),
    serve: vi.fn<AgentCopilot['serve']>(({ inbox }) =>
      running ? null : start((signal) => handleAll(inbox, signal)),
    ),
    serveSkill: vi.fn<AgentCopilot['serveSkill']>(() => (running ? null : start(untilStopped))),
    stopRun: (run: CopilotRun) => {
      if (running === run) controllers.get(run)?.abort();
    },
  };
  return { copilot, startOther: () => start(untilStopped), readRunning: () => running };
}

function makeWork(copilot: AgentCopilot): AgentWork {
  return new AgentWork(copilot, { id: 'pairing 1', name: 'Claude' }, () => undefined);
}

const ABOUT = { tabId: 1, task: 'Claude', onWait: () => undefined };

function answerAtOnce(answer: (text: { text: string }) => void): AgentRequest {
  return {
    needsPage: false,
    handle: () => {
      answer({ text: 'seen' });
      return Promise.resolve(null);
    },
    settle: () => undefined,
    refuse: () => undefined,
  };
}

function neverAnswer(): AgentRequest {
  return { ...answerAtOnce(() => undefined), handle: () => new Promise(() => undefined) };
}

const look = (work: AgentWork, controller = new AbortController()) =>
  work.request(ABOUT, answerAtOnce, controller.signal);

describe('an agent that vanishes', () => {
  it('begins no run with a call that was cancelled while it waited', async () => {
    const { copilot } = makeCopilot();
    const answer = await makeWork(copilot).request(ABOUT, answerAtOnce, AbortSignal.abort());
    expect(answer).toMatchObject({ isError: true, text: 'Cancelled.' });
    expect(copilot.serve).not.toHaveBeenCalled();
  });

  it('ends its own run, and not the one that the person began meanwhile', async () => {
    const { copilot, startOther, readRunning } = makeCopilot();
    const work = makeWork(copilot);
    const call = new AbortController();
    const waiting = work.request(ABOUT, neverAnswer, call.signal);
    const other = startOther();
    call.abort();
    await work.end();
    expect((await waiting).isError).toBe(true);
    expect(readRunning()).toBe(other);
  });

  it('keeps the next run of an agent when a call of an earlier run is cancelled late', async () => {
    const { copilot, readRunning } = makeCopilot();
    const work = makeWork(copilot);
    const first = new AbortController();
    await look(work, first);
    await work.finish();
    await look(work);
    const second = readRunning();
    first.abort();
    await Promise.resolve();
    expect(readRunning()).toBe(second);
    expect(await look(work)).toEqual({ text: 'seen' });
  });

  it('neither begins a skill after it vanished nor stops the person’s run for it', async () => {
    const { copilot, startOther, readRunning } = makeCopilot();
    const work = makeWork(copilot);
    await look(work);
    const call = new AbortController();
    const asked = work.runSkill(SKILL, () => 1, call.signal);
    const other = startOther();
    call.abort();
    expect(await asked).toBe('Cancelled.');
    expect(copilot.serveSkill).not.toHaveBeenCalled();
    expect(readRunning()).toBe(other);
  });

  it('stops only its own skill', async () => {
    const { copilot, startOther, readRunning } = makeCopilot();
    const call = new AbortController();
    const asked = makeWork(copilot).runSkill(SKILL, () => 1, call.signal);
    await vi.waitFor(() => expect(copilot.serveSkill).toHaveBeenCalled());
    const other = startOther();
    call.abort();
    expect(await asked).toEqual([{ type: 'ended', outcome: 'stopped' }]);
    expect(readRunning()).toBe(other);
  });
});

it('doesn’t run a skill while the person has a run', async () => {
  const { copilot, startOther, readRunning } = makeCopilot();
  const other = startOther();
  const asked = makeWork(copilot).runSkill(SKILL, () => 1, new AbortController().signal);
  expect(await asked).toContain('Another run works');
  expect(readRunning()).toBe(other);
});

it('is known by its pairing, and shown by its name', async () => {
  const { copilot } = makeCopilot();
  await look(makeWork(copilot));
  const [begun] = copilot.serve.mock.calls[0] ?? [];
  expect(begun).toMatchObject({ agent: 'Claude', pairing: 'pairing 1' });
});
