import type { Change } from '../core/action/receipt.ts';
import { withTimeout } from './with-timeout.ts';

type Details = { tabId: number; frameId: number };

/** A navigation that has begun may take this long; afterwards the round goes on with what is there. */
const LOAD_MS = 15_000;
/** How long an answerless page may take to begin the navigation it went away for. */
const BEGIN_MS = 2000;

/**
 * Watches one tab for loads and for tabs it opens. Begin before acting; `settle` afterwards waits
 * for a load that is under way and tells what changed.
 */
export function watchNavigation(tabId: number, signal: AbortSignal) {
  const before = chrome.tabs.get(tabId).catch(() => null);
  const opened: number[] = [];
  let begun = false;
  let committed = false;
  let finished: (() => void) | null = null;
  let started: (() => void) | null = null;

  const mine = (details: Details): boolean => details.tabId === tabId && details.frameId === 0;
  const onBegin = (details: Details): void => {
    if (!mine(details)) return;
    begun = true;
    started?.();
  };
  const onCommit = (details: Details): void => {
    if (mine(details)) committed = true;
    onBegin(details);
  };
  const onEnd = (details: Details): void => {
    if (mine(details) && begun) finished?.();
  };
  const onCreated = (tab: chrome.tabs.Tab): void => {
    if (tab.openerTabId === tabId && tab.id !== undefined) opened.push(tab.id);
  };
  // A navigation starts with onBeforeNavigate, except from the back-forward cache.
  chrome.webNavigation.onBeforeNavigate.addListener(onBegin);
  chrome.webNavigation.onCommitted.addListener(onCommit);
  chrome.webNavigation.onDOMContentLoaded.addListener(onEnd);
  chrome.webNavigation.onCompleted.addListener(onEnd);
  chrome.webNavigation.onErrorOccurred.addListener(onEnd);
  chrome.tabs.onCreated.addListener(onCreated);

  function end(): void {
    chrome.webNavigation.onBeforeNavigate.removeListener(onBegin);
    chrome.webNavigation.onCommitted.removeListener(onCommit);
    chrome.webNavigation.onDOMContentLoaded.removeListener(onEnd);
    chrome.webNavigation.onCompleted.removeListener(onEnd);
    chrome.webNavigation.onErrorOccurred.removeListener(onEnd);
    chrome.tabs.onCreated.removeListener(onCreated);
  }

  /** `expected` waits for a navigation to begin, because something says that there is one. */
  async function settle(expected: boolean): Promise<Change[]> {
    if (expected && !begun) {
      const start = new Promise<void>((resolve) => (started = resolve));
      await withTimeout(start, BEGIN_MS).catch(() => undefined);
    }
    if (begun && (await chrome.tabs.get(tabId).catch(() => null))?.status === 'loading') {
      const stop = new Promise<void>((resolve) => {
        finished = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await withTimeout(stop, LOAD_MS).catch(() => undefined);
    }
    const after = await chrome.tabs.get(tabId).catch(() => null);
    const changes = describeChanges(await before, after, opened);
    // The same page anew is a change too, and all that a reload promises.
    if (committed && changes.length === 0) changes.push({ kind: 'title', to: after?.title ?? '' });
    return changes;
  }

  return { settle, end };
}

function describeChanges(
  before: chrome.tabs.Tab | null,
  after: chrome.tabs.Tab | null,
  opened: number[],
): Change[] {
  const changes: Change[] = opened.map((tabId) => ({ kind: 'tab', tabId }));
  if (!before || !after) return changes;
  const [from = '', to = ''] = [before.url, after.url];
  if (from !== to) changes.unshift({ kind: 'url', from, to });
  if (before.title !== after.title && after.title) {
    changes.push({ kind: 'title', to: after.title });
  }
  return changes;
}
