import type { PageAction } from '../../core/action/action.ts';
import { targetOf } from '../../core/action/action.ts';
import type { ToolAnswer } from '../../core/action/page-tool.ts';
import type { PerformResult, Receipt } from '../../core/action/receipt.ts';
import { prepareChange } from './change.ts';
import { doubleClick, prepareClick, preparePointing, rightClick } from './click.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { prepareDrag } from './drag.ts';
import { PageActivity } from './effects/page-activity.ts';
import { Watch } from './effects/receipt.ts';
import { movePointer } from './input/pointer.ts';
import { prepareTextInput } from './input/text-input.ts';
import { prepareToolCall } from './page-tools.ts';
import { preparePress, prepareSubmit } from './press.ts';
import { prepareScroll } from './scroll.ts';
import { locate } from './target/locate.ts';
import { checkTarget, findHit } from './target/preflight.ts';
import { checkAnnouncedEffect } from './target/same-effect.ts';
import { nextTask, wait } from './task.ts';
import { closestComposed, getParentOrHost } from '../composed-tree.ts';
import { listSheets, walkStyleRules } from '../snapshot/style-rules.ts';

/**
 * Performs one action in this document: finds its target, checks that a person could do it here and
 * now, does it, waits for the page to come to rest, and says what has changed.
 */
export async function performAction(
  action: PageAction,
  ctx: PerformContext,
): Promise<PerformResult> {
  const activity = new PageActivity(ctx);
  const run: Run = { watch: null, isKept: false };
  try {
    return await perform(action, activity, run, ctx);
  } catch (error) {
    // Whatever was being waited for ends with the signal's reason; anything else is a bug.
    if (!ctx.signal.aborted) throw error;
    return reportStop(run);
  } finally {
    if (!run.isKept) activity.stop();
  }
}

interface Run {
  /** Null until the first event is about to be sent. */
  watch: Watch | null;
  /** The page is watched on, by another. */
  isKept: boolean;
}

async function perform(
  action: PageAction,
  activity: PageActivity,
  run: Run,
  ctx: PerformContext,
): Promise<PerformResult> {
  ctx.signal.throwIfAborted();
  let ready = await findReady(action, ctx);
  if (!ready.ok) return ready;
  await ctx.beforeAct?.(ready.target);
  ctx.signal.throwIfAborted();
  // Keeping the turn takes a moment.
  if (ready.target?.isConnected === false) ready = await findReady(action, ctx);
  if (!ready.ok) return ready;
  const { prepared, target, reported, again } = ready;
  // Looking at it and keeping the turn have taken their time; what was judged is what must be done.
  const other = checkAnnouncedEffect(action, target, reported);
  if (other) return other;
  activity.begin();
  const watch = new Watch(action.intent, prepared, activity, reported);
  run.watch = watch;
  const refused = await prepared.act();
  if (refused) return refused;
  activity.endEvents();
  ctx.afterAct?.(target);
  const first = await see(watch, prepared, activity, reported);
  const second = await tryAgain(first, watch, prepared, activity, reported);
  const answer = prepared.answer?.() ?? null;
  const receipt = addAnswer(second ?? first, answer);
  if (ctx.keepWatch) {
    const { subject } = prepared;
    const at = activity.lastAt();
    ctx.keepWatch({
      subject,
      receipt,
      isHeld: () => watch.isHeld(),
      hasMoved: () => activity.lastAt() !== at,
      read: () => addAnswer(watch.finish(), answer),
      end: () => activity.stop(),
    });
    run.isKept = true;
  }
  const real = hasFailed(receipt) ? findRealInputOnly(action.intent, target, reported) : null;
  return {
    ok: true,
    receipt: {
      ...receipt,
      ...(again && { foundAgain: true }),
      ...(real && { handOver: real }),
    },
  };
}

function addAnswer(receipt: Receipt, answer: ToolAnswer | null): Receipt {
  return answer ? { ...receipt, tool: answer } : receipt;
}

interface Ready {
  ok: true;
  prepared: Prepared;
  target: Element | null;
  reported: PerformContext;
  again: boolean;
}

/** How often a page may redraw the target while it is being found. */
const REDRAWN = 5;

/** Finds the target and checks that the action is possible; again if the page redrew it meanwhile. */
async function findReady(action: PageAction, ctx: PerformContext): Promise<Ready | Refused> {
  for (let left = REDRAWN; ; left -= 1) {
    const uid = targetOf(action);
    const located = uid === null ? null : locate(uid, ctx);
    if (located?.ok === false) return located;
    const target = located?.element ?? null;
    const again = located?.again === true;
    const reported = again && target ? relabelFor(target, action, ctx) : ctx;
    const prepared = await prepare(action, target, reported);
    ctx.signal.throwIfAborted();
    if (target?.isConnected === false && left > 0) continue;
    return prepared.ok ? { ok: true, prepared, target, reported, again } : prepared;
  }
}

/** Waits for the page to come to rest, and says what has changed since the watch began. */
async function see(
  watch: Watch,
  { hasCome }: Prepared,
  activity: PageActivity,
  ctx: PerformContext,
): Promise<Receipt> {
  const isStill = await settle(
    activity,
    {
      isChanged: () => watch.isChanged(),
      hasCome: () => hasCome?.() ?? true,
      readTexts: () => void watch.readTexts(),
      isAnswered: () => watch.isAnswered(),
    },
    ctx,
  );
  return watch.finish(isStill);
}

function hasFailed({ verdict, asAsked }: Receipt): boolean {
  return verdict === 'unchanged' && asAsked !== true;
}

/** An answer of the page's may still be on its way after what is usually waited. */
const DOUBT_MS = 1000;

/** Where the first try verifiably did nothing, once in another way; null when there is no such case or way. */
async function tryAgain(
  first: Receipt,
  watch: Watch,
  prepared: Prepared,
  activity: PageActivity,
  ctx: PerformContext,
): Promise<Receipt | null> {
  const isUntouched = (): boolean => activity.lastAt() === null && !activity.isTaken();
  const way = hasFailed(first) ? prepared.another?.() : null;
  if (!way) return null;
  if (!way.isHarmless) {
    if (!isUntouched()) return null;
    await wait(DOUBT_MS, ctx.signal);
    if (!isUntouched() || !hasFailed(watch.finish())) return see(watch, prepared, activity, ctx);
    // What it has sent may be just what was asked.
    if (await ctx.isAwaiting?.()) return null;
  }
  const refused = await way.act();
  if (refused) return null;
  return { ...(await see(watch, prepared, activity, ctx)), second: way.how };
}

/** A redrawn element goes by the uid of the one before it. */
function relabelFor(found: Element, action: PageAction, ctx: PerformContext): PerformContext {
  const uid = targetOf(action);
  return {
    ...ctx,
    uidOf: (element) => (element === found && uid !== null ? uid : ctx.uidOf(element)),
  };
}

async function prepare(
  action: PageAction,
  target: Element | null,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  if (action.intent === 'callTool') return prepareToolCall(action, ctx);
  if (action.intent === 'scroll') return prepareScroll(target, action, ctx);
  if (action.intent === 'press') return preparePress(target, action.key, ctx);
  if (!target) return refuse('gone', 'The page has changed: this element is gone.');
  switch (action.intent) {
    case 'click':
      return prepareClick(target, ctx);
    case 'doubleClick':
      return preparePointing(target, doubleClick, ctx);
    case 'rightClick':
      return preparePointing(target, rightClick, ctx);
    case 'drag':
      return prepareDrag(target, action, ctx);
    case 'hover':
      return prepareHover(target, ctx);
    case 'textInput':
      return prepareTextInput(target, action.text, ctx);
    case 'change':
      return prepareChange(target, action.value, ctx);
    case 'submit':
      return prepareSubmit(target, ctx);
  }
}

function reportStop(run: Run): Refused {
  if (!run.watch) return refuse('stopped', 'Stopped before anything was done.');
  const receipt = run.watch.finish();
  return { ...refuse('stopped', 'Stopped while it was being done.'), receipt };
}

/** Rests the pointer on an element. Styles that hang on `:hover` alone cannot be reached by events. */
async function prepareHover(target: Element, ctx: PerformContext): Promise<Prepared | Refused> {
  const first = await checkTarget(target, 'strict', ctx);
  if (!first.ok) return first;
  return {
    ok: true,
    subject: target,
    async act() {
      const hit = findHit(target, 'strict', ctx);
      if (!hit.ok) return hit;
      movePointer(hit.element, hit.point, ctx);
      await nextTask(ctx.signal);
      return null;
    },
  };
}

/** No change for so long, after some, is quiet. */
const QUIET_MS = 300;
/** With the outcome known and nothing in the page moving (a value typed), there is no more to come soon. */
const CALM_MS = 150;
/**
 * With nothing to show yet, a slow answer may be on its way, and requests in flight cannot be seen
 * from here (the panel sees them, and looks again: `app/aftermath`). Saying “nothing changed” too early
 * would invite doing it twice.
 */
const PATIENCE_MS = 1000;
/** For a list that has opened and is still empty: fetched ones come some time after the last key. */
const OFFER_MS = 2000;
/** Never longer than this, whatever still moves. */
const CAP_MS = 3000;
const POLL_MS = 50;
/** An answer that comes with the events, or with what they have queued, is there after this. */
const AT_ONCE_MS = 50;
/**
 * With such an answer, and without a request or an animation, the page is still after this: a frame has been drawn, and
 * the next has begun.
 */
const STILL_MS = 30;

export interface Outcome {
  isChanged(): boolean;
  /** Whether what is known to be on its way has come. */
  hasCome(): boolean;
  /** Takes some milliseconds on a large page, once for each of its versions. */
  readTexts(): void;
  /** Whether the page shows an answer, and no sign that more is to come. */
  isAnswered(): boolean;
}

/** Returns true if nothing has changed since the texts were read. */
async function settle(
  activity: PageActivity,
  outcome: Outcome,
  ctx: Pick<PerformContext, 'now' | 'signal' | 'settlesEarly'>,
): Promise<boolean> {
  const start = ctx.now();
  const early = ctx.settlesEarly && (await settleEarly(activity, outcome, start, ctx));
  if (early) return true;
  for (;;) {
    const now = ctx.now();
    if (now - start >= CAP_MS || activity.leaving?.gone) return false;
    const lastAt = activity.lastAt();
    const quietFor = now - Math.max(start, lastAt ?? start);
    const rested = quietFor >= (lastAt === null ? CALM_MS : QUIET_MS);
    const waits = now - start < OFFER_MS && !outcome.hasCome();
    if (rested && !waits && !activity.leaving) {
      if (now - start >= PATIENCE_MS && quietFor >= QUIET_MS) return false;
      if (outcome.isChanged()) return false;
    }
    await wait(POLL_MS, ctx.signal);
  }
}

/**
 * Resolves to true once the page has answered at once and is still; to false as soon as that is not so. Timers of the
 * page can't be seen, nor can requests without an answer: what they change later is left to the next review.
 */
async function settleEarly(
  activity: PageActivity,
  outcome: Outcome,
  start: number,
  ctx: Pick<PerformContext, 'now' | 'signal'>,
): Promise<boolean> {
  for (;;) {
    const now = ctx.now();
    const lastAt = activity.lastAt();
    const isLate = lastAt === null ? now - start >= AT_ONCE_MS : lastAt - start >= AT_ONCE_MS;
    if (isLate || activity.hasRequested || activity.leaving) return false;
    const stillFor = lastAt === null ? 0 : now - Math.max(start, lastAt);
    if (lastAt !== null && stillFor >= STILL_MS) {
      return outcome.hasCome() && !activity.isAnimated() && outcome.isAnswered();
    }
    // The time is used: a later change makes them be read again.
    if (lastAt !== null) outcome.readTexts();
    const left = STILL_MS - stillFor - (ctx.now() - now);
    if (left > 0) await wait(left, ctx.signal);
    else await nextTask(ctx.signal);
  }
}

/** Signs that a page takes only what a real mouse or keyboard does. ReportedState only where nothing came of acting. */

/** What the user would have to do themselves; null without a sign of it. */
function findRealInputOnly(
  intent: PageAction['intent'],
  target: Element | null,
  ctx: PerformContext,
): 'mouse' | 'keyboard' | null {
  if (!target || intent === 'scroll' || intent === 'submit') return null;
  if (intent === 'hover') return hasHoverStyle(target, ctx) ? 'mouse' : null;
  const isWritten = intent === 'textInput' || intent === 'press';
  const checks =
    closestComposed(target, 'canvas') !== null ||
    target.querySelector('canvas') !== null ||
    asksForTrust(target, ctx);
  return checks ? (isWritten ? 'keyboard' : 'mouse') : null;
}

/** Code that stands in the page itself; what is loaded from elsewhere cannot be read. */
function asksForTrust(target: Element, ctx: PerformContext): boolean {
  for (let at: Element | null = target; at; at = getParentOrHost(at)) {
    const handlers = at.getAttributeNames().filter((name) => name.startsWith('on'));
    if (handlers.some((name) => at.getAttribute(name)?.includes('isTrusted'))) return true;
  }
  const scripts = ctx.document.querySelectorAll('script:not([src])');
  return [...scripts].some((script) => script.textContent.includes('isTrusted'));
}

/** Whether a style shows something only while a real pointer rests here. */
function hasHoverStyle(target: Element, ctx: PerformContext): boolean {
  return listSheets(ctx.document).some((sheet) => {
    try {
      const rules = [...walkStyleRules(sheet.cssRules)];
      return rules.some((rule) => rule && showsOnHover(rule, target));
    } catch {
      // Sheets of other origins cannot be read.
      return false;
    }
  });
}

const SHOWING = [
  'display',
  'visibility',
  'opacity',
  'max-height',
  'height',
  'transform',
  'clip-path',
];

function showsOnHover(rule: CSSStyleRule, target: Element): boolean {
  if (!rule.selectorText.includes(':hover')) return false;
  if (!SHOWING.some((name) => rule.style.getPropertyValue(name) !== '')) return false;
  return rule.selectorText.split(',').some((selector) => {
    const [over = '', shown = ''] = selector.split(/:hover/u);
    // `.menu:hover > ul` shows something else; `.menu:hover` only changes itself.
    if (over.trim() === '' || shown.trim() === '') return false;
    return (
      CSS.supports(`selector(${over.trim()})`) && closestComposed(target, over.trim()) !== null
    );
  });
}
