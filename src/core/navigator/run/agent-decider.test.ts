import { expect, test } from 'vitest';
import type { PageAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { AgentInbox, AgentRequest } from './agent-decider.ts';
import type { Ports } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import { openPage } from './run.fixture.ts';
import { startRunState } from './run-state.ts';
import { runAgent } from './run.ts';

const signal = new AbortController().signal;

/** An agent that presses the button with this name; `heard` gets what it is answered. */
function press(name: string, heard: string[]): AgentRequest {
  return {
    needsPage: true,
    handle(page, news) {
      heard.push(...news);
      const target = page?.candidates.find(({ fields }) => fields.name === name) ?? null;
      if (!target) heard.push('missing');
      const action: PageAction | null = target && { intent: 'click', uid: target.uid };
      return Promise.resolve(action && { action, target });
    },
    settle: ({ result, receipt }) =>
      heard.push(`${result.verdict} ${receipt?.verdict ?? 'none'}: ${result.message}`),
    refuse: (message) => heard.push(`refused: ${message}`),
  };
}

function openInbox(requests: readonly AgentRequest[]): AgentInbox {
  const left = [...requests];
  return { next: () => Promise.resolve(left.shift() ?? null) };
}

async function run(ports: Ports, requests: readonly AgentRequest[]): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const run = runAgent('Ada', openInbox(requests), startRunState(), ports, signal);
  for await (const event of run) events.push(event);
  return events;
}

/** A site that the person has not allowed. */
function elsewhere(ports: Ports, decision: 'once' | 'deny'): { ports: Ports; allowed: string[] } {
  const allowed: string[] = [];
  const gate: Ports['gate'] = {
    ...ports.gate,
    readSituation: async (target) => ({
      ...(await ports.gate.readSituation(target)),
      ...{
        page: 'https://bank.test/',
        document: 'https://bank.test/',
        scope: [],
        visited: allowed,
      },
    }),
    ask: () => Promise.resolve(decision),
    allowHost: (host) => void allowed.push(host),
  };
  return { ports: { ...ports, gate }, allowed };
}

test('performs what the agent asks for, reports receipts, and ends when it wants no more', async () => {
  const heard: string[] = [];
  const { ports, done } = openPage('<button>Save</button><button>Other</button>');
  const events = await run(ports, [press('Save', heard), press('Other', heard)]);
  expect(done).toHaveLength(2);
  expect(heard[0]).toMatch(/^done changed: .*Saved/);
  expect(events.at(-1)).toEqual({ type: 'ended', outcome: 'done' });
});

test('reads the page ahead once the agent has its receipt', async () => {
  const heard: string[] = [];
  const { ports } = openPage('<button>Save</button>');
  const readAhead = (): void => void heard.push('read ahead');
  await run({ ...ports, readAhead }, [press('Save', heard)]);
  expect(heard).toEqual([expect.stringMatching(/^done/), 'read ahead']);
});

test('asks before it reads a site that the person has not allowed, once', async () => {
  const heard: string[] = [];
  const page = openPage('<button>Save</button>');
  const { ports, allowed } = elsewhere(page.ports, 'once');
  const events = await run(ports, [press('Save', heard), press('Save', heard)]);
  const asked = events.filter((event) => event.type === 'approval');
  expect(asked.map(({ description }) => description)).toEqual(['Let Ada work on bank.test']);
  expect(allowed).toContain('bank.test');
  expect(page.done).toHaveLength(2);
});

test('neither reads nor acts on a site that the person does not allow, and goes on', async () => {
  const heard: string[] = [];
  const page = openPage('<button>Save</button>');
  let readings = 0;
  const { ports } = elsewhere(page.ports, 'deny');
  const observe: Ports['observe'] = (given) => {
    readings += 1;
    return page.ports.observe(given);
  };
  const events = await run({ ...ports, observe }, [press('Save', heard)]);
  expect(heard).toEqual([expect.stringMatching(/^refused: You did not allow it/)]);
  expect([readings, page.done.length]).toEqual([0, 0]);
  expect(events.at(-1)).toEqual({ type: 'ended', outcome: 'done' });
});

test('asks before an action with consequences, whatever the agent calls it', async () => {
  const heard: string[] = [];
  const page = openPage('<button>Delete account</button>');
  const gate = { ...page.ports.gate, ask: () => Promise.resolve('deny' as const) };
  await run({ ...page.ports, gate }, [press('Delete account', heard)]);
  expect(heard).toEqual([expect.stringMatching(/^refused none: You did not allow it/)]);
  expect(page.done).toEqual([]);
});

test('reports an unreadable page to the agent and waits for its next request', async () => {
  const heard: string[] = [];
  const page = openPage('<button>Save</button>');
  let isBroken = true;
  const observe: Ports['observe'] = (given) => {
    if (!isBroken) return page.ports.observe(given);
    isBroken = false;
    return Promise.resolve({ ok: false, message: 'The page did not answer.', fix: 'reload' });
  };
  await run({ ...page.ports, observe }, [press('Save', heard), press('Save', heard)]);
  expect(heard[0]).toBe('refused: The page did not answer.');
  expect(heard[1]).toMatch(/^done/);
});

test('reports what the person did after taking over', async () => {
  const heard: string[] = [];
  const page = openPage('<button>Save</button>');
  let times = 0;
  const control: Ports['control'] = {
    waitUntilFree: () => Promise.resolve(times++ === 1 ? { userActions: [] } : null),
  };
  await run({ ...page.ports, control }, [press('Save', heard)]);
  expect(heard.join()).toContain('The person took over and handed back.');
});

test('reports with the next call what an action changed after its receipt', async () => {
  const heard: string[] = [];
  const page = openPage('<button>Save</button>');
  const late: Receipt = { verdict: 'changed', changes: [{ kind: 'appeared', text: 'In sync' }] };
  let reviews = 0;
  const review: Ports['review'] = () =>
    Promise.resolve(reviews++ === 0 ? [{ turnId: 'turn-1', receipt: late }] : []);
  const requests = [press('Save', heard), press('Save', heard), press('Save', heard)];
  await run({ ...page.ports, review }, requests);
  expect(heard[1]).toContain('“Saved” appeared and “In sync” appeared.');
  expect(heard.filter((each) => each.startsWith('Since you'))).toHaveLength(1);
});
