import { describe, expect, it } from 'vitest';
import type { VideoChunk, VideoSegment } from '../../core/demonstration/content.ts';
import { chooseCodec, encodeSegment } from './encode.ts';
import { writeMp4 } from './write-mp4.ts';

const SIZE = { width: 320, height: 240 };
const STARTED_AT = 1_700_000_000_000;

/** Encodes frames of one colour each, at these times after the start. */
async function film(times: number[], colours: string[]) {
  const config = await chooseCodec(SIZE);
  if (!config) throw new Error('this browser encodes nothing');
  const chunks: VideoChunk[] = [];
  const segments: VideoSegment[] = [];
  const failures: string[] = [];
  const encoder = encodeSegment(
    config,
    { demonstrationId: 'demo', startedAt: STARTED_AT },
    (of, chunk) => {
      segments.push(of);
      chunks.push(chunk);
    },
    (reason) => failures.push(reason),
  );
  for (const [index, time] of times.entries()) {
    const canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = colours[index % colours.length] ?? '';
    context.fillRect(0, 0, SIZE.width, SIZE.height);
    encoder.add(new VideoFrame(canvas, { timestamp: 0 }), STARTED_AT + time);
    // One at a time: the encoder leaves frames out when it falls behind.
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await encoder.finish();
  expect(failures).toEqual([]);
  const [segment] = segments;
  if (!segment) throw new Error('nothing was encoded');
  return { segment, chunks };
}

async function* readOnce(chunks: VideoChunk[]): AsyncGenerator<VideoChunk> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function play(pieces: Uint8Array<ArrayBuffer>[]): Promise<HTMLVideoElement> {
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(new Blob(pieces, { type: 'video/mp4' }));
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(video.error?.message));
  });
  return video;
}

async function collect(segment: VideoSegment, chunks: VideoChunk[]) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of writeMp4(segment, () => readOnce(chunks))) pieces.push(piece);
  return pieces;
}

describe('a film as mp4', () => {
  it('plays, is as long as it took, and shows at each time what was there then', async () => {
    const times = [0, 100, 200, 300, 1300, 1400, 1500, 2900];
    const { segment, chunks } = await film(times, ['#f00', '#00f']);
    expect(chunks.flatMap(({ packets }) => packets.map(({ at }) => at))).toEqual(times);
    const video = await play(await collect(segment, chunks));
    expect([video.videoWidth, video.videoHeight]).toEqual([SIZE.width, SIZE.height]);
    // The last frame is shown for a tenth of a second.
    expect(video.duration).toBeCloseTo(3, 1);
    for (const [seconds, isRed] of [
      [0.05, true],
      [0.8, false],
      [1.35, true],
      [2.5, true],
    ] as const) {
      const seeked = new Promise((resolve) => (video.onseeked = resolve));
      video.currentTime = seconds;
      await seeked;
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(video, 0, 0);
      const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
      expect(red > blue, `at ${seconds}: ${red}, ${blue}`).toBe(isRed);
    }
  });

  it('of what was written before the browser was killed plays as well', async () => {
    const { segment, chunks } = await film([0, 500, 1000, 1500, 2000, 2500], ['#f00']);
    const [first] = chunks;
    if (!first || first.packets.length < 3) throw new Error('too few packets in a chunk');
    const video = await play(await collect(segment, [first]));
    const last = first.packets.at(-1)?.at ?? 0;
    expect(video.duration).toBeCloseTo((last + 100) / 1000, 1);
  });

  it('ends when its reader stops', async () => {
    const { segment, chunks } = await film([0, 100], ['#f00']);
    for await (const piece of writeMp4(segment, () => readOnce(chunks))) {
      expect(piece.byteLength).toBeGreaterThan(0);
      break;
    }
  });
});
