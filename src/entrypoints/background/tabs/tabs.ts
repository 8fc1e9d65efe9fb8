import { createQueue } from '../tasks.ts';
import type { TabEvent, TabTurns } from './tab-turns.ts';

/** Which tab is in front, in session storage because the service worker may be stopped in between. */
const KEY = 'tabInFront';

interface Front {
  /** The last tab in front that does not show one of our pages. */
  tabId: number | null;
  /** Tabs that show our own pages, or are private: not part of a demonstration. */
  others: number[];
}

const inOrder = createQueue();

/** Reports tabs that open, close or come to the front. */
export function watchTabs(turns: TabTurns, forget: (tabId: number) => void): void {
  const handle = (work: () => Promise<void>): void => void inOrder(work).catch(() => undefined);
  /** The tab that was just opened in front: its activation is reported next. */
  let opened: number | null = null;

  chrome.tabs.onCreated.addListener((tab) => {
    const url = tab.pendingUrl ?? tab.url ?? '';
    opened = tab.active ? (tab.id ?? null) : null;
    if (tab.id === undefined || tab.incognito || isOwn(url)) return;
    // The browser names the tab beside it as the opener of a new tab that a person opened.
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
      if (front.others.includes(tabId)) {
        await writeFront({ ...front, others: front.others.filter((id) => id !== tabId) });
      } else turns.remove({ tabId, windowId, at });
      forget(tabId);
    });
  });
  chrome.tabs.onActivated.addListener(({ tabId, windowId }) => {
    const event = { tabId, windowId, at: Date.now(), isOpened: opened === tabId };
    opened = null;
    handle(async () => {
      if (!(await isBehind(windowId))) await bringForward(turns, event);
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
  // A tab discarded from memory may come back with another id.
  chrome.tabs.onReplaced.addListener((addedTabId, removedTabId) => {
    handle(async () => {
      const front = await readFront();
      if (front.tabId === removedTabId) await writeFront({ ...front, tabId: addedTabId });
      forget(removedTabId);
    });
  });
}

/** Activates a tab for us. Notes it first, so that the event is not taken for the person's, even if it comes late. */
export async function bringToFront(tabId: number): Promise<void> {
  await inOrder(async () => writeFront({ ...(await readFront()), tabId }));
  await chrome.tabs.update(tabId, { active: true });
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
  event: TabEvent & { isOpened: boolean },
): Promise<void> {
  const { tabId } = event;
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  // Closed again at once.
  if (!tab) return;
  const front = await readFront();
  if (tab.incognito || isOwn(tab.pendingUrl ?? tab.url ?? '')) {
    await writeFront({ ...front, others: [...new Set([...front.others, tabId])] });
    return;
  }
  await writeFront({ ...front, tabId });
  if (front.tabId !== tabId) turns.bringForward(event, front.tabId);
}

/** A tab moved to another window activates its neighbour in the window that it left. */
async function isBehind(windowId: number): Promise<boolean> {
  const windows = await chrome.windows.getAll();
  const focused = windows.find((window) => window.focused);
  return focused !== undefined && focused.id !== windowId;
}

function isOwn(url: string): boolean {
  return url.startsWith(chrome.runtime.getURL(''));
}
