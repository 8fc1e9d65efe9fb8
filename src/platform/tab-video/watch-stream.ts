import type { ScreenshotTimes } from '../../core/demonstration/screenshot-proof.ts';

/** What was seen of a tab, with when. */
export interface SeenFrame extends ScreenshotTimes {
  copy: FrameCopy;
}

/** A page at rest is looked at this often, so that there is a frame from after its last change. */
const LEAST_PER_SECOND = 10;
const MOST_PER_SECOND = 15;

/**
 * From capturing the tab until the frame is stamped. Measured: what a page painted was seen 14 to 40 ms
 * later, from its script on; the painting itself has its own allowance (PAINT_LAG_MS).
 */
const CAPTURE_MS = 50;

/** Chrome's own names, which no standard has. */
interface TabConstraints {
  mandatory: Record<string, string | number>;
}

/**
 * Watches a tab by the id of a stream (`tabCapture`), without its sound, which goes on being heard.
 * `seen` gets each frame, one after the other; `ended` is called once, when the stream ends by itself.
 * Rejects when the browser gives no stream. `signal` ends it.
 */
export async function watchStream(
  streamId: string,
  { width, height }: { width: number; height: number },
  { seen, ended }: { seen: (frame: SeenFrame) => void; ended: () => void },
  signal: AbortSignal,
): Promise<void> {
  const video: TabConstraints = {
    mandatory: {
      chromeMediaSource: 'tab',
      chromeMediaSourceId: streamId,
      ...{ minWidth: width, maxWidth: width, minHeight: height, maxHeight: height },
      ...{ minFrameRate: LEAST_PER_SECOND, maxFrameRate: MOST_PER_SECOND },
    },
  };
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: video as MediaTrackConstraints,
  });
  const [track] = stream.getVideoTracks();
  if (!track) throw new Error('the stream has no picture');
  const stop = (): void => track.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const { readable } = new MediaStreamTrackProcessor({ track });
  void readFrames(readable, seen, signal)
    .catch(() => undefined)
    .then(() => {
      stop();
      if (!signal.aborted) ended();
    });
}

async function readFrames(
  readable: ReadableStream<VideoFrame>,
  seen: (frame: SeenFrame) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = readable.getReader();
  /** Epoch ms of the zero of the frames' own clock: the least delay that was seen says it best. */
  let zero = Infinity;
  for (;;) {
    const { done, value: frame } = await reader.read();
    if (done) return;
    // Not `performance.now()`: this document outlives a sleep of the computer, over which that may stand still.
    const doneAt = Date.now();
    const stampedAt = frame.timestamp / 1000;
    zero = Math.min(zero, doneAt - stampedAt);
    // The browser has few frames to give: they are copied and given back at once.
    const copy = await copyFrame(frame).finally(() => frame.close());
    if (signal.aborted) return;
    seen({ requestedAt: zero + stampedAt - CAPTURE_MS, doneAt, copy });
  }
}

/** The pixels of a frame in memory of our own. */
interface FrameCopy {
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
  init: Omit<VideoFrameBufferInit, 'timestamp'>;
}

/** Copies what is shown of a frame. Rejects when the browser cannot read it. */
async function copyFrame(frame: VideoFrame): Promise<FrameCopy> {
  // A frame without a format is on the graphics card only.
  const options: VideoFrameCopyToOptions = frame.format === null ? { format: 'RGBA' } : {};
  const { width, height } = frame.visibleRect ?? {
    width: frame.codedWidth,
    height: frame.codedHeight,
  };
  const bytes = new Uint8Array(frame.allocationSize(options));
  const layout = await frame.copyTo(bytes, options);
  return {
    ...{ width, height, bytes },
    init: {
      format: frame.format ?? 'RGBA',
      codedWidth: width,
      codedHeight: height,
      layout,
      colorSpace: frame.colorSpace.toJSON(),
    },
  };
}

/** A frame of those pixels, to be closed by the caller. `timestamp` in µs. */
export function restoreFrame({ bytes, init }: FrameCopy, timestamp: number): VideoFrame {
  return new VideoFrame(bytes, { ...init, timestamp });
}
