/**
 * Which requests of a tab's page have no answer yet. A page cannot be asked: it sees its own only once they
 * have ended. Neither addresses nor contents are looked at.
 */
export interface RequestWatch {
  isWaiting(): boolean;
  /** Resolves once none has been under way for a moment, at the latest after `ms`. */
  untilQuiet(ms: number): Promise<void>;
  end(): void;
}

/** What a page sends by script (fetch, XMLHttpRequest); pictures and the like change nothing that was done. */
const TYPES: `${chrome.webRequest.ResourceType}`[] = ['xmlhttprequest'];

/** An answer is worked on, and may be followed by another request. */
const WORK_MS = 150;
const POLL_MS = 25;

/** Begin before acting: what is under way already is not looked at. */
export function watchRequests(tabId: number): RequestWatch {
  const open = new Set<string>();
  let quietSince = 0;
  const watching = new AbortController();
  const begin = ({ requestId }: { requestId: string }): undefined => {
    open.add(requestId);
  };
  const finish = ({ requestId }: { requestId: string }): void => {
    if (open.delete(requestId)) quietSince = performance.now();
  };
  const filter = { urls: ['<all_urls>'], tabId, types: TYPES };
  const { onBeforeRequest, onCompleted, onErrorOccurred } = chrome.webRequest;
  onBeforeRequest.addListener(begin, filter);
  onCompleted.addListener(finish, filter);
  onErrorOccurred.addListener(finish, filter);

  const isBusy = (): boolean =>
    open.size > 0 || (quietSince > 0 && performance.now() - quietSince < WORK_MS);

  return {
    isWaiting: () => open.size > 0,
    async untilQuiet(ms) {
      const until = performance.now() + ms;
      while (isBusy() && !watching.signal.aborted && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    end() {
      watching.abort();
      onBeforeRequest.removeListener(begin);
      onCompleted.removeListener(finish);
      onErrorOccurred.removeListener(finish);
      open.clear();
    },
  };
}
