import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { moveFocus } from './input/focus.ts';
import { pressKey } from './input/key-event.ts';
import { nameElement } from './target/element-name.ts';
import { locate } from './target/locate.ts';
import { checkTarget, refuseDisabled } from './target/preflight.ts';
import { nextTask } from './task.ts';

/**
 * Sliders and spin buttons that the page draws itself. They have no value to set: the arrow keys move them until
 * `aria-valuenow` is as asked (ARIA Authoring Practices, Slider and Spinbutton patterns).
 */

/** More presses are hardly meant; a slider of 1,000 steps is brought near its value by its larger steps. */
const MOST_PRESSES = 250;
/** From here on larger steps are tried first. */
const FAR = 20;
const LARGE = { 1: 'PageUp', [-1]: 'PageDown' } as const;
const SMALL = { 1: 'ArrowUp', [-1]: 'ArrowDown' } as const;
const EDGE = { 1: 'End', [-1]: 'Home' } as const;

export function isDial(element: Element): element is HTMLElement {
  const isDrawn = element instanceof HTMLElement && !(element instanceof HTMLInputElement);
  return isDrawn && /^(?:slider|spinbutton)$/u.test(element.getAttribute('role') ?? '');
}

export async function prepareDial(
  dial: HTMLElement,
  text: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const wanted = Number(text.replace(',', '.'));
  const name = nameElement(dial);
  if (text.trim() === '' || !Number.isFinite(wanted))
    return refuse('invalid', `${name} takes a number, not “${text}”.`);
  const [least, most] = [readNumber(dial, 'aria-valuemin'), readNumber(dial, 'aria-valuemax')];
  if ((least !== null && wanted < least) || (most !== null && wanted > most))
    return refuse(
      'invalid',
      `${name} goes from ${least ?? '…'} to ${most ?? '…'}, so ${wanted} is outside.`,
    );
  if (dial.getAttribute('aria-disabled') === 'true') return refuseDisabled(dial);
  const hit = await checkTarget(dial, 'layers', ctx);
  if (!hit.ok) return hit;
  return {
    ok: true,
    subject: dial,
    act: () => turn(dial, wanted, ctx),
    holds: (control) => readNumber(control, 'aria-valuenow') === wanted,
    shows: (control) =>
      control.getAttribute('aria-valuetext') ?? control.getAttribute('aria-valuenow') ?? '',
  };
}

async function turn(first: HTMLElement, wanted: number, ctx: PerformContext): Promise<null> {
  const uid = ctx.uidOf(first);
  let dial = first;
  moveFocus(dial, ctx);
  await nextTask(ctx.signal);
  const useless = new Set<string>();
  for (let left = MOST_PRESSES; left > 0; left -= 1) {
    const before = measureDistance(dial, wanted);
    const key = listKeys(dial, before, wanted).find((name) => !useless.has(name));
    if (before === 0 || key === undefined) break;
    pressKey(dial, key);
    // The page may draw its new value only in its next task.
    await nextTask(ctx.signal);
    if (!dial.isConnected) {
      const redrawn = locate(uid, ctx);
      if (!redrawn.ok || !isDial(redrawn.element)) break;
      dial = redrawn.element;
      moveFocus(dial, ctx);
    }
    // It does nothing, went too far, or began again at the other end.
    if (Math.abs(measureDistance(dial, wanted)) >= Math.abs(before)) useless.add(key);
  }
  return null;
}

/** How much is missing; Infinity while the control has no value. */
function measureDistance(dial: HTMLElement, wanted: number): number {
  const now = readNumber(dial, 'aria-valuenow');
  return now === null ? Infinity : wanted - now;
}

/** The keys that go the right way, the largest step first. */
function listKeys(dial: HTMLElement, distance: number, wanted: number): string[] {
  const way = distance < 0 ? -1 : 1;
  const limit = readNumber(dial, way > 0 ? 'aria-valuemax' : 'aria-valuemin');
  return [
    ...(limit === wanted ? [EDGE[way]] : []),
    ...(Math.abs(distance) >= FAR ? [LARGE[way]] : []),
    SMALL[way],
  ];
}

function readNumber(element: Element, attribute: string): number | null {
  const text = element.getAttribute(attribute);
  const number = Number(text);
  return text === null || text.trim() === '' || !Number.isFinite(number) ? null : number;
}
