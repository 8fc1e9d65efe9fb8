import type { PageAction } from '../../core/action/action.ts';
import type { Performed, Receipt } from '../../core/action/receipt.ts';
import { prepareChange } from './change.ts';
import { prepareClick } from './click.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { prepareHover } from './hover.ts';
import { locate } from './locate.ts';
import type { PageActivity } from './page-activity.ts';
import { watchActivity } from './page-activity.ts';
import { preparePress } from './press.ts';
import { findRealInputOnly } from './real-input.ts';
import type { Watch } from './receipt.ts';
import { startWatch } from './receipt.ts';
import { prepareScroll } from './scroll.ts';
import { checkDeed } from './same-deed.ts';
import { settle } from './settle.ts';
import { prepareSubmit } from './submit.ts';
import { wait } from './task.ts';
import { prepareTextInput } from './text-input.ts';

/**
 * Performs one action in this document: finds its target, checks that a person could do it here and
 * now, does it, waits for the page to come to rest, and says what has changed.
 */
export async function performAction(action: PageAction, ctx: PerformContext): Promise<Performed> {
  const activity = watchActivity(ctx);
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
): Promise<Performed> {
  ctx.signal.throwIfAborted();
  let ready = await findReady(action, ctx);
  if (!ready.ok) return ready;
  await ctx.beforeAct?.(ready.target);
  ctx.signal.throwIfAborted();
  // Keeping the turn takes a moment.
  if (ready.target?.isConnected === false) ready = await findReady(action, ctx);
  if (!ready.ok) return ready;
  const { prepared, target, told, again } = ready;
  // Looking at it and keeping the turn have taken their time; what was judged is what must be done.
  const other = checkDeed(action, target, told);
  if (other) return other;
  activity.begin();
  const watch = startWatch(action.intent, prepared, activity, told);
  run.watch = watch;
  const refused = await prepared.act();
  if (refused) return refused;
  activity.endEvents();
  const first = await see(watch, prepared, activity, told);
  const second = await tryAgain(first, watch, prepared, activity, told);
  const receipt = second ?? first;
  if (ctx.keepWatch) {
    const { subject } = prepared;
    const { isHeld, finish: read } = watch;
    const at = activity.lastAt();
    const hasMoved = (): boolean => activity.lastAt() !== at;
    ctx.keepWatch({ subject, isHeld, receipt, hasMoved, read, end: () => activity.stop() });
    run.isKept = true;
  }
  const real = hasFailed(receipt) ? findRealInputOnly(action.intent, target, told) : null;
  return {
    ok: true,
    receipt: {
      ...receipt,
      ...(again && { foundAgain: true }),
      ...(real && { handOver: real }),
    },
  };
}

interface Ready {
  ok: true;
  prepared: Prepared;
  target: Element | null;
  told: PerformContext;
  again: boolean;
}

/** How often a page may draw the target anew while it is being looked at. */
const REDRAWN = 5;

/** Finds what is meant and checks that it can be done; afresh where the page drew it anew meanwhile. */
async function findReady(action: PageAction, ctx: PerformContext): Promise<Ready | Refused> {
  for (let left = REDRAWN; ; left -= 1) {
    const located = action.uid === null ? null : locate(action.uid, ctx);
    if (located?.ok === false) return located;
    const target = located?.element ?? null;
    const again = located?.again === true;
    const told = again && target ? tellAs(target, action, ctx) : ctx;
    const prepared = await prepare(action, target, told);
    ctx.signal.throwIfAborted();
    if (target?.isConnected === false && left > 0) continue;
    return prepared.ok ? { ok: true, prepared, target, told, again } : prepared;
  }
}

/** Waits for the page to come to rest, and says what has changed since the watch began. */
async function see(
  watch: Watch,
  { hasCome }: Prepared,
  activity: PageActivity,
  ctx: PerformContext,
): Promise<Receipt> {
  const { isChanged } = watch;
  await settle(activity, { isChanged, hasCome: () => hasCome?.() ?? true }, ctx);
  return watch.finish();
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

/** What was drawn anew goes by the name that the one before it had. */
function tellAs(found: Element, { uid }: PageAction, ctx: PerformContext): PerformContext {
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
  if (action.intent === 'scroll') return prepareScroll(target, action, ctx);
  if (action.intent === 'press') return preparePress(target, action.key, ctx);
  if (!target) return refuse('gone', 'The page has changed: this element is gone.');
  switch (action.intent) {
    case 'click':
      return prepareClick(target, ctx);
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
