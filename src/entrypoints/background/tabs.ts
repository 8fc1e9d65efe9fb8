import type { createNavigation } from './navigation.ts';

type KeepTabTurn = ReturnType<typeof createNavigation>['keepTabTurn'];

const ACTIVE = 'activeTabs';

/**
 * Reports tabs being opened, closed and switched. Our own pages are no part of a demonstration.
 * Which tab was in front is kept in session storage: the service worker may be stopped in between.
 */
export function watchTabs(keepTabTurn: KeepTabTurn): void {
  chrome.tabs.onCreated.addListener((tab) => {
    const url = tab.pendingUrl ?? tab.url ?? '';
    if (tab.id === undefined || tab.incognito || isOwn(url)) return;
    void keepTabTurn({ intent: 'tabcreate', tabId: tab.id }, tab.windowId);
  });
  chrome.tabs.onRemoved.addListener((tabId, { windowId }) => {
    void forgetOwn(tabId).then((own) => {
      if (!own) return keepTabTurn({ intent: 'tabremove', tabId }, windowId);
    });
  });
  chrome.tabs.onActivated.addListener(({ tabId, windowId }) => {
    void switchTo(tabId, windowId).then((fromTabId) => {
      if (fromTabId === null) return;
      return keepTabTurn({ intent: 'tabswitch', tabId, fromTabId }, windowId);
    });
  });
}

interface ActiveTabs {
  /** By window: the last tab in front that was not one of our pages. */
  byWindow: Record<string, number>;
  /** Tabs that show our own pages. */
  own: number[];
}

async function readActive(): Promise<ActiveTabs> {
  const stored = (await chrome.storage.session.get(ACTIVE))[ACTIVE] as ActiveTabs | undefined;
  return stored ?? { byWindow: {}, own: [] };
}

/** The tab that was in front before, null when this switch is none of the demonstration's. */
async function switchTo(tabId: number, windowId: number): Promise<number | null> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  const active = await readActive();
  if (!tab || isOwn(tab.pendingUrl ?? tab.url ?? '')) {
    const own = [...new Set([...active.own, tabId])];
    await chrome.storage.session.set({ [ACTIVE]: { ...active, own } });
    return null;
  }
  const from = active.byWindow[String(windowId)];
  const byWindow = { ...active.byWindow, [String(windowId)]: tabId };
  await chrome.storage.session.set({ [ACTIVE]: { ...active, byWindow } });
  return from === undefined || from === tabId || tab.incognito ? null : from;
}

async function forgetOwn(tabId: number): Promise<boolean> {
  const active = await readActive();
  if (!active.own.includes(tabId)) return false;
  const own = active.own.filter((id) => id !== tabId);
  await chrome.storage.session.set({ [ACTIVE]: { ...active, own } });
  return true;
}

function isOwn(url: string): boolean {
  return url.startsWith(chrome.runtime.getURL(''));
}
