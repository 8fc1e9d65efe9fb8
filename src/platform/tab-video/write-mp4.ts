import type { StreamTargetChunk, VideoCodec } from 'mediabunny';
import {
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny';
import type { VideoChunk, VideoSegment } from '../../core/demonstration/content.ts';

/** How long the last frame is shown: nothing tells. */
const LAST_MS = 100;

/**
 * The segment as an ordinary mp4 file, with its duration and its index, in pieces from start to end. The
 * muxer goes back to fill in lengths that it learns at the end, so it runs twice: once to learn what it
 * goes back for, and once to hand out the pieces with that filled in. No more than one chunk is held.
 */
export async function* writeMp4(
  segment: VideoSegment,
  readChunks: () => AsyncIterable<VideoChunk>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const later: StreamTargetChunk[] = [];
  let end = 0;
  const learn = new WritableStream<StreamTargetChunk>({
    write(piece) {
      if (piece.position < end) later.push({ ...piece, data: piece.data.slice() });
      else end = piece.position + piece.data.byteLength;
    },
  });
  await mux(segment, readChunks(), learn);

  let at = 0;
  const pieces = new TransformStream<StreamTargetChunk, Uint8Array<ArrayBuffer>>({
    transform({ data, position }, controller) {
      if (position < at) return;
      if (position > at) throw new Error('the video has a gap');
      const whole = data.slice();
      for (const patch of later) overwrite(whole, position, patch);
      at += whole.byteLength;
      controller.enqueue(whole);
    },
  });
  const muxed = mux(segment, readChunks(), pieces.writable);
  // Heard below; a reader that stops early makes it fail, too.
  muxed.catch(() => undefined);
  const reader = pieces.readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    await muxed;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function mux(
  { width, height, codec, description }: VideoSegment,
  chunks: AsyncIterable<VideoChunk>,
  writable: WritableStream<StreamTargetChunk>,
): Promise<void> {
  const source = new EncodedVideoPacketSource(nameCodec(codec));
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(writable),
  });
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = {
    ...{ codec, codedWidth: width, codedHeight: height },
    ...(description && { description }),
  };
  for await (const packet of listPackets(chunks)) await source.add(packet, { decoderConfig });
  await output.finalize();
}

/** Each with how long it is shown: until the next one. */
async function* listPackets(chunks: AsyncIterable<VideoChunk>): AsyncGenerator<EncodedPacket> {
  let held: { bytes: Uint8Array; at: number; key: boolean } | null = null;
  for await (const { packets, bytes } of chunks) {
    let from = 0;
    for (const { at, size, key } of packets) {
      if (held) yield makePacket(held, at - held.at);
      held = { bytes: bytes.subarray(from, from + size), at, key };
      from += size;
    }
  }
  if (held) yield makePacket(held, LAST_MS);
}

function makePacket(
  { bytes, at, key }: { bytes: Uint8Array; at: number; key: boolean },
  forMs: number,
): EncodedPacket {
  return new EncodedPacket(bytes, key ? 'key' : 'delta', at / 1000, forMs / 1000);
}

function nameCodec(codec: string): VideoCodec {
  return codec.startsWith('avc1') ? 'avc' : 'vp9';
}

function overwrite(
  whole: Uint8Array,
  position: number,
  { data, position: from }: StreamTargetChunk,
): void {
  for (const [index, byte] of data.entries()) {
    const at = from + index - position;
    if (at >= 0 && at < whole.byteLength) whole[at] = byte;
  }
}
