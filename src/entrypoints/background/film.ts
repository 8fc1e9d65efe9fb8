import type { Demonstration } from '../../core/demonstration/demonstration.ts';
import { senderTo } from '../../platform/messages.ts';
import { openOffscreen } from '../../platform/offscreen.ts';
import { addVideoChunk } from '../../platform/store/video.ts';
import type { DataOf } from '../../protocol/message.ts';
import type { BackgroundFromFilm, StreamLender, TabVideo } from '../../protocol/tab-video.ts';
import type { Keeping } from './keep-turn.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { readMasks } from './read-masks.ts';
import { settleWithin } from './settle-within.ts';

const ANSWER_MS = 3000;
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
export function createFilm({ db, tell }: Pick<Keeping, 'db' | 'tell'>, open: OpenDemonstration) {
  let before: Promise<void> = Promise.resolve();
  /** The demonstration for which a tab is to be watched. */
  let wanted: string | null = null;

  /** One after the other: a stop right behind a start finds what the start began. Never rejects. */
  function inTurn(order: () => Promise<unknown>): Promise<void> {
    const done = before.then(order).then(
      () => undefined,
      () => undefined,
    );
    before = done;
    return done;
  }

  /** Never fails: what cannot be filmed is recorded all the same, and the user is told. */
  async function begin({ id, options }: Demonstration, tabId: number): Promise<void> {
    const refusal = await watch(id, options.video, tabId).catch(
      (error: unknown) => `this page cannot be filmed (${String(error)}).`,
    );
    if (refusal === null || !options.video) return;
    tell({ type: 'warning', message: `No video: ${refusal} The recording runs without it.` });
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
    await openOffscreen();
    // It may have been stopped meanwhile.
    if (wanted !== demonstrationId) return null;
    const data = { demonstrationId, tabId, streamId: lent.streamId, size, film };
    const answer = await settleWithin(watcher('tab.watch', data), ANSWER_MS);
    if (answer?.ok) return null;
    return `the browser did not let the tab be filmed (${answer?.reason ?? 'no answer'}).`;
  }

  async function resume(demonstration: Demonstration): Promise<void> {
    const data = { demonstrationId: demonstration.id, paused: false };
    if (await settleWithin(watcher('tab.pause', data), ANSWER_MS)) return;
    // The browser was ended in between, or the tab is closed: what is in front now is filmed.
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    if (tab?.id !== undefined) await begin(demonstration, tab.id);
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
      const ended = inTurn(() =>
        settleWithin(watcher('tab.unwatch', { demonstrationId: id }), ENDING_MS),
      );
      if (options.video) await settleWithin(ended, ENDING_MS);
    },
    /** Answers to the offscreen document. */
    answers: {
      'video.masks': async ({ tabId }: DataOf<BackgroundFromFilm, 'video.masks'>) =>
        readMasks(tabId),
      'video.chunk': takeChunk,
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
