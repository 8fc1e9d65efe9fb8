import type { PerformContext } from './context.ts';
import { isShown } from './target/preflight.ts';
import { foldText } from './effects/text.ts';

/** Lists and menus that a control opens: combobox, menu button (ARIA 1.2, aria-haspopup). */

const WAITING = /\b(?:loading|searching|fetching|please wait)\b|^(?:…|\.\.\.)$/u;

export function opensPopup(control: Element): boolean {
  const popup = control.getAttribute('aria-haspopup') ?? 'false';
  return control.getAttribute('role') === 'combobox' || popup !== 'false';
}

/**
 * Whether the list of an open control has come, and, with `text`, offers it. Lists are often fetched,
 * and those that are searched only some time after the last key. True for a control that is closed:
 * nothing is going to come.
 */
export function hasOffer(control: Element, text: string | null, ctx: PerformContext): boolean {
  if (control.getAttribute('aria-expanded') !== 'true') return true;
  const popup = findPopup(control, ctx);
  if (!popup) return true;
  const options = [
    ...popup.querySelectorAll('[role="option"],[role="menuitem"],[role="treeitem"]'),
  ];
  // The list that screen readers are given may be another than the one that is seen.
  const words = foldText(options.map((option) => option.textContent).join('\n') || readSeen(popup));
  if (words === '' || WAITING.test(words)) return false;
  return text === null || words.includes(foldText(text));
}

/** What `aria-controls` or `aria-owns` names, in the control's own tree. */
function findPopup(control: Element, ctx: PerformContext): Element | null {
  const root = control.getRootNode();
  const scope = root instanceof ShadowRoot ? root : ctx.document;
  for (const name of ['aria-controls', 'aria-owns']) {
    for (const id of (control.getAttribute(name) ?? '').split(/\s+/u)) {
      const popup = id === '' ? null : scope.getElementById(id);
      if (popup) return popup;
    }
  }
  return null;
}

function readSeen(popup: Element): string {
  return isShown(popup) && popup instanceof HTMLElement ? popup.innerText : '';
}
