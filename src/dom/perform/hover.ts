import type { PerformContext, Prepared, Refused } from './context.ts';
import { movePointer } from './pointer.ts';
import { checkTarget, findHit } from './preflight.ts';
import { nextTask } from './task.ts';

/** Rests the pointer on an element. Styles that hang on `:hover` alone cannot be reached by events. */
export async function prepareHover(
  target: Element,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
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
