import { describeError } from '../../core/describe-error.ts';
import type { VideoChunk, VideoSegment } from '../../core/demonstration/content.ts';
import type { MaskReading } from '../../core/demonstration/screenshot-proof.ts';
import { findMasksForFrame } from '../../core/demonstration/screenshot-proof.ts';
import { fitViewport, listPaintAreas, MASK_FILL } from '../../core/snapshot/image-areas.ts';
import type { Masks } from '../../core/snapshot/masks.ts';
import { holdForLife } from '../../platform/life-lock.ts';
import type { Handlers } from '../../platform/messages.ts';
import { senderTo } from '../../platform/messages.ts';
import { openNews } from '../../platform/news.ts';
import type { SegmentEncoder } from '../../platform/tab-video/encode.ts';
import { chooseCodec, encodeSegment } from '../../platform/tab-video/encode.ts';
import type { SeenFrame } from '../../platform/tab-video/watch-stream.ts';
import { restoreFrame, watchStream } from '../../platform/tab-video/watch-stream.ts';
import type { DataOf, ReplyOf } from '../../protocol/message.ts';
import type { BackgroundFromFilm, RingFrame, TabVideo } from '../../protocol/tab-video.ts';
import { WATCHER_LOCK } from '../../protocol/tab-video.ts';

/** A tab that is watched while it is recorded. */
interface Watch {
  demonstrationId: string;
  tabId: number;
  ring: ReturnType<typeof createRing>;
  film: ReturnType<typeof createFilm> | null;
  paused: boolean;
  ending: AbortController;
}

const order = senderTo<BackgroundFromFilm>('background');

export function createTabWatch(): Handlers<TabVideo> {
  const watcher = new TabWatcher();
  return {
    'tab.watch': (data) => watcher.begin(data),
    'tab.pause': (data) => watcher.pause(data),
    'tab.unwatch': ({ demonstrationId }) => watcher.unwatch(demonstrationId),
    'ring.list': ({ tabId, until }) =>
      watcher.watch?.tabId === tabId ? watcher.watch.ring.list(until) : [],
    'ring.read': async (data) => (await watcher.watch?.ring.read(data)) ?? null,
  };
}

/**
 * Watches one tab while it is recorded: the last frames are remembered (the ring), and if it is wanted
 * they are encoded (the film). Writes nothing: chunks go to the service worker.
 */
class TabWatcher {
  watch: Watch | null = null;
  private readonly report = openNews();

  async begin(data: DataOf<TabVideo, 'tab.watch'>): Promise<ReplyOf<TabVideo, 'tab.watch'>> {
    if (this.watch) await this.end(this.watch);
    const { demonstrationId, tabId, streamId, size } = data;
    const [ring, ending] = [createRing(), new AbortController()];
    const begun: Watch = { demonstrationId, tabId, ring, film: null, paused: false, ending };
    if (data.film) {
      begun.film = createFilm({
        demonstrationId,
        readMasks: () => order('video.masks', { tabId }),
        sendChunk: (chunk) => order('video.chunk', chunk),
        fail: (reason) => this.endFilm(begun, reason),
      });
    }
    const seen = (frame: SeenFrame): void => {
      if (begun.paused) return;
      ring.add(frame);
      begun.film?.add(frame);
    };
    const ended = (): void => {
      const reason = 'the tab was closed or its capture was ended';
      void begun.film?.rest().then(() => this.endFilm(begun, reason));
      ring.forget();
      if (this.watch === begun) this.watch = null;
    };
    await holdForLife(WATCHER_LOCK);
    try {
      await watchStream(streamId, size, { seen, ended }, ending.signal);
    } catch (error) {
      return { ok: false, reason: describeError(error) };
    }
    this.watch = begun;
    return { ok: true };
  }

  async pause({ demonstrationId, paused }: DataOf<TabVideo, 'tab.pause'>): Promise<boolean> {
    const found = this.find(demonstrationId);
    if (!found) return false;
    found.paused = paused;
    found.ring.forget();
    if (paused) await found.film?.rest();
    return true;
  }

  async unwatch(demonstrationId: string | null): Promise<boolean> {
    const found = demonstrationId === null ? this.watch : this.find(demonstrationId);
    if (found) await this.end(found);
    return found !== null;
  }

  private find(demonstrationId: string): Watch | null {
    return this.watch?.demonstrationId === demonstrationId ? this.watch : null;
  }

  private async end(ended: Watch): Promise<void> {
    ended.paused = true;
    if (this.watch === ended) this.watch = null;
    await ended.film?.rest();
    ended.ending.abort();
  }

  private endFilm(watch: Watch, reason: string): void {
    if (!watch.film) return;
    watch.film = null;
    void order('video.over', { demonstrationId: watch.demonstrationId }).catch(() => undefined);
    this.report({
      type: 'warning',
      about: 'recording',
      message: `The video ends here (${reason}). What was filmed is kept, and the recording goes on.`,
    });
  }
}

/** Enough for what a person begins by pressing for a while. */
const REMEMBERED = 40;
const MOST_BYTES = 96 * 1024 * 1024;

/** Remembers the last frames, in memory and unpainted. */
function createRing() {
  /** Oldest first. */
  let frames: (SeenFrame & { id: number })[] = [];
  let lastId = 0;

  function add(frame: SeenFrame): void {
    lastId += 1;
    frames.push({ ...frame, id: lastId });
    const room = Math.max(1, Math.floor(MOST_BYTES / frame.copy.bytes.byteLength));
    frames = frames.slice(-Math.min(REMEMBERED, room));
  }

  function list(until: number): RingFrame[] {
    return frames
      .filter(({ doneAt }) => doneAt <= until)
      .map(({ id, requestedAt, doneAt }) => ({ id, requestedAt, doneAt }))
      .reverse();
  }

  /** Without the bars that the browser adds, and at the size a screenshot has. */
  async function read({
    id,
    viewport,
    size,
  }: DataOf<TabVideo, 'ring.read'>): Promise<Uint8Array<ArrayBuffer> | null> {
    const found = frames.find((frame) => frame.id === id);
    if (!found) return null;
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (!context) return null;
    const { x, y, width, height } = fitViewport(viewport, found.copy);
    const frame = restoreFrame(found.copy, 0);
    context.drawImage(frame, x, y, width, height, 0, 0, size.width, size.height);
    frame.close();
    const png = await canvas.convertToBlob({ type: 'image/png' });
    return new Uint8Array(await png.arrayBuffer());
  }

  return { add, list, read, forget: (): void => void (frames = []) };
}

/** How often the page is asked where its secrets are. */
const READ_EVERY_MS = 200;
/** Readings older than this say nothing of a frame that still waits. */
const READINGS_MS = 5000;
/** Frames that wait for a reading; a page that does not answer for longer loses some. */
const MOST_HELD = 30;

export interface FilmPorts {
  demonstrationId: string;
  readMasks: () => Promise<Masks | null>;
  sendChunk: SendChunk;
  /** Called once: no more will be filmed. */
  fail: (reason: string) => void;
}

/**
 * Encodes the frames of a tab, each painted over where nothing must be seen. A frame is held until it is
 * known where that was before it and after it; if the page moved in between, all of it is painted.
 */
function createFilm({ demonstrationId, readMasks, sendChunk, fail }: FilmPorts) {
  const sender = createChunkSender(sendChunk, () => fail('it could not be written'));
  let held: SeenFrame[] = [];
  let readings: MaskReading[] = [];
  let reading: Promise<void> | null = null;
  let encoder: SegmentEncoder | null = null;
  let config: VideoEncoderConfig | null = null;
  let drained: Promise<void> = Promise.resolve();

  function add(frame: SeenFrame): void {
    held.push(frame);
    if (held.length > MOST_HELD) held.shift();
    const last = readings.at(-1)?.askedAt ?? 0;
    if (!reading && frame.doneAt - last >= READ_EVERY_MS) void ask();
  }

  function ask(): Promise<void> {
    return (reading ??= take().finally(() => {
      reading = null;
    }));
  }

  async function take(): Promise<void> {
    const askedAt = Date.now();
    const masks = await readMasks().catch(() => null);
    const reportedAt = Date.now();
    readings = readings.filter((one) => reportedAt - one.answeredAt < READINGS_MS);
    readings.push({ askedAt, answeredAt: reportedAt, masks });
    drained = drained.then(drain).catch((error: unknown) => fail(describeError(error)));
    await drained;
  }

  async function drain(): Promise<void> {
    for (let frame = held[0]; frame; frame = held[0]) {
      const masks = findMasksForFrame(readings, { from: frame.requestedAt, until: frame.doneAt });
      if (masks === 'later') return;
      held.shift();
      if (masks !== 'early') await encode(frame, masks);
    }
  }

  async function encode(frame: SeenFrame, masks: Masks | 'all'): Promise<void> {
    const { width, height } = frame.copy;
    if (encoder && (encoder.width !== width || encoder.height !== height)) await endSegment();
    if (config?.width !== width || config.height !== height) {
      config = await chooseCodec({ width, height });
    }
    if (!config) throw new Error('this browser cannot encode video');
    const startedAt = Math.round(frame.requestedAt);
    encoder ??= encodeSegment(config, { demonstrationId, startedAt }, sender.send, fail);
    encoder.add(paint(frame, masks), frame.requestedAt);
  }

  async function endSegment(): Promise<void> {
    const ended = encoder;
    encoder = null;
    await ended?.finish();
  }

  /** Ends the segment with what was seen so far; what is added later begins another. */
  async function rest(): Promise<void> {
    await reading;
    await ask();
    held = [];
    readings = [];
    await endSegment();
    await sender.settle();
  }

  return { add, rest };
}

/** A frame to be encoded, with nothing to be seen where nothing must be. */
function paint({ copy }: SeenFrame, masks: Masks | 'all'): VideoFrame {
  const frame = restoreFrame(copy, 0);
  const { width, height } = copy;
  const areas =
    masks === 'all'
      ? [{ left: 0, top: 0, right: width, bottom: height }]
      : listPaintAreas(masks.boxes, { ...fitViewport(masks, copy), width, height });
  if (areas.length === 0) return frame;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser gives no canvas to paint on');
  context.drawImage(frame, 0, 0);
  frame.close();
  context.fillStyle = MASK_FILL;
  for (const { left, top, right, bottom } of areas) {
    context.fillRect(left, top, right - left, bottom - top);
  }
  return new VideoFrame(canvas, { timestamp: 0 });
}

/** True when it is written. */
type SendChunk = (data: { segment: VideoSegment; chunk: VideoChunk }) => Promise<boolean>;

/** A service worker that is just being started may miss a message. */
const TRIES = 4;
const AGAIN_MS = 500;

/** Sends chunks one after the other; `giveUp` is called once when they cannot be written any more. */
function createChunkSender(sendChunk: SendChunk, giveUp: () => void) {
  let last: Promise<void> = Promise.resolve();
  let isOver = false;

  async function sendOne(segment: VideoSegment, chunk: VideoChunk): Promise<void> {
    if (isOver || (await isWritten(sendChunk, { segment, chunk }))) return;
    isOver = true;
    giveUp();
  }

  return {
    send: (segment: VideoSegment, chunk: VideoChunk): void => {
      last = last.then(() => sendOne(segment, chunk));
    },
    /** Resolves when what was sent so far is written, or is not going to be. */
    settle: (): Promise<void> => last,
  };
}

async function isWritten(
  sendChunk: SendChunk,
  data: { segment: VideoSegment; chunk: VideoChunk },
): Promise<boolean> {
  for (let left = TRIES; left > 0; left -= 1) {
    const answer = await sendChunk(data).catch(() => null);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return false;
}
