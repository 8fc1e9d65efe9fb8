import type { PageAction } from '../../core/action/action.ts';
import type { Performed } from '../../core/action/receipt.ts';
import { prepareChange } from './change.ts';
import { prepareClick } from './click.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { prepareHover } from './hover.ts';
import type { PageActivity } from './page-activity.ts';
import { watchActivity } from './page-activity.ts';
import { preparePress } from './press.ts';
import type { Watch } from './receipt.ts';
import { startWatch } from './receipt.ts';
import { prepareScroll } from './scroll.ts';
import { settle } from './settle.ts';
import { prepareSubmit } from './submit.ts';
import { prepareTextInput } from './text-input.ts';

/**
 * Performs one action in this document: finds its target, checks that a person could do it here and
 * now, does it, waits for the page to come to rest, and says what has changed.
 */
export async function performAction(action: PageAction, ctx: PerformContext): Promise<Performed> {
  const activity = watchActivity(ctx);
  const run: Run = { watch: null };
  try {
    return await perform(action, activity, run, ctx);
  } catch (error) {
    // Whatever was being waited for ends with the signal's reason; anything else is a bug.
    if (!ctx.signal.aborted) throw error;
    return reportStop(run);
  } finally {
    activity.stop();
  }
}

interface Run {
  /** Null until the first event is about to be sent. */
  watch: Watch | null;
}

async function perform(
  action: PageAction,
  activity: PageActivity,
  run: Run,
  ctx: PerformContext,
): Promise<Performed> {
  ctx.signal.throwIfAborted();
  const prepared = await prepare(action, ctx);
  if (!prepared.ok) return prepared;
  await ctx.beforeAct?.();
  ctx.signal.throwIfAborted();
  activity.begin();
  const watch = startWatch(action.intent, prepared, activity, ctx);
  run.watch = watch;
  const refused = await prepared.act();
  if (refused) return refused;
  activity.endEvents();
  // A control that holds what was asked is all the evidence there can be, also when it did before.
  await settle(
    activity,
    {
      isChanged: () => prepared.holds?.() === true || watch.isChanged(),
      hasCome: () => prepared.hasCome?.() ?? true,
    },
    ctx,
  );
  const receipt = watch.finish();
  const held = prepared.holds?.();
  return { ok: true, receipt: held === undefined ? receipt : { ...receipt, asAsked: held } };
}

async function prepare(action: PageAction, ctx: PerformContext): Promise<Prepared | Refused> {
  const target = action.uid === null ? null : ctx.resolve(action.uid);
  if (action.uid !== null && !target?.isConnected) {
    return refuse('gone', 'The page has changed: this element is gone.');
  }
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
