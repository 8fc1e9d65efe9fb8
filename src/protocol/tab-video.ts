import type { ScreenshotTimes } from '../core/demonstration/screenshot-proof.ts';
import type { VideoChunk, VideoSegment } from '../core/demonstration/content.ts';
import type { Masks } from '../core/snapshot/masks.ts';

/** The lock that the offscreen document holds from the first tab it watches until it is gone. */
export const WATCHER_LOCK = 'watcher';

interface Size {
  width: number;
  height: number;
}

/** A frame that is remembered, unpainted, in memory. */
export interface RingFrame extends ScreenshotTimes {
  id: number;
}

/** Messages to the offscreen document about the tab it watches. */
export type TabVideo = {
  /** Watches a tab from now on, instead of what it watched before; `size` is the tab's, in device px. */
  'tab.watch': (data: {
    demonstrationId: string;
    tabId: number;
    streamId: string;
    size: Size;
    /** Whether what is seen is also encoded and handed out as chunks. */
    film: boolean;
  }) => { ok: true } | { ok: false; reason: string };
  /** Looks away for a pause, or again. False when it does not watch for that demonstration. */
  'tab.pause': (data: { demonstrationId: string; paused: boolean }) => boolean;
  /** Ends what it does, for that demonstration or any; true once the last chunk was written. */
  'tab.unwatch': (data: { demonstrationId: string | null }) => boolean;
  /** The frames of a tab that were there by then, newest first; none when it is not watched. */
  'ring.list': (data: { tabId: number; until: number }) => RingFrame[];
  /** One of them as an unpainted PNG of that size, showing that viewport; null when it is gone. */
  'ring.read': (data: { id: number; viewport: Size; size: Size }) => Uint8Array<ArrayBuffer> | null;
};

/** Messages from the offscreen document to the service worker. */
export type BackgroundFromFilm = {
  /** Where the tab's pixels must not be shown, now. */
  'video.masks': (data: { tabId: number }) => Masks | null;
  /** To be written. False when there is nothing to write it to: then the film is over. */
  'video.chunk': (data: { segment: VideoSegment; chunk: VideoChunk }) => boolean;
  /** The film ended by itself, and the user was informed. */
  'video.over': (data: { demonstrationId: string }) => true;
};

/** Messages to the extension's pages: they may make what the service worker may not. */
export type StreamLender = {
  /** The id of a stream of the tab, to be used at once, or why there is none, as a sentence. */
  'stream.lend': (data: {
    tabId: number;
  }) => { ok: true; streamId: string } | { ok: false; reason: string };
};
