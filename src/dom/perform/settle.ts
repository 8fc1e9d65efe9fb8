import type { PerformContext } from './context.ts';
import type { PageActivity } from './page-activity.ts';
import { wait } from './task.ts';

/** No change for so long, after some, is quiet. */
const QUIET_MS = 300;
/** With the outcome known and nothing in the page moving (a value typed), there is no more to come soon. */
const CALM_MS = 150;
/**
 * With nothing to show yet, a slow answer may be on its way, and requests in flight cannot be seen
 * from here. Saying “nothing changed” too early would invite doing it twice.
 */
const PATIENCE_MS = 1000;
/** Never longer than this, whatever still moves. */
const CAP_MS = 3000;
const POLL_MS = 50;

/**
 * Waits until the page has come to rest after an action. `isChanged` tells whether there is evidence
 * by now; it is asked only when quiet, and may be costly.
 */
export async function settle(
  activity: PageActivity,
  isChanged: () => boolean,
  ctx: Pick<PerformContext, 'now' | 'signal'>,
): Promise<void> {
  const start = ctx.now();
  for (;;) {
    const now = ctx.now();
    if (now - start >= CAP_MS || activity.leaving()?.gone) return;
    const lastAt = activity.lastAt();
    const quietFor = now - Math.max(start, lastAt ?? start);
    const rested = quietFor >= (lastAt === null ? CALM_MS : QUIET_MS);
    if (rested && !activity.leaving()) {
      if (now - start >= PATIENCE_MS && quietFor >= QUIET_MS) return;
      if (isChanged()) return;
    }
    await wait(POLL_MS, ctx.signal);
  }
}
