import browser from 'webextension-polyfill';
import type { AccessBlock } from '../../core/snapshot/page-access.ts';
import { findAccessBlock } from '../../core/snapshot/page-access.ts';
import { listen } from '../../platform/listen.ts';
import { withTimeout } from '../with-timeout.ts';

/** What the panel shows of its tab. */
export interface TabState {
  tabId: number;
  url: string;
  title: string;
  /** Why extensions can't read the page. */
  block: AccessBlock | null;
}

async function readTab(tabId: number): Promise<TabState | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (!tab) return null;
  const url = tab.url ?? '';
  return { tabId, url, title: tab.title ?? url, block: findAccessBlock(url) };
}

/**
 * Follows the tab in front of this window until `signal` aborts, or one `fixed` tab (the panel opened as an ordinary
 * tab). Settles once the first tab is reported.
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
  const activate = async (info: { tabId: number; windowId: number }): Promise<void> => {
    const here = await browser.windows.getCurrent();
    if (info.windowId !== here.id) return;
    current = info.tabId;
    await report();
  };
  const onUpdated = (tabId: number): void => {
    if (tabId === current) void report();
  };
  if (fixed === null) listen(browser.tabs.onActivated, (info) => void activate(info), signal);
  listen(browser.tabs.onUpdated, onUpdated, signal);
  listen(browser.tabs.onRemoved, onUpdated, signal);
  if (fixed === null) {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    current ??= tab?.id ?? null;
  }
  await report();
}

/** How long a page that had crashed may take to load. */
const LOAD_MS = 15_000;

/** Activates a tab, and reloads it if it had crashed. Returns false if it is closed. */
export async function showInFront(tabId: number): Promise<boolean> {
  const tab = await browser.tabs.update(tabId, { active: true }).catch(() => undefined);
  if (tab?.status !== 'unloaded') return tab !== undefined;
  const loaded = Promise.withResolvers<null>();
  const waiting = new AbortController();
  const onUpdated = (id: number, { status }: { status?: string }): void => {
    if (id === tabId && status === 'complete') loaded.resolve(null);
  };
  listen(browser.tabs.onUpdated, onUpdated, waiting.signal);
  // If the page stays away, the next reading reports it.
  void browser.tabs.reload(tabId).catch(() => undefined);
  await withTimeout(loaded.promise, LOAD_MS).catch(() => null);
  waiting.abort();
  return true;
}
