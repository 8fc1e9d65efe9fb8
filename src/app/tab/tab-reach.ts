import browser from 'webextension-polyfill';
import type { AccessBlock } from '../../core/snapshot/page-access.ts';
import { findAccessBlock } from '../../core/snapshot/page-access.ts';

/** What the panel says of the tab it acts on. */
export interface TabState {
  tabId: number;
  url: string;
  title: string;
  /** Why extensions cannot read the page; null when they can. */
  block: AccessBlock | null;
}

async function readTab(tabId: number): Promise<TabState | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab) return null;
  const url = tab.url ?? '';
  return { tabId, url, title: tab.title ?? url, block: findAccessBlock(url) };
}

/**
 * Follows the tab in front of a window, and what it shows, until `signal` aborts. `fixed` follows
 * that one tab instead (the panel opened as an ordinary tab). Settles once the first tab is reported.
 */
export async function followTab(
  fixed: number | null,
  onChange: (tab: TabState | null) => void,
  signal: AbortSignal,
): Promise<void> {
  let current: number | null = fixed;
  const report = async (): Promise<void> => {
    const state = current === null ? null : await readTab(current);
    if (!signal.aborted) onChange(state);
  };
  const onActivated = async (info: { tabId: number; windowId: number }): Promise<void> => {
    const here = await browser.windows.getCurrent();
    if (info.windowId !== here.id) return;
    current = info.tabId;
    await report();
  };
  const activated = (info: { tabId: number; windowId: number }): void => void onActivated(info);
  const updated = (tabId: number): void => {
    if (tabId === current) void report();
  };
  if (fixed === null) browser.tabs.onActivated.addListener(activated);
  browser.tabs.onUpdated.addListener(updated);
  browser.tabs.onRemoved.addListener(updated);
  signal.addEventListener('abort', () => {
    browser.tabs.onActivated.removeListener(activated);
    browser.tabs.onUpdated.removeListener(updated);
    browser.tabs.onRemoved.removeListener(updated);
  });
  if (fixed === null) {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    current ??= tab?.id ?? null;
  }
  await report();
}
