import type { ReceiptChange } from '../../core/action/receipt.ts';
import { untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';

/** A navigation that has begun may take this long; afterwards the round goes on with what is there. */
const LOAD_MS = 15_000;
/** How long an answerless page may take to begin the navigation it went away for. */
const BEGIN_MS = 2000;

/** What became of a tab. */
export interface Outcome {
  changes: ReceiptChange[];
  closed: boolean;
  /** Somebody else put another page in place of it: a reload, an address typed. */
  replaced: boolean;
  /** Why a page did not load, as Chrome names it (`net::ERR_NAME_NOT_RESOLVED`); null when all is well. */
  failure: string | null;
}

type Details = { tabId: number; frameId: number };
type Commit = chrome.webNavigation.WebNavigationTransitionCallbackDetails;

/**
 * Watches one tab for loads, for tabs it opens, and for its end. Begin before acting; `settle`
 * afterwards waits for a load that is under way and tells what changed. It rejects when `signal` aborts.
 */
export function watchNavigation(tabId: number, signal: AbortSignal) {
  const watching = new AbortController();
  const before = readTab();
  const opened: number[] = [];
  let begun = false;
  /** A document is on its way; the one before may still be loading until that is there. */
  let isAwaited = false;
  let committed = false;
  let closed = false;
  let replaced = false;
  let failure: string | null = null;
  const begin = Promise.withResolvers<null>();
  let finish = Promise.withResolvers<null>();
  let isFinished = false;

  const mine = (details: Details): boolean => details.tabId === tabId && details.frameId === 0;
  const onBegin = (details: Details): void => {
    if (!mine(details)) return;
    begun = true;
    begin.resolve(null);
  };
  const onNavigate = (details: Details): void => {
    if (!mine(details)) return;
    isAwaited = true;
    if (isFinished) finish = Promise.withResolvers<null>();
    isFinished = false;
    onBegin(details);
  };
  const onCommit = (details: Commit): void => {
    if (!mine(details)) return;
    isAwaited = false;
    committed = true;
    replaced = isByHand(details);
    onBegin(details);
  };
  const onEnd = (details: Details): void => {
    if (!mine(details) || !begun || isAwaited) return;
    isFinished = true;
    finish.resolve(null);
  };
  const onFailed = (details: Details & { error: string }): void => {
    if (!mine(details)) return;
    isAwaited = false;
    // Aborted: a download, a stop, or another navigation that comes in between.
    if (details.error !== 'net::ERR_ABORTED') failure = details.error;
    onEnd(details);
  };
  const onCreated = (tab: chrome.tabs.Tab): void => {
    if (tab.openerTabId === tabId && tab.id !== undefined) opened.push(tab.id);
  };
  const onRemoved = (removed: number): void => {
    if (removed !== tabId) return;
    closed = true;
    begin.resolve(null);
    finish.resolve(null);
  };
  const { webNavigation, tabs } = chrome;
  const listen = <L>(
    event: { addListener: (listener: L) => void; removeListener: (listener: L) => void },
    listener: L,
  ): void => {
    event.addListener(listener);
    watching.signal.addEventListener('abort', () => event.removeListener(listener));
  };
  // A navigation starts with onBeforeNavigate, except from the back-forward cache.
  listen(webNavigation.onBeforeNavigate, onNavigate);
  listen(webNavigation.onCommitted, onCommit);
  // Steps within one document, as single-page apps make them.
  listen(webNavigation.onHistoryStateUpdated, onBegin);
  listen(webNavigation.onReferenceFragmentUpdated, onBegin);
  listen(webNavigation.onDOMContentLoaded, onEnd);
  listen(webNavigation.onCompleted, onEnd);
  listen(webNavigation.onErrorOccurred, onFailed);
  listen(tabs.onCreated, onCreated);
  listen(tabs.onRemoved, onRemoved);

  /** Whether a navigation begins within this time. */
  async function begins(ms: number): Promise<boolean> {
    if (!begun) await waitFor(begin.promise, ms);
    return begun;
  }

  /** `expected` waits for a navigation to begin, because something says that there is one. */
  async function settle(expected: boolean): Promise<Outcome> {
    if (expected) await begins(BEGIN_MS);
    if (begun) await untilLoaded();
    const after = await readTab();
    const changes = describeChanges(await before, after, opened, committed);
    return { changes, closed: closed || after === null, replaced, failure };
  }

  function readTab(): Promise<chrome.tabs.Tab | null> {
    return chrome.tabs.get(tabId).catch(() => null);
  }

  /** A navigation that another one replaced is not the last: the other one is reported before the tab is. */
  async function untilLoaded(): Promise<void> {
    const until = performance.now() + LOAD_MS;
    for (let ended: typeof finish | null = null; ;) {
      const isLoading = (await readTab())?.status === 'loading';
      if (!isLoading || ended === finish || performance.now() >= until) return;
      ended = finish;
      await waitFor(ended.promise, until - performance.now());
    }
  }

  async function waitFor(what: Promise<null>, ms: number): Promise<void> {
    await untilAborted(
      withTimeout(what, ms).catch(() => undefined),
      signal,
    );
  }

  return { begins, settle, end: () => watching.abort() };
}

export type NavigationWatch = ReturnType<typeof watchNavigation>;

function isByHand({ transitionType, transitionQualifiers }: Commit): boolean {
  return transitionType === 'reload' || transitionQualifiers.includes('from_address_bar');
}

/** Changes of the title alone are left to the page's own report: many titles count on their own. */
function describeChanges(
  before: chrome.tabs.Tab | null,
  after: chrome.tabs.Tab | null,
  opened: readonly number[],
  committed: boolean,
): ReceiptChange[] {
  const changes: ReceiptChange[] = opened.map((tabId) => ({ kind: 'tab', tabId }));
  if (!before || !after) return changes;
  const [from = '', to = ''] = [before.url, after.url];
  if (from !== to) changes.unshift({ kind: 'url', from, to });
  // Loading the same page again is a change too, and all that a reload promises.
  const another = before.title !== after.title || changes.length === 0;
  if (committed && another) changes.push({ kind: 'title', to: after.title ?? '' });
  return changes;
}
