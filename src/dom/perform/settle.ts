import type { PerformContext } from './context.ts';
import type { PageActivity } from './page-activity.ts';
import { wait } from './task.ts';

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

export interface Outcome {
  /** Whether there is evidence by now; asked only when quiet, and may be costly. */
  isChanged(): boolean;
  /** Whether what is known to be on its way has come. */
  hasCome(): boolean;
}

/** Waits until the page has come to rest after an action. */
export async function settle(
  activity: PageActivity,
  outcome: Outcome,
  ctx: Pick<PerformContext, 'now' | 'signal'>,
): Promise<void> {
  const start = ctx.now();
  for (;;) {
    const now = ctx.now();
    if (now - start >= CAP_MS || activity.leaving()?.gone) return;
    const lastAt = activity.lastAt();
    const quietFor = now - Math.max(start, lastAt ?? start);
    const rested = quietFor >= (lastAt === null ? CALM_MS : QUIET_MS);
    const waits = now - start < OFFER_MS && !outcome.hasCome();
    if (rested && !waits && !activity.leaving()) {
      if (now - start >= PATIENCE_MS && quietFor >= QUIET_MS) return;
      if (outcome.isChanged()) return;
    }
    await wait(POLL_MS, ctx.signal);
  }
}
