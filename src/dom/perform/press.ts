import { activeElementOf } from './composed-tree.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { focusableFrom, moveFocus } from './focus.ts';
import { doKeyDown, doKeyUp } from './key-default.ts';
import { readKey, sendKeyDown, sendKeyUp } from './key-event.ts';
import { checkTarget } from './preflight.ts';
import { nextTask } from './task.ts';

/**
 * Presses a key on an element, or where the focus is. Keys sent by a program do nothing by
 * themselves: what the browser would do when the page does not prevent it is done here.
 */
export async function preparePress(
  target: Element | null,
  name: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const key = readKey(name);
  if (key.key === '') return refuse('unsupported', 'No key was named.');
  if (target) {
    const hit = await checkTarget(target, 'layers', ctx);
    if (!hit.ok) return hit;
  }
  return {
    ok: true,
    subject: target,
    async act() {
      const focusable = target && focusableFrom(target);
      if (focusable) moveFocus(focusable, ctx);
      await nextTask(ctx.signal);
      const pressed = keyTarget(ctx);
      const allowed = sendKeyDown(pressed, key);
      if (allowed) doKeyDown(pressed, key, ctx);
      await nextTask(ctx.signal);
      // The release goes to where the focus is by then, as a real one does.
      const released = keyTarget(ctx);
      const letGo = sendKeyUp(released, key);
      if (allowed && letGo && released === pressed) doKeyUp(pressed, key);
      return null;
    },
  };
}

function keyTarget(ctx: PerformContext): Element {
  return activeElementOf(ctx) ?? ctx.document.body;
}
