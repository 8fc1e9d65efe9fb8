import { joinBytes } from '../../core/bytes.ts';
import type { VideoChunk, VideoPacket, VideoSegment } from '../../core/demonstration/content.ts';

/** All of these go into mp4; the first that the browser can encode is used. */
const CODECS = ['avc1.640032', 'avc1.4D0032', 'avc1.42E032', 'vp09.00.50.08'];

const BITS_PER_SECOND = 2_500_000;

/** Players can jump to key frames only. */
const KEY_EVERY_MS = 4000;

/** What is encoded is handed out this often: what is lost if the browser is killed. */
const CHUNK_MS = 500;

/** More frames waiting than this, and some are left out. */
const MOST_WAITING = 8;

type Handout = (segment: VideoSegment, chunk: VideoChunk) => void;

export interface SegmentEncoder {
  readonly width: number;
  readonly height: number;
  /** Takes a frame over, in order of `at` (epoch ms). */
  add(frame: VideoFrame, at: number): void;
  /** Hands out the rest. */
  finish(): Promise<void>;
}

/** Null when the browser has no encoder for such frames. */
export async function chooseCodec(size: {
  width: number;
  height: number;
}): Promise<VideoEncoderConfig | null> {
  for (const codec of CODECS) {
    const config: VideoEncoderConfig = {
      codec,
      ...{ width: size.width, height: size.height },
      bitrate: BITS_PER_SECOND,
      latencyMode: 'realtime',
      ...(codec.startsWith('avc1') && { avc: { format: 'avc' } }),
    };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported) return config;
  }
  return null;
}

/** Encodes a segment, which begins at `startedAt`. `fail` is called at most once, when it cannot go on. */
export function encodeSegment(
  config: VideoEncoderConfig,
  { demonstrationId, startedAt }: { demonstrationId: string; startedAt: number },
  handOut: Handout,
  fail: (reason: string) => void,
): SegmentEncoder {
  const { width, height, codec } = config;
  let segment: VideoSegment = {
    ...{ demonstrationId, startedAt, width, height, codec },
    description: null,
  };
  let packets: VideoPacket[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let lastKeyAt = -Infinity;
  let lastUs = -1000;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const encoder = new VideoEncoder({
    output: (encoded, metadata) => {
      const description = metadata?.decoderConfig?.description;
      if (description) segment = { ...segment, description: toBytes(description) };
      const bytes = new Uint8Array(encoded.byteLength);
      encoded.copyTo(bytes);
      packets.push({
        at: encoded.timestamp / 1000,
        size: bytes.byteLength,
        key: encoded.type === 'key',
      });
      parts.push(bytes);
      timer ??= setTimeout(hand, CHUNK_MS);
    },
    error: (error) => fail(error.message),
  });
  encoder.configure(config);

  function hand(): void {
    clearTimeout(timer);
    timer = undefined;
    const [first] = packets;
    if (!first) return;
    const chunk = {
      ...{ demonstrationId, segment: startedAt, at: startedAt + first.at, packets },
      bytes: joinBytes(parts),
    };
    packets = [];
    parts = [];
    handOut(segment, chunk);
  }

  return {
    width,
    height,
    add(frame, at) {
      try {
        if (encoder.state !== 'configured' || encoder.encodeQueueSize > MOST_WAITING) return;
        // Strictly growing, whatever the clock did.
        const us = Math.max(lastUs + 1000, Math.round((at - startedAt) * 1000));
        lastUs = us;
        const keyFrame = at - lastKeyAt >= KEY_EVERY_MS;
        if (keyFrame) lastKeyAt = at;
        const stamped = new VideoFrame(frame, { timestamp: us });
        encoder.encode(stamped, { keyFrame });
        stamped.close();
      } finally {
        frame.close();
      }
    },
    async finish() {
      try {
        await encoder.flush();
        encoder.close();
      } catch {
        // An error has closed it before.
      }
      hand();
    },
  };
}

function toBytes(source: AllowSharedBufferSource): Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}
