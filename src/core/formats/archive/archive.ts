import { demonstrationShape, turnShape } from '../../demonstration/migrate.ts';
import { skillShape } from '../../navigator/skill/skill.ts';
import type { JsonSchema } from '../../shape.ts';
import { number, objectWith, oneOf, text } from '../../shape.ts';
import { videoLineShape, listVideo } from './video.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { Hash } from '../../demonstration/demonstration.ts';
import { listHashes } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';
import { makeFile, makeLinesFile, makeTextFile } from '../export-file.ts';

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
