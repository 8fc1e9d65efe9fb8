import type { DemonstrationVideo, VideoChunk, VideoSegment } from '../../demonstration/content.ts';
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
    const { startedAt, width, height, codec, description } = segment;
    lines.push({
      ...{ kind: 'segment', startedAt, width, height, codec },
      description: description && writeHex(description),
    });
    for await (const { at, packets, bytes } of readChunks(segment)) {
      const path = `video/${startedAt}-${at}.bin`;
      lines.push({
        kind: 'chunk',
        ...{ segment: startedAt, at, packets, path },
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

/**
 * What video.jsonl lists, its chunks still in their files; null when nothing was filmed. Fails with
 * ImportFault, now or when a chunk is read.
 */
export async function openVideo(
  source: ImportSource,
  folder: string,
  demonstrationId: string,
): Promise<DemonstrationVideo | null> {
  const path = `${folder}video.jsonl`;
  if (!source.paths.has(path)) return null;
  const segments: VideoSegment[] = [];
  const chunks = new Map<number, ChunkLine[]>();
  for await (const line of readLines(source, path)) {
    const { members } = readJsonObject(line, path);
    const fault = videoLineShape(members, 'line');
    if (fault !== null) throw new ImportFault(`${path} is damaged: ${fault}`);
    if (members['kind'] === 'segment') {
      const { startedAt, width, height, codec, description } = members as unknown as SegmentLine;
      segments.push({
        ...{ demonstrationId, startedAt, width, height, codec },
        description: readHex(description, path),
      });
      chunks.set(startedAt, []);
      continue;
    }
    const chunk = members as unknown as ChunkLine;
    const last = segments.at(-1);
    if (last?.startedAt !== chunk.segment) {
      throw new ImportFault(`${path} is damaged: a chunk is not of the segment before it`);
    }
    chunks.get(last.startedAt)?.push(chunk);
  }
  if (chunks.size !== segments.length) {
    throw new ImportFault(`${path} is damaged: it has a segment twice`);
  }
  return {
    segments,
    async *readChunks({ startedAt }) {
      for (const line of chunks.get(startedAt) ?? []) {
        const { segment, at, packets } = line;
        const bytes = await readChunk(source, folder, line);
        yield { demonstrationId, segment, at, packets, bytes };
      }
    },
  };
}

async function readChunk(
  source: ImportSource,
  folder: string,
  { path, packets, bytes: length }: ChunkLine,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(source, folder + path);
  const sum = packets.reduce((whole, { size }) => whole + size, 0);
  if (bytes.byteLength !== length || sum !== length) {
    throw new ImportFault(`${folder}${path} has not the length that ${folder}video.jsonl says`);
  }
  return bytes;
}

type SegmentLine = Omit<VideoSegment, 'description' | 'demonstrationId'> & {
  description: string | null;
};
type ChunkLine = Omit<VideoChunk, 'bytes' | 'demonstrationId'> & { path: string; bytes: number };

function writeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readHex(hex: string | null, path: string): Uint8Array<ArrayBuffer> | null {
  if (hex === null) return null;
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new ImportFault(`${path} is damaged: no description`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
