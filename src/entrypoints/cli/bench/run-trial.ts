import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { App } from '../../../../scripts/launch.mjs';
import { launchWayscribe } from '../../../../scripts/launch.mjs';
import type {} from '../../../app/automation.ts';
import type { PageReading, Suite, SuiteTask } from '../../../core/evaluation/live/suite.ts';
import type { NavigatorReport, PageVerdict, Trial } from '../../../core/evaluation/live/trial.ts';
import { judgeTrial, writeAgentResponse } from '../../../core/evaluation/live/trial.ts';
import type { Skill } from '../../../core/navigator/skill/skill.ts';
import type { Navigator, Place } from './navigators.ts';
import { openPlace, readUsage } from './navigators.ts';

export interface TrialOrder {
  suite: Suite;
  task: SuiteTask;
  seed: number;
  /** Where the suite's pages are served; empty if it has none. */
  origin: string;
}

export interface TrialHost {
  navigator: Navigator;
  /** The built extension. */
  extension: string;
  isShown: boolean;
  /** The folder of the run; files of trials are written below it. */
  out: string;
}

/** A page may take so long to say that it is over after the navigator has ended, ms. */
const SETTLE_MS = 1000;
const POLL_MS = 100;

/** Runs a task in a browser of its own, so that no trial knows of another. Never rejects: `error` says what went wrong. */
export async function runTrial(order: TrialOrder, host: TrialHost): Promise<Trial> {
  const { suite, task, seed } = order;
  const empty: Trial = {
    ...{ suite: suite.name, task: task.id, seed, instruction: '', category: 'failed' },
    ...{ isClaimed: false, answer: '', reward: null, actions: 0, seconds: 0 },
    ...{ tokens: null, cost: null },
  };
  let app: App | null = null;
  try {
    app = await launchWayscribe({ dist: host.extension, headless: !host.isShown });
    return { ...empty, ...(await runInBrowser(app, order, host)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...empty, error: reason.split('\n')[0] ?? reason };
  } finally {
    await app?.close().catch(() => undefined);
  }
}

async function runInBrowser(
  app: App,
  { suite, task, seed, origin }: TrialOrder,
  { navigator, out }: TrialHost,
): Promise<Partial<Trial>> {
  const folder = path.join(out, suite.name, task.id, String(seed));
  const page = app.context.pages()[0] ?? (await app.context.newPage());
  const { tracing } = app.context;
  const isRecorded = suite.records === 'webarena';
  if (isRecorded) {
    await mkdir(folder, { recursive: true });
    await tracing.startHar(path.join(folder, 'network.har'));
  }
  // First, because the panel makes the page narrower, and the time of some tasks begins with them.
  const place = await openPlace(app, page);
  await page.goto(new URL(task.start, origin || undefined).href);
  if (suite.begin !== null) await page.evaluate(writeBeginning(suite.begin, seed));
  const instruction = await readInstruction(page, task.instruction);

  const limit = AbortSignal.timeout(suite.seconds * 1000);
  const begun = performance.now();
  const watch = watchPage(page, suite);
  const report = await navigator.run(place, instruction, limit).finally(watch.end);
  const seconds = (performance.now() - begun) / 1000;
  const verdict = task.skill ? await checkSkill(place, task.skill) : await watch.verdict;
  if (isRecorded) {
    await tracing.stopHar();
    await writeResponse(path.join(folder, 'agent_response.json'), report);
  }
  const usage = await readUsage(place.panel);
  return {
    ...{ instruction, seconds, category: judgeTrial(report, verdict) },
    ...{ isClaimed: report.ended === 'done', answer: report.answer, actions: report.actions },
    reward: verdict && verdict.reward,
    tokens: usage && { prompt: usage.promptTokens, completion: usage.completionTokens },
    cost: usage?.cost ?? null,
  };
}

/** Evaluated by DevTools, so that the page's content security policy doesn't matter. */
function writeBeginning(begin: string, seed: number): string {
  return `(() => { const seed = ${seed}; ${begin}\n})()`;
}

async function readInstruction(page: Page, given: string | PageReading): Promise<string> {
  if (typeof given === 'string') return given;
  const said = await readFromPage(page, given);
  const text = typeof said === 'string' ? said.replaceAll(/\s+/gu, ' ').trim() : '';
  if (text === '') throw new Error('The page doesn’t say what to do.');
  return text;
}

/**
 * Reads a page until it says that it is over, or a moment after `end` is called. The first time counts: a page may start
 * the next round by itself.
 */
function watchPage(page: Page, { done, reward }: Suite) {
  const ended = new AbortController();
  const read = async (): Promise<PageVerdict | null> => {
    // While the page navigates, it can't be read.
    const said = done && (await readFromPage(page, done).catch(() => null));
    if (!isTrue(said)) return null;
    const gained = reward ? await readFromPage(page, reward).catch(() => null) : 1;
    return { isOver: true, reward: Number(gained) || 0 };
  };
  const verdict = (async () => {
    let patience = SETTLE_MS / POLL_MS;
    while (patience > 0) {
      const said = await read();
      if (said) return said;
      if (ended.signal.aborted) patience -= 1;
      await pause(POLL_MS);
    }
    return { isOver: false, reward: 0 };
  })();
  return { end: () => ended.abort(), verdict: done ? verdict : Promise.resolve(null) };
}

function isTrue(said: unknown): boolean {
  return typeof said === 'string' ? !['', 'false', '0'].includes(said.trim()) : Boolean(said);
}

async function checkSkill({ panel, tabId }: Place, skill: Skill): Promise<PageVerdict> {
  const unmet = await panel.evaluate(listUnmet, [tabId, skill] as const);
  return { isOver: unmet.length === 0, reward: unmet.length === 0 ? 1 : 0 };
}

async function writeResponse(file: string, report: NavigatorReport): Promise<void> {
  await writeFile(file, `${JSON.stringify(writeAgentResponse(report), null, 2)}\n`);
}

async function readFromPage(page: Page, { global, ...place }: PageReading): Promise<unknown> {
  // As an expression, since `const` makes no member of `globalThis`.
  return global === undefined ? page.evaluate(readElement, place) : page.evaluate(global);
}

/** Runs in the page. */
function readElement({ selector, attribute }: Omit<PageReading, 'global'>): string | null {
  const element = selector === undefined ? null : document.querySelector(selector);
  if (!element) return null;
  return attribute === undefined ? element.textContent : element.getAttribute(attribute);
}

/** Runs in the panel. */
function listUnmet([tabId, skill]: readonly [number, Skill]): Promise<string[]> {
  if (!globalThis.wayscribe) throw new Error('The panel has no automation.');
  return globalThis.wayscribe.skills.check(skill, { tabId });
}
