/*
 * CSS selectors of parts of pages that the user wants masked, in `storage.local` of this profile.
 * Content scripts read them too, so this file stays free of everything else.
 */
const KEY = 'maskSelectors';

const MOST = 100;
const LONGEST = 500;

export type ValidatedSelectors = { ok: true; selectors: string[] } | { ok: false; reason: string };

/** One selector per line; empty lines are passed over. `reason` is one sentence for the user. */
export function validateMaskSelectors(text: string): ValidatedSelectors {
  const lines = text.split('\n').map((line) => line.trim());
  const selectors = [...new Set(lines.filter((line) => line !== ''))];
  if (selectors.length > MOST) {
    return {
      ok: false,
      reason: `At most ${MOST} selectors can be used; there are ${selectors.length}.`,
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

/** What is stored but is no list of texts counts as none. */
export async function readMaskSelectors(): Promise<string[]> {
  return readStored((await chrome.storage.local.get(KEY))[KEY]);
}

export async function writeMaskSelectors(selectors: readonly string[]): Promise<void> {
  if (selectors.length > 0) await chrome.storage.local.set({ [KEY]: selectors });
  else await chrome.storage.local.remove(KEY);
}

/** Hears of the selectors now and at every change until `signal` aborts; resolves after the first time. */
export async function followMaskSelectors(
  onChange: (selectors: string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const changed = (changes: Record<string, chrome.storage.StorageChange>, area: string): void => {
    const change = changes[KEY];
    if (area === 'local' && change) onChange(readStored(change.newValue));
  };
  chrome.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(changed));
  onChange(await readMaskSelectors());
}

function readStored(stored: unknown): string[] {
  const items: unknown[] = Array.isArray(stored) ? stored : [];
  return items.filter((item) => typeof item === 'string').slice(0, MOST);
}
