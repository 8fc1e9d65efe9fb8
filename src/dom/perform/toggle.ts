import { click, findOtherPress } from './click.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';
import { nameElement } from './target/element-name.ts';
import { checkTarget, findLabel, findPressable, refuseDisabled } from './target/preflight.ts';
import { nextTask } from './task.ts';

/** Tick boxes, radio buttons and switches: pressed only when they are not yet as asked. */

const WORDS: Record<string, boolean> = {
  true: true,
  on: true,
  yes: true,
  checked: true,
  false: false,
  off: false,
  no: false,
  unchecked: false,
};

/** Its state, or null when the element is no toggle. A mixed tick box is not ticked. */
export function readToggle(element: Element): boolean | null {
  if (element instanceof HTMLInputElement) {
    return element.type === 'checkbox' || element.type === 'radio' ? element.checked : null;
  }
  const role = element.getAttribute('role') ?? '';
  if (/^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/u.test(role)) {
    return element.getAttribute('aria-checked') === 'true';
  }
  return element.hasAttribute('aria-pressed')
    ? element.getAttribute('aria-pressed') === 'true'
    : null;
}

export async function prepareToggle(
  toggle: Element,
  value: string,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const wanted = WORDS[value.trim().toLowerCase()];
  if (wanted === undefined) {
    return refuse(
      'invalid',
      `${nameElement(toggle)} can be switched on or off, not set to a text.`,
    );
  }
  if (isRadio(toggle) && !wanted && readToggle(toggle)) {
    const message = `${nameElement(toggle)} goes off only when another choice of its group is made.`;
    return refuse('unsupported', message);
  }
  const pressed = findPressable(toggle);
  if (toggle.matches(':disabled')) return refuseDisabled(toggle);
  const hit = await checkTarget(pressed, 'strict', ctx);
  if (!hit.ok) return hit;
  return {
    ok: true,
    subject: toggle,
    act: () => press(toggle, pressed, wanted, ctx),
    holds: (control) => readToggle(control) === wanted,
    another: () => findOtherPress(toggle, ctx),
  };
}

async function press(
  toggle: Element,
  pressed: Element,
  wanted: boolean,
  ctx: PerformContext,
): Promise<Refused | null> {
  if (readToggle(toggle) === wanted) return null;
  const refused = await click(pressed, ctx);
  if (refused) return refused;
  await nextTask(ctx.signal);
  // A native box follows a click at once, so a second try cannot press twice; switches made by the
  // page may be waiting for a server, and are left alone.
  const label = findLabel(toggle);
  if (readToggle(toggle) === wanted || !label || label === pressed || !label.isConnected)
    return null;
  await click(label, ctx);
  return null;
}

function isRadio(toggle: Element): boolean {
  return toggle instanceof HTMLInputElement
    ? toggle.type === 'radio'
    : toggle.getAttribute('role') === 'radio';
}
