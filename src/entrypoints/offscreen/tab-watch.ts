import { senderTo } from '../../platform/messages.ts';
import { openNews } from '../../platform/news.ts';
import { watchStream } from '../../platform/tab-video/watch-stream.ts';
import type { DataOf, ReplyOf } from '../../protocol/message.ts';
import type { BackgroundFromFilm, RingFrame, TabVideo } from '../../protocol/tab-video.ts';
import { WATCHER_LOCK } from '../../protocol/tab-video.ts';
import { createFilm } from './film.ts';
import { createRing } from './ring.ts';

interface Watch {
  demonstrationId: string;
  tabId: number;
  ring: ReturnType<typeof createRing>;
  film: ReturnType<typeof createFilm> | null;
  paused: boolean;
  ending: AbortController;
}

/**
 * Watches one tab while it is recorded: the last frames are remembered (the ring), and if it is wanted
 * they are encoded (the film). Writes nothing: chunks go to the service worker.
 */
export function createTabWatch() {
  const order = senderTo<BackgroundFromFilm>('background');
  const tell = openNews();
  let watch: Watch | null = null;
  let holding: Promise<void> | null = null;

  /** Resolves when the lock is held; nothing but the end of this document gives it back. */
  function holdLock(): Promise<void> {
    return (holding ??= new Promise((resolve) => {
      void navigator.locks.request(WATCHER_LOCK, () => {
        resolve();
        return new Promise<never>(() => undefined);
      });
    }));
  }

  async function begin(
    data: DataOf<TabVideo, 'tab.watch'>,
  ): Promise<ReplyOf<TabVideo, 'tab.watch'>> {
    if (watch) await end(watch);
    const { demonstrationId, tabId, streamId, size } = data;
    const ending = new AbortController();
    const ring = createRing();
    const begun: Watch = { demonstrationId, tabId, ring, film: null, paused: false, ending };
    const over = (reason: string): void => {
      if (!begun.film) return;
      begun.film = null;
      void order('video.over', { demonstrationId }).catch(() => undefined);
      tell({
        type: 'warning',
        about: 'recording',
        message: `The video ends here (${reason}). What was filmed is kept, and the recording goes on.`,
      });
    };
    if (data.film) {
      begun.film = createFilm({
        demonstrationId,
        readMasks: () => order('video.masks', { tabId }),
        sendChunk: (chunk) => order('video.chunk', chunk),
        fail: over,
      });
    }
    const seen: Parameters<typeof watchStream>[2]['seen'] = (frame) => {
      if (begun.paused) return;
      ring.add(frame);
      begun.film?.add(frame);
    };
    const ended = (): void => {
      void begun.film?.rest().then(() => over('the tab was closed or its capture was ended'));
      ring.forget();
      if (watch === begun) watch = null;
    };
    await holdLock();
    try {
      await watchStream(streamId, size, { seen, ended }, ending.signal);
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
    watch = begun;
    return { ok: true };
  }

  async function end(ended: Watch): Promise<void> {
    ended.paused = true;
    if (watch === ended) watch = null;
    await ended.film?.rest();
    ended.ending.abort();
  }

  function of(demonstrationId: string): Watch | null {
    return watch?.demonstrationId === demonstrationId ? watch : null;
  }

  async function pause({
    demonstrationId,
    paused,
  }: DataOf<TabVideo, 'tab.pause'>): Promise<boolean> {
    const found = of(demonstrationId);
    if (!found) return false;
    found.paused = paused;
    found.ring.forget();
    if (paused) await found.film?.rest();
    return true;
  }

  return {
    'tab.watch': begin,
    'tab.pause': pause,
    'tab.unwatch': async ({
      demonstrationId,
    }: DataOf<TabVideo, 'tab.unwatch'>): Promise<boolean> => {
      const found = demonstrationId === null ? watch : of(demonstrationId);
      if (found) await end(found);
      return found !== null;
    },
    'ring.list': ({ tabId, until }: DataOf<TabVideo, 'ring.list'>): RingFrame[] =>
      watch?.tabId === tabId ? watch.ring.list(until) : [],
    'ring.read': async (data: DataOf<TabVideo, 'ring.read'>) =>
      (await watch?.ring.read(data)) ?? null,
  };
}
