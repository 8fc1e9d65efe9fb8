import type { DemonstrationVideo } from '../../demonstration/content.ts';
import type { Shape } from '../../demonstration/shape.ts';
import {
  flag,
  listOf,
  number,
  objectWith,
  orNull,
  text,
  variants,
} from '../../demonstration/shape.ts';
import type { VideoChunk, VideoSegment } from '../../demonstration/video.ts';
import type { ExportFile } from '../export-file.ts';
import type { ImportSource } from '../import-source.ts';
import { ImportFault, readFile } from '../import-source.ts';
import { readJsonObject } from '../read-json.ts';
import { readLines } from '../read-lines.ts';

const packet = objectWith({ at: number, size: number, key: flag });

/** A line of video.jsonl: a segment, or one of its chunks, whose bytes are in the file `path`. */
export const videoLineShape: Shape = variants('kind', {
  segment: objectWith({
    startedAt: number,
    width: number,
    height: number,
    codec: text,
    description: orNull(text),
  }),
  chunk: objectWith({
    segment: number,
    at: number,
    packets: listOf(packet),
    path: text,
    bytes: number,
  }),
});

/** The film as it was encoded, chunk by chunk; video.jsonl, which comes last, says what is what. */
export async function* listVideo({
  segments,
  readChunks,
}: DemonstrationVideo): AsyncGenerator<ExportFile> {
  const lines: object[] = [];
  for (const segment of segments) {
    const line = {
      kind: 'segment',
      ...segment,
      description: segment.description && writeHex(segment.description),
    };
    lines.push(leaveOut(line, 'demonstrationId'));
    for await (const { at, packets, bytes } of readChunks(segment)) {
      const path = `video/${segment.startedAt}-${at}.bin`;
      lines.push({
        kind: 'chunk',
        ...{ segment: segment.startedAt, at, packets, path },
        bytes: bytes.byteLength,
      });
      yield { path, compress: false, isPixels: true, read: () => [bytes] };
    }
  }
  if (lines.length === 0) return;
  const encoder = new TextEncoder();
  yield {
    path: 'video.jsonl',
    compress: true,
    *read() {
      for (const line of lines) yield encoder.encode(`${JSON.stringify(line)}\n`);
    },
  };
}

export interface ReadVideo {
  segment: VideoSegment;
  chunk: VideoChunk;
}

/** Reads the chunks back, each with its segment; fails with ImportFault. Nothing when nothing was filmed. */
export async function* readVideo(
  source: ImportSource,
  folder: string,
  demonstrationId: string,
): AsyncGenerator<ReadVideo> {
  const path = `${folder}video.jsonl`;
  if (!source.paths.has(path)) return;
  let segment: VideoSegment | null = null;
  for await (const line of readLines(source, path)) {
    const { members } = readJsonObject(line, path);
    const fault = videoLineShape(members, 'line');
    if (fault !== null) throw new ImportFault(`${path} is damaged: ${fault}`);
    if (members['kind'] === 'segment') {
      const { description, ...rest } = leaveOut(members as unknown as SegmentLine, 'kind');
      segment = { ...rest, demonstrationId, description: readHex(description, path) };
      continue;
    }
    const { at, packets, bytes: length, ...named } = members as unknown as ChunkLine;
    if (segment?.startedAt !== named.segment) {
      throw new ImportFault(`${path} is damaged: a chunk is not of the segment before it`);
    }
    const bytes = await readFile(source, folder + named.path);
    const sum = packets.reduce((whole, { size }) => whole + size, 0);
    if (bytes.byteLength !== length || sum !== length) {
      throw new ImportFault(`${folder}${named.path} has not the length that ${path} says`);
    }
    const chunk = { demonstrationId, segment: segment.startedAt, at, packets, bytes };
    yield { segment, chunk };
  }
}

type SegmentLine = Omit<VideoSegment, 'description' | 'demonstrationId'> & {
  kind: 'segment';
  description: string | null;
};
type ChunkLine = Omit<VideoChunk, 'bytes'> & { path: string; bytes: number };

function writeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readHex(hex: string | null, path: string): Uint8Array<ArrayBuffer> | null {
  if (hex === null) return null;
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new ImportFault(`${path} is damaged: no description`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function leaveOut<T extends object, K extends keyof T>(members: T, name: K): Omit<T, K> {
  return Object.fromEntries(Object.entries(members).filter(([key]) => key !== name)) as Omit<T, K>;
}
