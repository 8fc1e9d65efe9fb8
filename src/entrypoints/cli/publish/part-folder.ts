import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { WrittenFile } from '../../../core/formats/dataset/card.ts';

const STATE_FILE = '.publish.json';
const LIST_FILE = '.files.jsonl';

/**
 * The folder in which a dataset is written until it is whole. It is kept when a run is stopped: the next run with the same
 * inputs and options goes on behind the files that are finished.
 */
export interface PartFolder {
  folder: string;
  /** By path. */
  finished: ReadonlyMap<string, WrittenFile>;
  create(file: string): Promise<PartFile>;
  /** Takes the place of the folder `out`. */
  moveTo(out: string): Promise<void>;
}

/** A file on its way. */
export interface PartFile {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<WrittenFile>;
  /** Closes the file of a run that failed. */
  abandon(): Promise<void>;
}

/** Opens the folder beside `out`; `madeOf` stands for inputs and options. */
export async function openPartFolder(out: string, madeOf: string): Promise<PartFolder> {
  const folder = `${path.resolve(out)}.part`;
  const finished = await readFinished(folder, madeOf);
  await dropOthers(folder, finished);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, STATE_FILE), JSON.stringify({ madeOf }));
  await writeFile(path.join(folder, LIST_FILE), [...finished.values()].map(writeLine).join(''));
  return {
    folder,
    finished,
    create: (file) => createPartFile(folder, file),
    async moveTo(target) {
      for (const name of [STATE_FILE, LIST_FILE]) {
        await rm(path.join(folder, name), { force: true });
      }
      await rm(target, { recursive: true, force: true });
      await rename(folder, target);
    },
  };
}

/** Files that were not finished, or are of other inputs. */
async function dropOthers(
  folder: string,
  finished: ReadonlyMap<string, WrittenFile>,
): Promise<void> {
  for (const file of await glob('**', { cwd: folder, dot: true })) {
    if (!finished.has(file)) await rm(path.join(folder, file), { force: true });
  }
}

function writeLine(written: WrittenFile): string {
  return `${JSON.stringify(written)}\n`;
}

async function readFinished(folder: string, madeOf: string): Promise<Map<string, WrittenFile>> {
  const finished = new Map<string, WrittenFile>();
  try {
    const state = JSON.parse(await readFile(path.join(folder, STATE_FILE), 'utf8')) as object;
    if (!('madeOf' in state) || state.madeOf !== madeOf) return finished;
    const lines = (await readFile(path.join(folder, LIST_FILE), 'utf8')).split('\n');
    // The last line is cut off where the run was stopped while it was written.
    for (const line of lines.slice(0, -1)) {
      const written = JSON.parse(line) as WrittenFile;
      const { size } = await stat(path.join(folder, written.path));
      if (size === written.bytes) finished.set(written.path, written);
    }
  } catch {
    // A missing or damaged list: what it doesn't name is written again.
  }
  return finished;
}

async function createPartFile(folder: string, file: string): Promise<PartFile> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  const handle: FileHandle = await open(target, 'w');
  const hash = createHash('sha256');
  let size = 0;
  return {
    async write(bytes) {
      // Most rows fill no row group.
      if (bytes.length === 0) return;
      hash.update(bytes);
      size += bytes.length;
      await handle.writeFile(bytes);
    },
    async finish() {
      await handle.sync();
      await handle.close();
      const written = { path: file, bytes: size, sha256: hash.digest('hex') };
      await appendFile(path.join(folder, LIST_FILE), writeLine(written));
      return written;
    },
    abandon: () => handle.close(),
  };
}
