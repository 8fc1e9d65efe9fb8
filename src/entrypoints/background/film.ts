import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { senderTo } from '../../platform/messages.ts';
import { openOffscreen } from '../../platform/offscreen.ts';
import { addVideoChunk } from '../../platform/store/video.ts';
import type { DataOf } from '../../protocol/message.ts';
import type { BackgroundFromFilm, StreamLender, TabVideo } from '../../protocol/tab-video.ts';
import { WATCHER_LOCK } from '../../protocol/tab-video.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { settleWithin } from '../../platform/settle-within.ts';
import { createQueue } from './tasks.ts';
import type { Keeping } from './turns/save-turn.ts';

const ANSWER_MS = 3000;
/** For the offscreen document to start. */
const OPENING_MS = 5000;
/** For what is still being encoded and written when a recording stops. */
const ENDING_MS = 5000;

/** Frames larger than this are scaled down: encoding and caching them would cost too much. */
const MOST_PIXELS = 1920 * 1200;

/** In session storage: kept over restarts of the service worker but not of the browser. */
const KEY = 'watchedTab';

interface WatchedTab {
  demonstrationId: string;
  tabId: number;
  /** Whether it is also filmed. */
  film: boolean;
}

const lender = senderTo<StreamLender>('panel');
const watcher = senderTo<TabVideo>('offscreen');

/**
 * Has the recorded tab watched while it is recorded, if the browser permits it: for a ring of its last frames as a second
 * source of screenshots, and for the film if the recording has `video`. The offscreen document watches and encodes; this
 * provides the stream and writes the chunks.
 */
export class Film {
  private readonly queue = createQueue();
  /** The demonstration to watch for, or the one that ended last. Null in a service worker that has just started. */
  private goal: { demonstrationId: string; isEnded: boolean } | null = null;
  private isWaitingForLoss = false;

  constructor(
    private readonly keeping: Pick<Keeping, 'db' | 'report'>,
    private readonly open: Pick<OpenDemonstration, 'get'>,
  ) {}

  begin(demonstration: Demonstration, tabId: number): void {
    this.goal = { demonstrationId: demonstration.id, isEnded: false };
    void this.inOrder(() => this.watchOrWarn(demonstration, tabId));
  }

  pause({ id }: Demonstration): void {
    const data = { demonstrationId: id, paused: true };
    void this.inOrder(() => settleWithin(watcher('tab.pause', data), ENDING_MS));
  }

  resume(demonstration: Demonstration): void {
    this.goal = { demonstrationId: demonstration.id, isEnded: false };
    void this.inOrder(async () => {
      const data = { demonstrationId: demonstration.id, paused: false };
      if (await settleWithin(watcher('tab.pause', data), ANSWER_MS)) return;
      // The browser was restarted, or the tab is closed: the tab in front is filmed from now on.
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      if (tab?.id !== undefined) await this.watchOrWarn(demonstration, tab.id);
    });
  }

  /** Resolves when the last chunk is written, within bounds; at once if nothing is filmed. */
  async end({ id, options }: Demonstration): Promise<void> {
    this.goal = { demonstrationId: id, isEnded: true };
    await forgetWatched();
    const unwatched = this.inOrder(async () => {
      await settleWithin(watcher('tab.unwatch', { demonstrationId: id }), ENDING_MS);
      // A watch that began meanwhile has noted its tab again.
      await forgetWatched();
    });
    if (options.video) await settleWithin(unwatched, ENDING_MS);
  }

  /** Continues in a service worker that has just started: the one before it waited for the loss. */
  async continueAfterRestart(): Promise<void> {
    if (await readWatched()) void this.waitForLoss();
  }

  /** Returns false if the chunk can't be written: the film then ends. */
  async saveChunk({ segment, chunk }: DataOf<BackgroundFromFilm, 'video.chunk'>): Promise<boolean> {
    if ((await this.open.get())?.id !== chunk.demonstrationId) return false;
    try {
      await addVideoChunk(await this.keeping.db(), segment, chunk);
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
      throw error;
    }
  }

  /** The film ended by itself and the user was informed. */
  async noteOver({ demonstrationId }: DataOf<BackgroundFromFilm, 'video.over'>): Promise<true> {
    const watched = await readWatched();
    if (watched?.demonstrationId === demonstrationId) {
      await writeWatched({ ...watched, film: false });
    }
    return true;
  }

  /** A stop right after a start finds what the start began. Never rejects. */
  private inOrder(task: () => Promise<unknown>): Promise<void> {
    return this.queue(task).then(
      () => undefined,
      () => undefined,
    );
  }

  /** Never fails: a tab that cannot be filmed is recorded without a film, and the user is informed. */
  private async watchOrWarn({ id, options }: Demonstration, tabId: number): Promise<void> {
    const refusal = await this.watch({ demonstrationId: id, film: options.video, tabId }).catch(
      (error: unknown) => `this page cannot be filmed (${String(error)}).`,
    );
    if (refusal !== null && options.video) {
      this.warn(`No video: ${refusal} The recording runs without it.`);
    }
  }

  /** Returns null when the tab is being watched, else a sentence that says why not. */
  private async watch(tab: WatchedTab): Promise<string | null> {
    const { demonstrationId, tabId, film } = tab;
    // A stream left over from another recording would block this one.
    await settleWithin(watcher('tab.unwatch', { demonstrationId: null }), ENDING_MS);
    const lent = await settleWithin(lender('stream.lend', { tabId }), ANSWER_MS);
    if (!lent?.ok) return lent?.reason ?? 'the side panel was closed.';
    const size = await measureTab(tabId);
    if ((await settleWithin(openOffscreen(), OPENING_MS)) === null) {
      return 'the part of Wayscribe that films did not start.';
    }
    // The recording may have been stopped meanwhile.
    if (this.goal?.isEnded !== false || this.goal.demonstrationId !== demonstrationId) return null;
    const data = { demonstrationId, tabId, streamId: lent.streamId, size, film };
    const answer = await settleWithin(watcher('tab.watch', data), ANSWER_MS);
    if (answer?.ok) {
      await writeWatched(tab);
      void this.waitForLoss();
      return null;
    }
    return `the browser did not let the tab be filmed (${answer?.reason ?? 'no answer'}).`;
  }

  /**
   * Starts watching again when the offscreen document dies. The browser has no event for that, but the document holds a
   * lock as long as it lives.
   */
  private async waitForLoss(): Promise<void> {
    if (this.isWaitingForLoss) return;
    this.isWaitingForLoss = true;
    await navigator.locks.request(WATCHER_LOCK, () => undefined);
    this.isWaitingForLoss = false;
    const watched = await readWatched();
    if (!watched) return;
    await forgetWatched();
    void this.inOrder(() => this.recover(watched));
  }

  private async recover(watched: WatchedTab): Promise<void> {
    const { demonstrationId, film } = watched;
    const demonstration = await this.open.get();
    if (demonstration?.id !== demonstrationId || demonstration.state !== 'recording') return;
    if (this.goal?.isEnded && this.goal.demonstrationId === demonstrationId) return;
    this.goal = { demonstrationId, isEnded: false };
    const refusal = await this.watch(watched).catch(String);
    if (!film) return;
    this.warn(
      refusal === null
        ? 'The video broke off: the part of Wayscribe that films was ended. What was filmed is kept, a second video begins here, and the recording went on all the time. Nothing needs to be done.'
        : 'The video ends here: the part of Wayscribe that films was ended. What was filmed is kept, and the recording goes on. To film again, press the Wayscribe button in the toolbar on that tab, then Pause and Resume.',
    );
  }

  private warn(message: string): void {
    this.keeping.report({ type: 'warning', about: 'recording', message });
  }
}

/** Returns the size of a tab in device px, even and at most MOST_PIXELS. */
async function measureTab(tabId: number): Promise<{ width: number; height: number }> {
  const [answer] = await chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: () => {
      const { innerWidth, innerHeight, devicePixelRatio } = globalThis as unknown as Record<
        'innerWidth' | 'innerHeight' | 'devicePixelRatio',
        number
      >;
      return { width: innerWidth * devicePixelRatio, height: innerHeight * devicePixelRatio };
    },
  });
  const { width, height } = answer?.result ?? { width: 1280, height: 720 };
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  return { width: makeEven(width * shrink), height: makeEven(height * shrink) };
}

/** Encoders require even sizes. */
function makeEven(px: number): number {
  return Math.max(2, 2 * Math.floor(px / 2));
}

async function readWatched(): Promise<WatchedTab | null> {
  const stored = await chrome.storage.session.get(KEY);
  return (stored[KEY] as WatchedTab | undefined) ?? null;
}

async function writeWatched(watched: WatchedTab): Promise<void> {
  await chrome.storage.session.set({ [KEY]: watched });
}

async function forgetWatched(): Promise<void> {
  await chrome.storage.session.remove(KEY);
}
