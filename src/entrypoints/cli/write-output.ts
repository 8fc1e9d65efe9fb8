import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { glob } from 'tinyglobby';
import type { ExportFile } from '../../core/formats/export-file.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import type { Input } from './open-input.ts';

/** What an output is made of: bytes, a zip of files, or a folder of files. */
export type Output =
  | { kind: 'file'; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
  | { kind: 'zip'; files: AsyncIterable<ExportFile>; modifiedAt: number }
  | { kind: 'folder'; files: AsyncIterable<ExportFile> };

/**
 * Writes an output to a temporary file and renames it when it is complete: a stopped run leaves no partial output
 * under the final name. False if there was nothing to write: empty files break the tools that read them.
 */
export async function writeOutput(target: string, output: Output): Promise<boolean> {
  await mkdir(path.dirname(target), { recursive: true });
  const part = `${target}.part-${process.pid}`;
  await rm(part, { recursive: true, force: true });
  try {
    if (output.kind === 'folder') {
      for await (const file of output.files) {
        await writeBytes(placeInside(part, file.path), file.read());
      }
      await mkdir(part, { recursive: true });
    } else if (output.kind === 'zip') {
      await writeBytes(part, zipFiles(output.files, { modifiedAt: output.modifiedAt }));
    } else await writeBytes(part, output.bytes);
    await rm(target, { recursive: true, force: true });
    if (output.kind === 'file' && (await stat(part)).size === 0) return false;
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
  await writeFile(`${file}.part-${process.pid}`, JSON.stringify(done));
  await rename(`${file}.part-${process.pid}`, file);
}

function nameDone(out: string, name: string): string {
  return path.join(out, MARKS_FOLDER, `${encodeURIComponent(name)}.json`);
}
