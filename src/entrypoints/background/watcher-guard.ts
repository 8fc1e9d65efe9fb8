import { WATCHER_LOCK } from '../../protocol/tab-video.ts';

/** The watched tab, kept over restarts of the service worker but not of the browser. */
const KEY = 'watchedTab';

export interface WatchedTab {
  demonstrationId: string;
  tabId: number;
  /** Whether it is filmed, too. */
  film: boolean;
}

/**
 * Tells when the offscreen document is gone while it watches a tab: the browser says so to nobody. The
 * document holds a lock for as long as it lives, and whoever waits for that gets it in the moment it dies.
 */
export function createWatcherGuard(lost: (watched: WatchedTab) => void) {
  let waiting = false;

  async function wait(): Promise<void> {
    if (waiting) return;
    waiting = true;
    await navigator.locks.request(WATCHER_LOCK, () => undefined);
    waiting = false;
    const watched = await read();
    if (!watched) return;
    await forget();
    lost(watched);
  }

  async function forget(): Promise<void> {
    await chrome.storage.session.remove(KEY);
  }

  return {
    /** A tab is watched from now on. */
    async note(watched: WatchedTab): Promise<void> {
      await chrome.storage.session.set({ [KEY]: watched });
      void wait();
    },
    /** Nothing is watched any more, so nothing can be lost. */
    forget,
    /** The film has ended by itself, which was said already. */
    async noteFilmOver(demonstrationId: string): Promise<void> {
      const watched = await read();
      if (watched?.demonstrationId !== demonstrationId) return;
      await chrome.storage.session.set({ [KEY]: { ...watched, film: false } });
    },
    /** For a service worker that has just started: the one before it waited in vain. */
    async goOn(): Promise<void> {
      if (await read()) void wait();
    },
  };
}

async function read(): Promise<WatchedTab | null> {
  const stored = await chrome.storage.session.get(KEY);
  return (stored[KEY] as WatchedTab | undefined) ?? null;
}
