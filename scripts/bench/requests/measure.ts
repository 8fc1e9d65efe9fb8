import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import type { RunEvent } from '../../../src/core/navigator/run/run-event.ts';
import { describeEvents, sendRequest } from '../send-request.ts';

/** What a page says of itself: all that a person can change on it. */
type PageState = Readonly<Record<string, unknown>>;

/** A request and what must come of it. The page is loaded again for each. Don’t reword a request because it fails: it would no longer be blind (docs/blind-trials.md). */
export interface Request {
  page: string;
  say: string;
  /** The state it must lead to, all else unchanged; `nothing` and `ask`: nothing may change. */
  wanted: PageState | 'nothing' | 'ask';
  /** Keys of the state that may change on the way. */
  free?: readonly string[];
  /** An expression whose value is the state, as `check`, of a page that has no `pageState()`. */
  check?: string;
  /** Time until such a page is ready, ms. */
  wait?: number;
}

/**
 * `unsaid`: the page is as wanted, but the copilot didn't say so. `vain`: something else changed, and the copilot didn't
 * say that it was done.
 */
export type Outcome = 'right' | 'wrong' | 'asked' | 'declined' | 'unsaid' | 'vain';

export interface Result {
  request: Request;
  outcome: Outcome;
  /** It asked about one element only, and “yes” led to what was wanted. */
  isNeedless: boolean;
  /** What the copilot did and said. */
  report: string;
  /** What differs from the state that was wanted. */
  difference: readonly string[];
}

declare global {
  var pageState: (() => PageState) | undefined;
}

interface Trial {
  page: Page;
  panel: Page;
  tabId: number;
  origin: string;
}

/** For a page without `pageState()`, ms. */
const READY_MS = 300;
/** How long a page may take to show what was done after the copilot has ended, ms. */
const SETTLE_MS = 1000;

/** Gives one request to the copilot in `panel`, on a fresh copy of its page. Never throws for what the copilot does. */
export async function tryRequest(trial: Trial, request: Request): Promise<Result> {
  const { page, panel, tabId, origin } = trial;
  await page.goto(`${origin}/${request.page}`);
  if (request.check === undefined)
    await page.waitForFunction(() => globalThis.pageState !== undefined);
  else await page.waitForTimeout(request.wait ?? READY_MS);
  await forget(panel);
  const before = await readState(page, request);
  const events = await sendRequest(panel, tabId, request.say);
  const after = await settle(page, request, before);
  const outcome = judge(request, events, before, after);
  const report = describeEvents(events);
  const difference = compare(after, expect(request, before), request.free);
  const isOne = readOptions(events).length === 1 && typeof request.wanted === 'object';
  if (outcome !== 'asked' || !isOne)
    return { request, outcome, isNeedless: false, report, difference };
  const answered = await sendRequest(panel, tabId, 'yes');
  const then = await settle(page, request, before);
  const isNeedless = judge(request, answered, before, then) === 'right';
  return { request, outcome, isNeedless, report, difference };
}

/** Requests mustn't be taken for answers or follow-ups. */
async function forget(panel: Page): Promise<void> {
  const clear = panel.getByRole('button', { name: 'Clear conversation' });
  if (!(await clear.isVisible())) return;
  // The panel starts afresh.
  await Promise.all([panel.waitForEvent('load'), clear.click()]);
  await panel.waitForFunction(() => 'wayscribe' in globalThis);
}

async function readState(page: Page, { check }: Request): Promise<PageState> {
  if (check === undefined) return page.evaluate(() => globalThis.pageState?.() ?? {});
  // Another page may have been opened, on which the check fails.
  return { check: await page.evaluate(check).catch(() => null) };
}

/** Returns the state once it is as wanted, or after a moment. */
async function settle(page: Page, request: Request, before: PageState): Promise<PageState> {
  const wanted = expect(request, before);
  const until = Date.now() + SETTLE_MS;
  for (;;) {
    const now = await readState(page, request);
    if (Date.now() >= until || compare(now, wanted, request.free).length === 0) return now;
    await page.waitForTimeout(50);
  }
}

function expect({ wanted }: Request, before: PageState): PageState {
  return typeof wanted === 'object' ? { ...before, ...wanted } : before;
}

/** The keys that differ, apart from those that may. */
function compare(one: PageState, other: PageState, free: readonly string[] = []): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => !free.includes(key) && !isDeepStrictEqual(one[key], other[key]));
}

function judge(
  request: Request,
  events: readonly RunEvent[],
  before: PageState,
  after: PageState,
): Outcome {
  const ended = events.at(-1);
  const said = ended?.type === 'ended' ? ended.outcome : null;
  const isDone = said === 'done' && events.some(({ type }) => type === 'acted');
  const isPossible = typeof request.wanted === 'object';
  const isSo = isPossible && compare(after, expect(request, before), request.free).length === 0;
  if (isSo) return isDone ? 'right' : 'unsaid';
  if (isDone) return 'wrong';
  if (said === 'asked') return 'asked';
  return compare(after, before, request.free).length === 0 ? 'declined' : 'vain';
}

function readOptions(events: readonly RunEvent[]): readonly { label: string }[] {
  const asked = events.findLast(({ type }) => type === 'asked');
  return asked?.type === 'asked' ? asked.options : [];
}
