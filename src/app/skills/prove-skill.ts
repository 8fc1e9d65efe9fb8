import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { Proof, Skill, SlotValues } from '../../core/navigator/skill/skill.ts';
import { listActiveSteps } from '../../core/navigator/skill/skill.ts';
import { createCopilot } from '../copilot/copilot.ts';
import { openRunLog } from '../copilot/journal.ts';
import { untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';

interface ProveOptions {
  values: SlotValues;
  runs: number;
  signal: AbortSignal;
  /** How many runs are over. */
  onProgress?: (done: number) => void;
}

/** A page that takes longer is read as it is. */
const LOAD_MS = 15_000;

/**
 * Runs a skill several times, each in a fresh tab, up to the first step that can't be taken back or needs the person's
 * approval. Aborting ends the run; the runs before it count.
 */
export async function proveSkill(
  skill: Skill,
  { values, runs, signal, onProgress = () => undefined }: ProveOptions,
): Promise<Proof> {
  const differed = new Set<string>();
  let until: string | null = null;
  let [passed, done] = [0, 0];
  const isOver = (): boolean => done >= runs || signal.aborted;
  while (!isOver()) {
    const events = await runOnce(skill, values, signal);
    if (isOver()) break;
    done += 1;
    const outcome = judgeRun(events, skill);
    if (outcome.passed) passed += 1;
    until = outcome.until ?? until;
    outcome.differed.forEach((text) => differed.add(text));
    onProgress(done);
  }
  return { at: Date.now(), runs: done, passed, until, differed: [...differed] };
}

async function runOnce(
  skill: Skill,
  values: SlotValues,
  signal: AbortSignal,
): Promise<readonly RunEvent[]> {
  const closing = new AbortController();
  const tab = await chrome.tabs.create({ url: skill.start, active: true });
  const tabId = tab.id ?? -1;
  try {
    await waitUntilLoaded(tabId, signal);
    const copilot = createCopilot({
      log: openRunLog(),
      endpoint: () => Promise.resolve({ state: 'none' }),
      onRanking: () => undefined,
      signal: AbortSignal.any([signal, closing.signal]),
    });
    return await copilot.runSkill({ skill, values, isTrial: true }, tabId, { approvals: 'deny' });
  } finally {
    closing.abort();
    await chrome.tabs.remove(tabId).catch(() => undefined);
  }
}

async function waitUntilLoaded(tabId: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const onUpdated = (id: number, { status }: { status?: string }): void => {
    if (id === tabId && status === 'complete') resolve(null);
  };
  chrome.tabs.onUpdated.addListener(onUpdated);
  try {
    const tab = await chrome.tabs.get(tabId);
    if (tab.status === 'complete' && tab.url !== 'about:blank') return;
    await withTimeout(untilAborted(promise, signal), LOAD_MS).catch(() => undefined);
  } finally {
    chrome.tabs.onUpdated.removeListener(onUpdated);
  }
}

/** `until`: the step before which the run stopped on purpose. */
function judgeRun(
  events: readonly RunEvent[],
  skill: Skill,
): { passed: boolean; until: string | null; differed: string[] } {
  const steps = listActiveSteps(skill);
  const isDone = events.some((event) => event.type === 'ended' && event.outcome === 'done');
  const stuck = events.find((event) => event.type === 'stuck');
  const mended = events.flatMap((event) => (event.type === 'mended' ? [event.text] : []));
  if (isDone) {
    const last = steps.find(({ final }) => final);
    return { passed: true, until: last?.id ?? null, differed: mended };
  }
  const isAsked = events.some((event) => event.type === 'approval');
  if (isAsked && stuck?.type === 'stuck')
    return { passed: true, until: steps[stuck.from]?.id ?? null, differed: mended };
  return { passed: false, until: null, differed: [...mended, ...listReasons(events)] };
}

function listReasons(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'stuck') return [event.text];
    return event.type === 'failed' ? [event.message] : [];
  });
}
