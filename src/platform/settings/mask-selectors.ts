/*
 * CSS selectors of parts of pages that the user wants masked, in `storage.local` of this profile.
 */
const KEY = 'maskSelectors';

/** More are not used. */
export const MOST_SELECTORS = 100;

/** What is stored but is no list of texts counts as none. */
export async function readMaskSelectors(): Promise<string[]> {
  return readStored((await chrome.storage.local.get(KEY))[KEY]);
}

export async function writeMaskSelectors(selectors: readonly string[]): Promise<void> {
  if (selectors.length > 0) await chrome.storage.local.set({ [KEY]: selectors });
  else await chrome.storage.local.remove(KEY);
}

/**
 * Calls back with the selectors at every change. Content scripts get them from the service worker, because they
 * cannot read this storage.
 */
export function watchMaskSelectors(onChange: (selectors: string[]) => void): void {
  chrome.storage.onChanged.addListener((changes, area) => {
    const change = changes[KEY];
    if (area === 'local' && change) onChange(readStored(change.newValue));
  });
}

function readStored(stored: unknown): string[] {
  const items: unknown[] = Array.isArray(stored) ? stored : [];
  return items.filter((item) => typeof item === 'string').slice(0, MOST_SELECTORS);
}
