import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { senderTo } from '../../platform/messages.ts';
import { openOffscreen } from '../../platform/offscreen.ts';
import { addVideoChunk } from '../../platform/store/video.ts';
import type { DataOf } from '../../protocol/message.ts';
import type { BackgroundFromFilm, StreamLender, TabVideo } from '../../protocol/tab-video.ts';
import { WATCHER_LOCK } from '../../protocol/tab-video.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { settleWithin } from './settle-within.ts';
import type { Keeping } from './turns/save-turn.ts';
import { readMasks } from './turns/screenshots.ts';

const ANSWER_MS = 3000;
/** For the offscreen document to be there. */
const OPENING_MS = 5000;
/** For what is still being encoded and written when a recording stops. */
const ENDING_MS = 5000;

/** Frames larger than this are scaled down: encoding and remembering them would cost too much. */
const MOST_PIXELS = 1920 * 1200;

const lender = senderTo<StreamLender>('panel');
const watcher = senderTo<TabVideo>('offscreen');

interface Size {
  width: number;
  height: number;
}

/**
 * Has the recorded tab watched while it is recorded, where the browser grants it: a ring of its last
 * frames as a second source of screenshots, and the film if the recording was begun with `video`. The
 * offscreen document does the watching; this gives it the stream and writes what it makes.
 */
export function createFilm(
  { db, report }: Pick<Keeping, 'db' | 'report'>,
  open: OpenDemonstration,
) {
  let before: Promise<void> = Promise.resolve();
  /** The demonstration for which a tab is to be watched. */
  let wanted: string | null = null;
  /** The demonstration that is being stopped, or was last. */
  let ended: string | null = null;
  const guard = createWatcherGuard((watched) => void inTurn(() => recover(watched)));

  /** One after the other: a stop right behind a start finds what the start began. Never rejects. */
  function inTurn(order: () => Promise<unknown>): Promise<void> {
    const done = before.then(order).then(
      () => undefined,
      () => undefined,
    );
    before = done;
    return done;
  }

  /** Never fails: a tab that cannot be filmed is recorded without a film, and the user is informed. */
  async function begin({ id, options }: Demonstration, tabId: number): Promise<void> {
    const refusal = await watch(id, options.video, tabId).catch(
      (error: unknown) => `this page cannot be filmed (${String(error)}).`,
    );
    if (refusal === null || !options.video) return;
    const message = `No video: ${refusal} The recording runs without it.`;
    report({ type: 'warning', about: 'recording', message });
  }

  /** Null when the tab is being watched, else a sentence that says why not. */
  async function watch(
    demonstrationId: string,
    film: boolean,
    tabId: number,
  ): Promise<string | null> {
    // What was left over from another recording would keep the stream.
    await settleWithin(watcher('tab.unwatch', { demonstrationId: null }), ENDING_MS);
    const lent = await settleWithin(lender('stream.lend', { tabId }), ANSWER_MS);
    if (!lent?.ok) return lent?.reason ?? 'the side panel was closed.';
    const size = await measureTab(tabId);
    if ((await settleWithin(openOffscreen(), OPENING_MS)) === null) {
      return 'the part of Wayscribe that films did not start.';
    }
    // It may have been stopped meanwhile.
    if (wanted !== demonstrationId) return null;
    const data = { demonstrationId, tabId, streamId: lent.streamId, size, film };
    const answer = await settleWithin(watcher('tab.watch', data), ANSWER_MS);
    if (answer?.ok) {
      await guard.note({ demonstrationId, tabId, film });
      return null;
    }
    return `the browser did not let the tab be filmed (${answer?.reason ?? 'no answer'}).`;
  }

  async function resume(demonstration: Demonstration): Promise<void> {
    const data = { demonstrationId: demonstration.id, paused: false };
    if (await settleWithin(watcher('tab.pause', data), ANSWER_MS)) return;
    // The browser was ended in between, or the tab is closed: what is in front now is filmed.
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    if (tab?.id !== undefined) await begin(demonstration, tab.id);
  }

  /** The offscreen document was ended in the middle of it: a new one goes on, where it may. */
  async function recover({ demonstrationId, tabId, film }: WatchedTab): Promise<void> {
    const demonstration = await open.get();
    const goesOn = demonstration?.id === demonstrationId && demonstration.state === 'recording';
    if (!goesOn || ended === demonstrationId) return;
    wanted = demonstrationId;
    const refusal = await watch(demonstrationId, film, tabId).catch(String);
    if (!film) return;
    const message =
      refusal === null
        ? 'The video broke off: the part of Wayscribe that films was ended. What was filmed is kept, a second video begins here, and the recording went on all the time. Nothing needs to be done.'
        : 'The video ends here: the part of Wayscribe that films was ended. What was filmed is kept, and the recording goes on. To film again, press the Wayscribe button in the toolbar on that tab, then Pause and Resume.';
    report({ type: 'warning', about: 'recording', message });
  }

  async function takeChunk({
    segment,
    chunk,
  }: DataOf<BackgroundFromFilm, 'video.chunk'>): Promise<boolean> {
    if ((await open.get())?.id !== chunk.demonstrationId) return false;
    try {
      await addVideoChunk(await db(), segment, chunk);
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
      throw error;
    }
  }

  return {
    begin(demonstration: Demonstration, tabId: number): Promise<void> {
      wanted = demonstration.id;
      return inTurn(() => begin(demonstration, tabId));
    },
    pause: ({ id }: Demonstration) =>
      inTurn(() =>
        settleWithin(watcher('tab.pause', { demonstrationId: id, paused: true }), ENDING_MS),
      ),
    resume(demonstration: Demonstration): Promise<void> {
      wanted = demonstration.id;
      return inTurn(() => resume(demonstration));
    },
    /** Resolves when the last chunk is written, within bounds; at once where nothing is filmed. */
    async end({ id, options }: Demonstration): Promise<void> {
      wanted = null;
      ended = id;
      await guard.forget();
      const unwatched = inTurn(async () => {
        await settleWithin(watcher('tab.unwatch', { demonstrationId: id }), ENDING_MS);
        // What was begun meanwhile has noted it again.
        await guard.forget();
      });
      if (options.video) await settleWithin(unwatched, ENDING_MS);
    },
    /** For a service worker that has just started. */
    goOn: () => guard.goOn(),
    /** Answers to the offscreen document. */
    answers: {
      'video.masks': async ({ tabId }: DataOf<BackgroundFromFilm, 'video.masks'>) =>
        readMasks(tabId),
      'video.chunk': takeChunk,
      'video.over': async ({
        demonstrationId,
      }: DataOf<BackgroundFromFilm, 'video.over'>): Promise<true> => {
        await guard.noteFilmOver(demonstrationId);
        return true;
      },
    },
  };
}

export type Film = ReturnType<typeof createFilm>;

/** Of the tab in device px, even and not larger than what is filmed. */
async function measureTab(tabId: number): Promise<Size> {
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

/** Encoders want even sizes. */
function makeEven(px: number): number {
  return Math.max(2, 2 * Math.floor(px / 2));
}

/** The watched tab, kept over restarts of the service worker but not of the browser. */
const KEY = 'watchedTab';

interface WatchedTab {
  demonstrationId: string;
  tabId: number;
  /** Whether it is filmed, too. */
  film: boolean;
}

/**
 * Reports when the offscreen document dies while it watches a tab; the browser has no event for it. The document
 * holds a lock as long as it lives, so waiting for that lock ends at that moment.
 */
function createWatcherGuard(lost: (watched: WatchedTab) => void) {
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
