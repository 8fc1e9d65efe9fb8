import { message } from '../../messages/message.ts';
import { MOST_SELECTORS } from './stored-settings.ts';

const LONGEST = 500;

export type ValidatedSelectors = { ok: true; selectors: string[] } | { ok: false; reason: string };

/** Reads one CSS selector per line; `reason` is a sentence for the user. */
export function validateMaskSelectors(text: string): ValidatedSelectors {
  const lines = text.split('\n').map((line) => line.trim());
  const selectors = [...new Set(lines.filter((line) => line !== ''))];
  if (selectors.length > MOST_SELECTORS) {
    return fail(message('settingsMasksTooMany', MOST_SELECTORS, selectors.length));
  }
  for (const selector of selectors) {
    if (selector.length > LONGEST) {
      return fail(message('settingsMaskTooLong', LONGEST, selector.slice(0, 40)));
    }
    // Masking whole pages would leave every recording blank.
    if (/^(?:\*|html|body|:root)$/i.test(selector)) {
      return fail(message('settingsMaskWholePage', selector));
    }
    if (!isSelector(selector)) {
      return fail(message('settingsMaskInvalid', selector));
    }
  }
  return { ok: true, selectors };
}

function fail(reason: string): ValidatedSelectors {
  return { ok: false, reason };
}

/** Accepts selector lists, which `CSS.supports` does not. */
function isSelector(text: string): boolean {
  try {
    new DocumentFragment().querySelector(text);
    return true;
  } catch {
    return false;
  }
}
