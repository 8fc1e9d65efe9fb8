import { parquetWriteBuffer } from 'hyparquet-writer';
import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import { EXPORT_FORMATS } from '../../core/formats/export-formats.ts';
import type { LeakTest } from '../../core/formats/leak-test.ts';
import { testForLeaks } from '../../core/formats/leak-test.ts';
import type { PromptOptions } from '../../core/formats/training/list.ts';
import { TURN_COLUMNS } from '../../core/formats/table/turn-rows.ts';
import { endOf } from '../../core/formats/weblinx/metadata.ts';
import type { Input, OpenDemonstration } from './open-input.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { glob } from 'tinyglobby';
import { packPage } from '../../platform/page/pack-page.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import { namePart } from './part-files.ts';

/** What goes behind the demonstration's name. */
const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  weblinx: '.zip',
  archive: '.wayscribe.zip',
  page: '.html',
  review: '-review.json',
  mind2web: '.mind2web',
  atif: '.atif',
  adp: '.adp',
  browsergym: '.browsergym',
  webdataset: '.tar',
  mmina: '.mmina.json',
  'dmr-pairs': '.dmr-pairs.jsonl',
  candidates: '.candidates.jsonl',
  chat: '.chat.jsonl',
  messages: '.messages',
  preferences: '.preferences.jsonl',
  playwright: '.playwright',
  puppeteer: '.puppeteer',
  skill: '.skill',
};

export type ConvertFormat = ExportFormat | 'parquet';
export const CONVERT_FORMATS: readonly ConvertFormat[] = [
  ...(Object.keys(ENDINGS) as ExportFormat[]),
  'parquet',
];

export interface NamedOutput {
  /** Goes behind the demonstration's name. */
  ending: string;
  output: Output;
}

/** What a demonstration becomes in a format. Nothing is read before the output is written. */
export function describeOutput(
  to: ConvertFormat,
  { content, recorded }: Pick<OpenDemonstration, 'content' | 'recorded'>,
  { tests, ...options }: PromptOptions & { tests: readonly LeakTest[] },
): NamedOutput {
  if (to === 'parquet') {
    return { ending: '.parquet', output: { kind: 'file', bytes: writeTurnsTable(content) } };
  }
  const ending = ENDINGS[to];
  const { packing, list, asRecorded } = EXPORT_FORMATS[to];
  const files = testForLeaks(list(asRecorded ? recorded : content, options), tests);
  switch (packing) {
    case 'zip': {
      const modifiedAt = endOf(content.demonstration, content.turns);
      return { ending, output: { kind: 'zip', files, modifiedAt } };
    }
    case 'folder':
      return { ending, output: { kind: 'folder', files } };
    case 'page':
      return { ending, output: { kind: 'file', bytes: packPage(files).read() } };
    case 'file':
      return { ending, output: { kind: 'file', bytes: readBytes(files) } };
  }
}

async function* readBytes(files: AsyncIterable<ExportFile>): AsyncGenerator<Uint8Array> {
  for await (const file of files) yield* file.read();
}

/** The turns of a demonstration as a Parquet file (docs/cli.md lists the columns). */
function* writeTurnsTable(content: DemonstrationContent): Generator<Uint8Array> {
  const columnData = TURN_COLUMNS.map(({ name, type, read }) => ({
    name,
    type,
    nullable: true,
    data: content.turns.map((turn, index) => {
      const cell = read(turn, index, content);
      if (cell === '') return null;
      return type === 'TIMESTAMP' && typeof cell === 'number' ? new Date(cell) : cell;
    }),
  }));
  yield new Uint8Array(parquetWriteBuffer({ columnData }));
}

export type Output =
  | { kind: 'file'; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
  | { kind: 'zip'; files: AsyncIterable<ExportFile>; modifiedAt: number }
  | { kind: 'folder'; files: AsyncIterable<ExportFile> };

/**
 * Writes an output to a temporary file and renames it to `name` in `out` when it is complete: a stopped run leaves no partial
 * output under the final name. False if there was nothing to write: empty files break the tools that read them.
 */
export async function writeOutput(out: string, name: string, output: Output): Promise<boolean> {
  const target = path.join(out, name);
  await mkdir(path.dirname(target), { recursive: true });
  const part = namePart(out);
  try {
    if (output.kind === 'folder') {
      for await (const file of output.files) {
        await writeBytes(placeInside(part, file.path), file.read());
      }
    } else if (output.kind === 'zip') {
      await writeBytes(part, zipFiles(output.files, { modifiedAt: output.modifiedAt }));
    } else await writeBytes(part, output.bytes);
    await rm(target, { recursive: true, force: true });
    const made = await stat(part).catch(() => null);
    if (made === null || (output.kind === 'file' && made.size === 0)) return false;
    await rename(part, target);
    return true;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function writeBytes(
  file: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await pipeline(Readable.from(bytes, { objectMode: true }), createWriteStream(file));
}

/** Paths of exports are our own, but hold names from imported files. */
function placeInside(folder: string, file: string): string {
  const target = path.resolve(folder, file);
  if (!target.startsWith(path.resolve(folder) + path.sep)) {
    throw new Error(`${file} would be written outside of its folder`);
  }
  return target;
}

/**
 * What an input is, without reading its content: names, sizes and times of its files, and the options
 * its outputs are made with.
 */
export async function markInput({ path: file, kind }: Input, options: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(options));
  const files =
    kind === 'folder'
      ? (await glob('**', { cwd: file, absolute: true, dot: true })).sort()
      : [file];
  for (const each of files) {
    const { size, mtimeMs } = await stat(each);
    hash.update(`\n${path.relative(file, each)} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex');
}

const MARKS_FOLDER = '.wayscribe';

interface Done {
  mark: string;
  outputs: string[];
}

/** Whether the outputs of an input are there already, made of the same with the same options. */
export async function isDone(out: string, name: string, mark: string): Promise<string[] | null> {
  try {
    const done = JSON.parse(await readFile(nameDone(out, name), 'utf8')) as Done;
    if (done.mark !== mark) return null;
    for (const output of done.outputs) await stat(path.join(out, output));
    return done.outputs;
  } catch {
    return null;
  }
}

/** Notes what `isDone` asks for; to be called when every output is in its place. */
export async function noteDone(out: string, name: string, done: Done): Promise<void> {
  const file = nameDone(out, name);
  await mkdir(path.dirname(file), { recursive: true });
  const part = namePart(out);
  await mkdir(path.dirname(part), { recursive: true });
  await writeFile(part, JSON.stringify(done));
  await rename(part, file);
}

function nameDone(out: string, name: string): string {
  return path.join(out, MARKS_FOLDER, `${encodeURIComponent(name)}.json`);
}
