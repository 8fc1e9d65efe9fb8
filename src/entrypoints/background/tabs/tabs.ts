import { createOrder } from '../in-order.ts';
import type { TabTurns } from './tab-turns.ts';

const KEY = 'tabInFront';

const inOrder = createOrder();

/**
 * Hears of tabs being opened, closed and brought to the front. Our own pages are no part of a
 * demonstration, nor are private windows. Which tab was in front is kept in session storage: the
 * service worker may be stopped in between.
 */
export function watchTabs(turns: TabTurns, forget: (tabId: number) => void): void {
  const handle = (work: () => Promise<void>): void => void inOrder(work).catch(() => undefined);
  /** The tab that was just opened in front; the report of its creation comes next. */
  let opened: number | null = null;

  chrome.tabs.onCreated.addListener((tab) => {
    const url = tab.pendingUrl ?? tab.url ?? '';
    opened = tab.active ? (tab.id ?? null) : null;
    if (tab.id === undefined || tab.incognito || isOwn(url)) return;
    // A new tab of the person's own has the tab beside it for an opener.
    const openerTabId = url.startsWith('chrome:') ? null : (tab.openerTabId ?? null);
    turns.create({ tabId: tab.id, windowId: tab.windowId, at: Date.now(), openerTabId });
  });
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId, timeStamp }) =>
    turns.noteOpener(tabId, sourceTabId, timeStamp),
  );
  chrome.tabs.onRemoved.addListener((tabId, { windowId }) => {
    const at = Date.now();
    handle(async () => {
      const front = await readFront();
      const isOurs = front.others.includes(tabId);
      if (isOurs) {
        await writeFront({ ...front, others: front.others.filter((id) => id !== tabId) });
      } else turns.remove({ tabId, windowId, at });
      forget(tabId);
    });
  });
  chrome.tabs.onActivated.addListener(({ tabId, windowId }) => {
    const at = Date.now();
    const isOpened = opened === tabId;
    opened = null;
    handle(async () => {
      if (await isBehind(windowId)) return;
      await bringForward(turns, { tabId, windowId, at, isOpened });
    });
  });
  chrome.windows.onFocusChanged.addListener((windowId) => {
    const at = Date.now();
    if (windowId === chrome.windows.WINDOW_ID_NONE) return;
    handle(async () => {
      const [tab] = await chrome.tabs.query({ active: true, windowId });
      if (tab?.id === undefined) return;
      await bringForward(turns, { tabId: tab.id, windowId, at, isOpened: false });
    });
  });
  // A tab taken out of memory may come back under another number.
  chrome.tabs.onReplaced.addListener((addedTabId, removedTabId) => {
    handle(async () => {
      const front = await readFront();
      if (front.tabId === removedTabId) await writeFront({ ...front, tabId: addedTabId });
      forget(removedTabId);
    });
  });
}

/**
 * Brings a tab to the front for us: no switch of the person's, whenever the browser tells of it. That may
 * be after the answer to this very order.
 */
export async function bringToFront(tabId: number): Promise<void> {
  await inOrder(async () => writeFront({ ...(await readFront()), tabId }));
  await chrome.tabs.update(tabId, { active: true });
}

interface Front {
  /** The last tab in front that was not one of our pages. */
  tabId: number | null;
  /** Tabs that show our own pages, or are private. */
  others: number[];
}

async function readFront(): Promise<Front> {
  const stored = (await chrome.storage.session.get(KEY))[KEY] as Front | undefined;
  return stored ?? { tabId: null, others: [] };
}

async function writeFront(front: Front): Promise<void> {
  await chrome.storage.session.set({ [KEY]: front });
}

async function bringForward(
  turns: TabTurns,
  event: Parameters<TabTurns['bringForward']>[0],
): Promise<void> {
  const { tabId } = event;
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  // Opened and closed again at once.
  if (!tab) return;
  const front = await readFront();
  if (tab.incognito || isOwn(tab.pendingUrl ?? tab.url ?? '')) {
    await writeFront({ ...front, others: [...new Set([...front.others, tabId])] });
    return;
  }
  await writeFront({ ...front, tabId });
  if (front.tabId !== tabId) turns.bringForward(event, front.tabId);
}

/** A tab moved to another window brings its neighbour to the front of the unfocused window. */
async function isBehind(windowId: number): Promise<boolean> {
  const windows = await chrome.windows.getAll();
  const focused = windows.find((window) => window.focused);
  return focused !== undefined && focused.id !== windowId;
}

function isOwn(url: string): boolean {
  return url.startsWith(chrome.runtime.getURL(''));
}
