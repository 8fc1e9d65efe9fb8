import { demonstrationShape, turnShape } from '../../demonstration/migrate.ts';
import { skillShape } from '../../navigator/skill/skill.ts';
import type { JsonSchema, Shape } from '../../shape.ts';
import { number, objectWith, oneOf, text, flag, listOf, orNull, variants } from '../../shape.ts';
import type {
  DemonstrationContent,
  DemonstrationVideo,
  VideoChunk,
  VideoSegment,
} from '../../demonstration/content.ts';
import { listHashes } from '../../demonstration/content.ts';
import type { Hash } from '../../demonstration/demonstration.ts';
import type { ExportFile } from '../export-file.ts';
import { makeFile, makeLinesFile, makeTextFile } from '../export-file.ts';
import { readHex, writeHex } from '../../bytes.ts';
import type { ImportSource } from '../import-source.ts';
import { checkShape, ImportFault, readFile, readJsonObject, readLines } from '../import-source.ts';
import { FAULTS } from '../messages.ts';

export const ARCHIVE_FORMAT = 'wayscribe-archive';
/** Grows when a reader of the version before would misread the archive. */
export const ARCHIVE_VERSION = 1;

/** wayscribe.json. `turns` is their number, which shows that a file was cut. */
export const manifestShape = objectWith({
  format: oneOf(ARCHIVE_FORMAT),
  version: oneOf(ARCHIVE_VERSION),
  demonstration: demonstrationShape,
  turns: number,
});

export const contentLineShape = objectWith({ path: text, hash: text, bytes: number });

const packet = objectWith({ at: number, size: number, key: flag });

/** A line of video.jsonl: a segment, or one of its chunks, whose bytes are in the file `path`. */
const videoLineShape: Shape = variants('kind', {
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

/** The published JSON Schemas by file name, made of the shapes that reading checks. */
export const PUBLISHED_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [
    ['archive', 'wayscribe.json of a Wayscribe archive', manifestShape] as const,
    ['turn', 'A line of turns.jsonl in a Wayscribe archive', turnShape] as const,
    ['content', 'A line of contents.jsonl in a Wayscribe archive', contentLineShape] as const,
    ['video', 'A line of video.jsonl in a Wayscribe archive', videoLineShape] as const,
    ['skill', 'A skill: a demonstration that runs again', skillShape] as const,
  ].map(([name, title, { schema }]) => [
    `${name}.schema.json`,
    { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema },
  ]),
);

export function writeSchema(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/**
 * Yields the files of a Wayscribe archive (docs/format.md) with one content at a time in memory. It holds every content
 * that any field names. contents.jsonl comes last and lists what is there; content missing from the store is not.
 */
export async function* listArchiveFiles(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  const { demonstration, turns, read } = content;
  const manifest = {
    ...{ format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION },
    ...{ demonstration, turns: turns.length },
  };
  yield makeTextFile('wayscribe.json', `${JSON.stringify(manifest, null, 1)}\n`);
  yield makeLinesFile('turns.jsonl', turns);
  const listed: { path: string; hash: Hash; bytes: number }[] = [];
  const seen = new Set<Hash>();
  for (const record of [demonstration, ...turns]) {
    for (const hash of listHashes(record, seen)) {
      const bytes = await read(hash);
      if (bytes === null) continue;
      const { ending, compress } = recognizeKind(bytes);
      const path = `contents/${hash}${ending}`;
      listed.push({ path, hash, bytes: bytes.byteLength });
      yield makeFile(path, bytes, compress);
    }
  }
  if (content.video) yield* listVideo(content.video);
  yield makeLinesFile('contents.jsonl', listed);
}

/** By first bytes. Endings are for people; no reader uses them. */
const KINDS = [
  { begins: [0x89, 0x50, 0x4e, 0x47], ending: '.png', compress: false },
  { begins: [0xff, 0xd8, 0xff], ending: '.jpg', compress: false },
  { begins: [0x1f, 0x8b], ending: '.gz', compress: false },
  { begins: [0x3c], ending: '.html', compress: true },
  { begins: [0x7b], ending: '.json', compress: true },
];

function recognizeKind(bytes: Uint8Array): { ending: string; compress: boolean } {
  const known = KINDS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  return known ?? { ending: '', compress: true };
}

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
async function* listVideo({
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
