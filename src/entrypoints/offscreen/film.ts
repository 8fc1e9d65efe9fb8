import type { MaskReading } from '../../core/demonstration/mask-readings.ts';
import { findMasksOf } from '../../core/demonstration/mask-readings.ts';
import type { Masks } from '../../core/snapshot/masks.ts';
import { fitViewport } from '../../core/snapshot/fit-viewport.ts';
import { listPaintAreas } from '../../core/snapshot/paint-areas.ts';
import { MASK_FILL } from '../../platform/image/paint-over.ts';
import type { SegmentEncoder } from '../../platform/tab-video/encode.ts';
import { chooseCodec, encodeSegment } from '../../platform/tab-video/encode.ts';
import { restoreFrame } from '../../platform/tab-video/frame-copy.ts';
import type { SeenFrame } from '../../platform/tab-video/watch-stream.ts';
import { createChunkSender } from './send-chunks.ts';
import type { SendChunk } from './send-chunks.ts';

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
export function createFilm({ demonstrationId, readMasks, sendChunk, fail }: FilmPorts) {
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
    const toldAt = Date.now();
    readings = readings.filter((one) => toldAt - one.toldAt < READINGS_MS);
    readings.push({ askedAt, toldAt, masks });
    drained = drained.then(drain).catch((error: unknown) => fail(explain(error)));
    await drained;
  }

  async function drain(): Promise<void> {
    for (let frame = held[0]; frame; frame = held[0]) {
      const masks = findMasksOf(readings, { from: frame.requestedAt, until: frame.doneAt });
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

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
