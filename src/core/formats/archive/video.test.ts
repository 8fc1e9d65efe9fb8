import { describe, expect, it } from 'vitest';
import type { VideoChunk, VideoSegment } from '../../demonstration/content.ts';
import { startDemonstration, setDemonstrationState } from '../../demonstration/recording-state.ts';
import type { Files } from '../import.fixture.ts';
import { collectFiles, makePorts, makeSource, toContent } from '../import.fixture.ts';
import { listArchiveFiles } from './archive.ts';
import { readArchive } from '../read-demonstration.ts';

const begun = startDemonstration({
  ...{ id: 'demo', at: 1, title: '', userAgent: '', timezoneOffsetMinutes: 0, recorder: '0' },
});
const demonstration = setDemonstrationState(begun, 'stopped', 900);

const segments: VideoSegment[] = [100, 500].map((startedAt) => ({
  ...{ demonstrationId: 'demo', startedAt, width: 64, height: 48, codec: 'avc1.640032' },
  description: Uint8Array.of(1, 0, 255),
}));

function makeChunk(segment: number, at: number): VideoChunk {
  const packets = [
    { at: at - segment, size: 2, key: true },
    { at: at - segment + 1, size: 1, key: false },
  ];
  const bytes = Uint8Array.of(at % 256, 2, 3);
  return { demonstrationId: 'demo', segment, at, packets, bytes };
}

async function* readChunks({ startedAt }: VideoSegment): AsyncGenerator<VideoChunk> {
  for (const at of [startedAt, startedAt + 50])
    yield await Promise.resolve(makeChunk(startedAt, at));
}

function listFiles(): Promise<Files> {
  const read = () => Promise.resolve(null);
  return collectFiles(
    listArchiveFiles({
      ...{ demonstration, turns: [], read },
      // The store notes more of a segment than what it is.
      video: { segments: segments.map((one) => ({ ...one, bytes: 6 })), readChunks },
    }),
  );
}

const open = (files: Files) => readArchive(makeSource(files, 7), '', makePorts(new Map()));

async function readAll(files: Files): Promise<VideoChunk[]> {
  const { video } = await open(files);
  const chunks: VideoChunk[] = [];
  for (const segment of video?.segments ?? []) {
    for await (const chunk of video?.readChunks(segment) ?? []) chunks.push(chunk);
  }
  return chunks;
}

describe('the film in an archive', () => {
  it('comes back segment by segment, and goes into the next archive as it was', async () => {
    const files = await listFiles();
    const read = await open(files);
    expect(read.video?.segments).toEqual(segments);
    expect(await readAll(files)).toEqual(
      [100, 150].map((at) => makeChunk(100, at)).concat([500, 550].map((at) => makeChunk(500, at))),
    );
    const again = await collectFiles(listArchiveFiles(toContent(read, new Map())));
    const listVideo = (all: Files) => [...all].filter(([path]) => path.startsWith('video'));
    expect(listVideo(again)).toHaveLength(5);
    expect(listVideo(again)).toEqual(listVideo(files));
  });

  it('is refused where a chunk is not as long as its packets, or a segment comes twice', async () => {
    const short = (await listFiles()).set('video/500-550.bin', Uint8Array.of(1));
    await expect(readAll(short)).rejects.toThrow(/500-550\.bin does not have the length/);
    const files = await listFiles();
    const lines = new TextDecoder().decode(files.get('video.jsonl'));
    files.set('video.jsonl', new TextEncoder().encode(lines + lines));
    await expect(open(files)).rejects.toThrow(/has a segment twice/);
  });
});
