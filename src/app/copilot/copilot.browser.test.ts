import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AgentInbox } from '../../core/navigator/run/agent-decider.ts';
import { fakeTab } from '../tab.fixture.ts';
import { createCopilot } from './copilot.ts';
import { openRunLog } from './journal.ts';

const gone = new AbortController();

beforeEach(() => {
  fakeTab();
  const { onCreated } = chrome.tabs;
  Object.assign(chrome.tabs, { onActivated: onCreated, onUpdated: onCreated });
});

afterEach(() => {
  gone.abort();
  vi.unstubAllGlobals();
});

/** An agent that asks for nothing until its run is stopped. */
const silent: AgentInbox = {
  next: (signal) =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped'))),
    ),
};

it('stops the run that an agent began, and not the one that a person began after it', async () => {
  const log = openRunLog();
  const copilot = createCopilot({
    ...{ log, signal: gone.signal, show: () => undefined, onRanking: () => undefined },
    endpoint: () => Promise.resolve({ state: 'none' }),
  });
  const work = { agent: 'Claude', pairing: 'p', task: 'Claude', inbox: silent };
  const ofAgent = copilot.serve(work, 7);
  if (!ofAgent) throw new Error('the tab was free');
  const ofPerson = copilot.send('wait 60 seconds', 7);
  await ofAgent;
  const outcomes: string[] = [];
  void ofPerson.then((events) => outcomes.push(JSON.stringify(events.at(-1))));

  copilot.stopRun(ofAgent);
  await vi.waitFor(() => {
    const begun = log.read().findIndex(({ type }, at) => type === 'began' && at > 0);
    expect(
      log
        .read()
        .slice(begun)
        .map(({ type }) => type),
    ).toContain('demonstrated');
  });
  expect(copilot.serve(work, 7)).toBeNull();
  expect(outcomes).toEqual([]);

  copilot.stopRun(ofPerson);
  expect((await ofPerson).at(-1)).toEqual({ type: 'ended', outcome: 'stopped' });
});
