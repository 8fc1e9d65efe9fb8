import { withTimeout } from '../with-timeout.ts';

/** How long a page that had crashed may take to be there again. */
const LOAD_MS = 15_000;

/** Brings a tab to the front, loaded again where it had crashed; false when it is closed. */
export async function showInFront(tabId: number): Promise<boolean> {
  const tab = await chrome.tabs.update(tabId, { active: true }).catch(() => undefined);
  if (!tab) return false;
  if (tab.status !== 'unloaded') return true;
  const loaded = Promise.withResolvers<null>();
  const hear = (id: number, { status }: { status?: string }): void => {
    if (id === tabId && status === 'complete') loaded.resolve(null);
  };
  chrome.tabs.onUpdated.addListener(hear);
  try {
    // What does not come back is found out when it is read.
    void chrome.tabs.reload(tabId).catch(() => undefined);
    await withTimeout(loaded.promise, LOAD_MS).catch(() => null);
  } finally {
    chrome.tabs.onUpdated.removeListener(hear);
  }
  return true;
}
