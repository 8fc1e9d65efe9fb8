/** Checks the selectors of parts to mask, as the user enters them. */
import { MOST_SELECTORS } from './mask-selectors.ts';

const LONGEST = 500;

export type ValidatedSelectors = { ok: true; selectors: string[] } | { ok: false; reason: string };

/** One selector per line; empty lines are passed over. `reason` is one sentence for the user. */
export function validateMaskSelectors(text: string): ValidatedSelectors {
  const lines = text.split('\n').map((line) => line.trim());
  const selectors = [...new Set(lines.filter((line) => line !== ''))];
  if (selectors.length > MOST_SELECTORS) {
    return {
      ok: false,
      reason: `At most ${MOST_SELECTORS} selectors can be used; there are ${selectors.length}.`,
    };
  }
  for (const selector of selectors) {
    if (selector.length > LONGEST) {
      return {
        ok: false,
        reason: `A selector is longer than ${LONGEST} characters: ${selector.slice(0, 40)}…`,
      };
    }
    // Whole pages would be blank in every recording, which is hardly what was meant.
    if (/^(?:\*|html|body|:root)$/i.test(selector)) {
      return { ok: false, reason: `“${selector}” would mask every page whole. Name a part of it.` };
    }
    if (!isSelector(selector)) {
      return { ok: false, reason: `“${selector}” is not a CSS selector. Correct or remove it.` };
    }
  }
  return { ok: true, selectors };
}

/** Lists too, which `CSS.supports` does not take. */
function isSelector(text: string): boolean {
  try {
    new DocumentFragment().querySelector(text);
    return true;
  } catch {
    return false;
  }
}
