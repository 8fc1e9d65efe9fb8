import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import type { RunEvent } from '../../../src/core/navigator/run/run-event.ts';
import { describeEvents, sendRequest } from '../send-request.ts';
import type { Instruction } from './instructions.ts';

/** `unsaid`: the widget has the value, but the copilot didn't report it as done. */
export type Outcome = 'right' | 'wrong' | 'asked' | 'declined' | 'unsaid' | 'acted in vain';

export interface Result extends Instruction {
  outcome: Outcome;
  /** Whether it is what was wanted: the value, or a question or a refusal where nothing else would do. */
  good: boolean;
  /** What the copilot did and said last. */
  report: string;
  /** What the widget reported last; undefined if it was never used. */
  state: unknown;
}

/** Gives one instruction to the copilot in `panel`, on a new page of its widget. Never throws for what the copilot does. */
export async function tryInstruction(
  { page, panel, tabId, origin }: { page: Page; panel: Page; tabId: number; origin: string },
  instruction: Instruction,
): Promise<Result> {
  const { library, widget, say } = instruction;
  const query = new URLSearchParams({ library, widget });
  await page.goto(`${origin}widgets/?${query.toString()}`);
  await page.locator('#root section > *').first().waitFor({ state: 'attached' });
  const events = await sendRequest(panel, tabId, say);
  // Some widgets report only when they have stopped moving.
  await page
    .waitForFunction(isState, JSON.stringify(readWanted(instruction)), { timeout: SETTLE_MS })
    .catch(() => undefined);
  const { state, touched } = await page.evaluate(() => ({
    state: globalThis.widgetState,
    touched: globalThis.touchedNeighbours,
  }));
  const outcome = judge(instruction, events, state, touched);
  return { ...instruction, ...outcome, report: describeEvents(events), state };
}

/** How long a widget may take to report its value after the copilot has ended, ms. */
const SETTLE_MS = 1000;

function readWanted({ wanted }: Instruction): unknown {
  return typeof wanted === 'object' ? wanted.value : null;
}

function isState(wanted: string): boolean {
  return wanted === 'null' || JSON.stringify(globalThis.widgetState) === wanted;
}

function judge(
  { wanted }: Instruction,
  events: readonly RunEvent[],
  state: unknown,
  touched: readonly string[],
): { outcome: Outcome; good: boolean } {
  const ended = events.at(-1);
  const hasActed = events.some(({ type }) => type === 'acted');
  const isDone = ended?.type === 'ended' && ended.outcome === 'done' && hasActed;
  const isAsked = ended?.type === 'ended' && ended.outcome === 'asked';
  const isClean = touched.length === 0;
  if (typeof wanted === 'object') {
    const isSo = isClean && isDeepStrictEqual(state, wanted.value);
    if (isSo) return { outcome: isDone ? 'right' : 'unsaid', good: isDone };
  }
  if (isDone) return { outcome: 'wrong', good: false };
  if (isAsked) return { outcome: 'asked', good: wanted === 'ask' };
  const isUntouched = state === undefined && isClean;
  if (isUntouched) return { outcome: 'declined', good: typeof wanted === 'string' };
  return { outcome: 'acted in vain', good: false };
}
