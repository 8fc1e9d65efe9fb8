import { readHex, writeHex } from '../../bytes.ts';
import type { DemonstrationVideo, VideoChunk, VideoSegment } from '../../demonstration/content.ts';
import type { Shape } from '../../shape.ts';
import { flag, listOf, number, objectWith, orNull, text, variants } from '../../shape.ts';
import type { ExportFile } from '../export-file.ts';
import { makeLinesFile } from '../export-file.ts';
import type { ImportSource } from '../import-source.ts';
import { checkShape, ImportFault, readFile, readJsonObject, readLines } from '../import-source.ts';
import { FAULTS } from '../messages.ts';

const packet = objectWith({ at: number, size: number, key: flag });

/** A line of video.jsonl: a segment, or one of its chunks, whose bytes are in the file `path`. */
export const videoLineShape: Shape = variants('kind', {
  segment: objectWith({
    ...{ startedAt: number, width: number, height: number, codec: text },
    description: orNull(text),
  }),
  chunk: objectWith({
    ...{ segment: number, at: number },
    packets: listOf(packet),
    ...{ path: text, bytes: number },
  }),
});

type SegmentLine = Omit<VideoSegment, 'description' | 'demonstrationId'> & {
  kind: 'segment';
  description: string | null;
};
type ChunkLine = Omit<VideoChunk, 'bytes' | 'demonstrationId'> & {
  kind: 'chunk';
  path: string;
  bytes: number;
};

/** Yields the encoded film chunk by chunk, and then video.jsonl, which describes the chunks. */
export async function* listVideo({
  segments,
  readChunks,
}: DemonstrationVideo): AsyncGenerator<ExportFile> {
  const lines: (SegmentLine | ChunkLine)[] = [];
  for (const segment of segments) {
    const { startedAt, width, height, codec, description } = segment;
    const hex = description && writeHex(description);
    lines.push({ kind: 'segment', startedAt, width, height, codec, description: hex });
    for await (const { at, packets, bytes } of readChunks(segment)) {
      const path = `video/${startedAt}-${at}.bin`;
      const chunk = { kind: 'chunk', segment: startedAt, at, packets, path } as const;
      lines.push({ ...chunk, bytes: bytes.byteLength });
      yield { path, compress: false, isPixels: true, read: () => [bytes] };
    }
  }
  if (lines.length > 0) yield makeLinesFile('video.jsonl', lines);
}

/**
 * Opens the film that video.jsonl lists, with its chunks still in their files; null without a film. Fails with
 * ImportFault, now or when a chunk is read.
 */
export async function openVideo(
  source: ImportSource,
  folder: string,
  demonstrationId: string,
): Promise<DemonstrationVideo | null> {
  const path = `${folder}video.jsonl`;
  if (!source.paths.has(path)) return null;
  const damaged = (why: string) => new ImportFault(FAULTS.damaged(path, why));
  const segments: VideoSegment[] = [];
  const chunks = new Map<number, ChunkLine[]>();
  for await (const bytes of readLines(source, path)) {
    const { members } = readJsonObject(bytes, path);
    checkShape(videoLineShape, members, path, 'line');
    const line = members as unknown as SegmentLine | ChunkLine;
    if (line.kind === 'segment') {
      const { startedAt, width, height, codec, description: hex } = line;
      if (!/^(?:[0-9a-f]{2})*$/.test(hex ?? '')) throw damaged('no description');
      const description = hex === null ? null : readHex(hex);
      segments.push({ demonstrationId, startedAt, width, height, codec, description });
      chunks.set(startedAt, []);
    } else if (segments.at(-1)?.startedAt === line.segment) chunks.get(line.segment)?.push(line);
    else throw damaged('a chunk is not of the segment before it');
  }
  if (chunks.size !== segments.length) throw damaged('it has a segment twice');
  return {
    segments,
    async *readChunks({ startedAt }) {
      for (const { segment, at, packets, ...line } of chunks.get(startedAt) ?? []) {
        const bytes = await readFile(source, folder + line.path);
        const sum = packets.reduce((whole, { size }) => whole + size, 0);
        if (bytes.byteLength !== line.bytes || sum !== line.bytes) {
          throw new ImportFault(FAULTS.wrongLength(folder + line.path, path));
        }
        yield { demonstrationId, segment, at, packets, bytes };
      }
    },
  };
}
