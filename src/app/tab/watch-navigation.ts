import type { ReceiptChange } from '../../core/action/receipt.ts';
import { listen } from '../../platform/listen.ts';
import { untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';

/** How long to wait for a navigation. After that the run continues with the page as it is. */
const LOAD_MS = 15_000;
/** How long to wait for a navigation to begin after a page was unloaded without an answer. */
const BEGIN_MS = 2000;

/** What became of a tab. */
export interface Outcome {
  changes: ReceiptChange[];
  closed: boolean;
  /** Somebody else replaced the page: a reload, or a typed address. */
  replaced: boolean;
  /** Why a page did not load, as Chrome names it: `net::ERR_NAME_NOT_RESOLVED`. */
  failure: string | null;
}

type Details = { tabId: number; frameId: number };
type Commit = chrome.webNavigation.WebNavigationTransitionCallbackDetails;
type Tab = chrome.tabs.Tab | null;

/**
 * Watches a tab for loads, for tabs that it opens, and for its end. Create it before acting; `settle` then waits for
 * a load under way and returns the changes. The methods reject when `signal` aborts.
 */
export class NavigationWatch {
  readonly #tabId: number;
  readonly #signal: AbortSignal;
  readonly #watching = new AbortController();
  readonly #before: Promise<Tab>;
  readonly #opened: number[] = [];
  readonly #begin = Promise.withResolvers<null>();
  #finish = Promise.withResolvers<null>();
  #hasBegun = false;
  #isFinished = false;
  /** A document is on its way; until it commits, events of the one before may still come. */
  #isAwaited = false;
  #hasCommitted = false;
  #isClosed = false;
  #isReplaced = false;
  #failure: string | null = null;

  constructor(tabId: number, signal: AbortSignal) {
    this.#tabId = tabId;
    this.#signal = signal;
    this.#before = this.#readTab();
    const until = this.#watching.signal;
    const own =
      <D extends Details>(handle: (details: D) => void) =>
      (details: D): void => {
        if (details.tabId === tabId && details.frameId === 0) handle(details);
      };
    const onBegin = own(() => this.#noteBegin());
    const onEnd = own(() => this.#noteEnd());
    const { webNavigation, tabs } = chrome;
    // A navigation starts with onBeforeNavigate, except from the back-forward cache.
    listen(
      webNavigation.onBeforeNavigate,
      own(() => this.#noteRequest()),
      until,
    );
    listen(
      webNavigation.onCommitted,
      own((commit: Commit) => this.#noteCommit(commit)),
      until,
    );
    // Steps within one document, as single-page apps make them.
    listen(webNavigation.onHistoryStateUpdated, onBegin, until);
    listen(webNavigation.onReferenceFragmentUpdated, onBegin, until);
    listen(webNavigation.onDOMContentLoaded, onEnd, until);
    listen(webNavigation.onCompleted, onEnd, until);
    listen(
      webNavigation.onErrorOccurred,
      own(({ error }: Details & { error: string }) => this.#noteFailure(error)),
      until,
    );
    const onCreated = ({ openerTabId, id }: chrome.tabs.Tab): void => {
      if (openerTabId === tabId && id !== undefined) this.#opened.push(id);
    };
    listen(tabs.onCreated, onCreated, until);
    const onRemoved = (removed: number): void => {
      if (removed === tabId) this.#noteClosed();
    };
    listen(tabs.onRemoved, onRemoved, until);
  }

  /** Whether a navigation begins within this time. */
  async begins(ms: number): Promise<boolean> {
    if (!this.#hasBegun) await this.#waitFor(this.#begin.promise, ms);
    return this.#hasBegun;
  }

  /** `isExpected`: something shows that there is a navigation, so its beginning is waited for. */
  async settle(isExpected: boolean): Promise<Outcome> {
    if (isExpected) await this.begins(BEGIN_MS);
    if (this.#hasBegun) await this.#untilLoaded();
    const after = await this.#readTab();
    const changes = describeChanges(await this.#before, after, this.#opened, this.#hasCommitted);
    const closed = this.#isClosed || after === null;
    return { changes, closed, replaced: this.#isReplaced, failure: this.#failure };
  }

  end(): void {
    this.#watching.abort();
  }

  #noteBegin(): void {
    this.#hasBegun = true;
    this.#begin.resolve(null);
  }

  #noteRequest(): void {
    this.#isAwaited = true;
    if (this.#isFinished) this.#finish = Promise.withResolvers<null>();
    this.#isFinished = false;
    this.#noteBegin();
  }

  #noteCommit({ transitionType, transitionQualifiers }: Commit): void {
    this.#isAwaited = false;
    this.#hasCommitted = true;
    this.#isReplaced =
      transitionType === 'reload' || transitionQualifiers.includes('from_address_bar');
    this.#noteBegin();
  }

  #noteEnd(): void {
    if (!this.#hasBegun || this.#isAwaited) return;
    this.#isFinished = true;
    this.#finish.resolve(null);
  }

  #noteFailure(error: string): void {
    this.#isAwaited = false;
    // Aborted: a download, a stop, or another navigation that comes in between.
    if (error !== 'net::ERR_ABORTED') this.#failure = error;
    this.#noteEnd();
  }

  #noteClosed(): void {
    this.#isClosed = true;
    this.#begin.resolve(null);
    this.#finish.resolve(null);
  }

  #readTab(): Promise<Tab> {
    return chrome.tabs.get(this.#tabId).catch(() => null);
  }

  /** A navigation that another one replaced isn't the last: the other one is reported before the tab is. */
  async #untilLoaded(): Promise<void> {
    const until = performance.now() + LOAD_MS;
    for (let ended: PromiseWithResolvers<null> | null = null; ;) {
      const isLoading = (await this.#readTab())?.status === 'loading';
      if (!isLoading || ended === this.#finish || performance.now() >= until) return;
      ended = this.#finish;
      await this.#waitFor(ended.promise, until - performance.now());
    }
  }

  async #waitFor(what: Promise<null>, ms: number): Promise<void> {
    const settled = withTimeout(what, ms).catch(() => undefined);
    await untilAborted(settled, this.#signal);
  }
}

/** A change of the title alone is left to the page's own report: many titles count something. */
function describeChanges(
  before: Tab,
  after: Tab,
  opened: readonly number[],
  hasCommitted: boolean,
): ReceiptChange[] {
  const changes: ReceiptChange[] = opened.map((tabId) => ({ kind: 'tab', tabId }));
  if (!before || !after) return changes;
  const [from = '', to = ''] = [before.url, after.url];
  if (from !== to) changes.unshift({ kind: 'url', from, to });
  // Loading the same page again is a change too, and all that a reload promises.
  const isAnother = before.title !== after.title || changes.length === 0;
  if (hasCommitted && isAnother) changes.push({ kind: 'title', to: after.title ?? '' });
  return changes;
}
