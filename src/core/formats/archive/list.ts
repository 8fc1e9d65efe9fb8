import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { Hash } from '../../demonstration/demonstration.ts';
import { listHashes } from '../../demonstration/content.ts';
import type { ExportFile } from '../export-file.ts';
import { listVideo } from './video.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from './schema.ts';

/**
 * The files of our own archive (docs/format.md), one by one: one content at a time is held. Every
 * content that a record names is in it, whichever field names it (demonstration/hashes). contents.jsonl
 * comes last and says what is there: content that the store has lost is not in it.
 */
export async function* listArchiveFiles(content: DemonstrationContent): AsyncGenerator<ExportFile> {
  const { demonstration, turns, read } = content;
  const manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    demonstration,
    turns: turns.length,
  };
  yield makeTextFile('wayscribe.json', [`${JSON.stringify(manifest, null, 1)}\n`]);
  yield makeTextFile('turns.jsonl', writeLines(turns));
  const kept: { path: string; hash: Hash; bytes: number }[] = [];
  const seen = new Set<Hash>();
  for (const record of [demonstration, ...turns]) {
    for (const hash of listHashes(record, seen)) {
      const bytes = await read(hash);
      if (bytes === null) continue;
      const kind = recogniseKind(bytes);
      const path = `contents/${hash}${kind.ending}`;
      kept.push({ path, hash, bytes: bytes.byteLength });
      yield { path, ...kind.file, read: () => [bytes] };
    }
  }
  if (content.video) yield* listVideo(content.video);
  yield makeTextFile('contents.jsonl', writeLines(kept));
}

interface Kind {
  ending: string;
  file: Pick<ExportFile, 'compress' | 'isPixels'>;
}

const PACKED: Kind['file'] = { compress: false };
const TEXT: Kind['file'] = { compress: true };

/** By their first bytes, so that people find their way; nothing reads the ending. */
const KINDS: readonly (Kind & { begins: readonly number[] })[] = [
  { begins: [0x89, 0x50, 0x4e, 0x47], ending: '.png', file: PACKED },
  { begins: [0xff, 0xd8, 0xff], ending: '.jpg', file: PACKED },
  { begins: [0x1f, 0x8b], ending: '.gz', file: PACKED },
  { begins: [0x3c], ending: '.html', file: TEXT },
  { begins: [0x7b], ending: '.json', file: TEXT },
];

function recogniseKind(bytes: Uint8Array): Kind {
  const known = KINDS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  return known ?? { ending: '', file: TEXT };
}

function* writeLines(records: Iterable<object>): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

function makeTextFile(path: string, texts: Iterable<string>): ExportFile {
  return {
    path,
    compress: true,
    *read() {
      const encoder = new TextEncoder();
      for (const text of texts) yield encoder.encode(text);
    },
  };
}
