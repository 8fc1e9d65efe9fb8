import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { DemonstrationContent, ReadContent } from '../../core/demonstration/content.ts';
import { applyEdits } from '../../core/demonstration/edits/edit-turns.ts';
import type { Hash } from '../../core/demonstration/demonstration.ts';
import type { ImportRoot } from '../../core/formats/find-roots.ts';
import type { ImportSource } from '../../core/formats/import-source.ts';
import { findFileRoots, findReviews, findRoots } from '../../core/formats/find-roots.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { readDemonstration } from '../../core/formats/read-demonstration.ts';
import { hashBytes } from '../../platform/hash.ts';
import { listFilms } from '../../platform/tab-video/list-films.ts';
import { readBlob } from '../../platform/picked-files.ts';
import { openZip } from '../../platform/zip/read-zip.ts';

/** The files that make a folder a demonstration, as globs. */
export const MARKS = ['wayscribe.json', 'replay.json', '*trace.trace'];

/** A demonstration of an input, for as long as the work on it takes. */
export interface OpenDemonstration {
  /** Where it came from, for people: the input, and the folder in it when it holds several. */
  path: string;
  /** Names its outputs. */
  name: string;
  /** As edited. */
  content: DemonstrationContent;
  /** The same as recorded, with the edits beside it. */
  recorded: DemonstrationContent;
  /** What was wrong with the files and how it was mended, one sentence each. */
  notes: string[];
}

/**
 * Passes every demonstration of an input to `work`, one at a time. An unreadable one is reported as a fault in one
 * line, and the rest continues.
 */
export async function eachDemonstration(
  input: Input,
  emit: Emit,
  work: (open: OpenDemonstration) => Promise<void>,
): Promise<void> {
  let source: ImportSource & { close?: () => Promise<void> };
  try {
    source = await openSource(input);
  } catch (error) {
    emitFault(emit, input.path, error);
    return;
  }
  try {
    const folders = findRoots(source.paths);
    const roots = [...folders, ...(await findFileRoots(source, folders))];
    if (roots.length === 0) {
      const isReview = findReviews(source.paths, roots).length > 0;
      const reason = isReview ? 'only the command “reviews” reads this file' : NOTHING;
      emitFault(emit, input.path, new ImportFault(reason));
    }
    for (const root of roots) await openRoot(input, source, root, roots.length > 1, emit, work);
  } finally {
    await source.close?.();
  }
}

const NOTHING = 'there is no demonstration in it';

async function openSource({
  path: file,
  kind,
}: Input): Promise<ImportSource & { close?: () => Promise<void> }> {
  if (kind === 'folder') return openFolder(file);
  const blob = await openAsBlob(file);
  if (kind === 'zip') return openZip(blob);
  return { paths: new Set([path.basename(file)]), read: () => readBlob(blob) };
}

async function openRoot(
  input: Input,
  source: ImportSource,
  root: ImportRoot,
  isOneOfMany: boolean,
  emit: Emit,
  work: (open: OpenDemonstration) => Promise<void>,
): Promise<void> {
  const folder = root.folder.replace(/\/$/, '');
  const place = isOneOfMany ? `${input.path}/${folder}` : input.path;
  const name = isOneOfMany ? path.posix.join(input.name, folder) : input.name;
  const shelf = createShelf();
  try {
    const found = await readDemonstration(source, root, shelf);
    if (!found.ok) throw new ImportFault(found.reason);
    const { demonstration, turns, findings, video } = found;
    const filmed = video && { video, films: listFilms(video) };
    const recorded = { demonstration, turns, read: shelf.read, ...filmed };
    await work({ path: place, name, content: applyEdits(recorded), recorded, notes: findings });
  } catch (error) {
    emitFault(emit, place, error);
  } finally {
    await shelf.clear();
  }
}

/** One line: which file, why, and what was done. */
export function emitFault(emit: Emit, file: string, error: unknown): void {
  const isExpected = error instanceof ImportFault;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  const reported = isExpected ? reason : `it could not be worked on (${reason})`;
  const done = 'left out';
  emit({
    kind: 'fault',
    text: `${file}: ${reported}; ${done}`,
    data: { type: 'fault', input: file, reason: reported, done },
  });
}

/** A line of output, in both forms; `text` null where people need not see it. */
export interface Line {
  /** `fault`: an input that could not be read. `finding`: something wrong in one that could. */
  kind: 'result' | 'finding' | 'fault';
  text: string | null;
  data: Record<string, unknown>;
}

/** Takes the lines of a task as they come. */
export type Emit = (line: Line) => void;

/** Something to read: a zip, a folder with demonstrations, a saved page, or a JSON file (a review, a flow, events). */
export interface Input {
  /** As the user would write it. */
  path: string;
  kind: 'zip' | 'folder' | 'page' | 'json';
  /** Names its outputs: unique among the inputs of a run, the same in every shard. */
  name: string;
}

/** A folder on disk to import from. Links are followed no further than the files they name. */
async function openFolder(folder: string): Promise<ImportSource> {
  const files = await glob('**', { cwd: folder, dot: true, followSymbolicLinks: false });
  return {
    paths: new Set(files),
    async *read(file) {
      if (!files.includes(file)) throw new ImportFault(`${file} is missing`);
      try {
        for await (const chunk of createReadStream(path.join(folder, file))) {
          yield new Uint8Array(chunk as Buffer);
        }
      } catch (error) {
        throw new ImportFault(`${file} could not be read (${readCode(error)})`);
      }
    },
  };
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** Holds the contents of one demonstration while it is worked on. */
export interface ContentShelf {
  keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  hash(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  read: ReadContent;
  /** Forgets everything. */
  clear(): Promise<void>;
}

/** This much stays in memory; what comes later goes to a temporary folder. */
const MOST_IN_MEMORY = 48 * 1024 * 1024;

function createShelf(): ContentShelf {
  const held = new Map<Hash, Uint8Array<ArrayBuffer>>();
  const laid = new Set<Hash>();
  let bytesHeld = 0;
  let folder: string | null = null;
  return {
    async keep(bytes) {
      const hash = await hashBytes(bytes);
      if (held.has(hash) || laid.has(hash)) return hash;
      if (bytesHeld + bytes.length <= MOST_IN_MEMORY) {
        held.set(hash, bytes);
        bytesHeld += bytes.length;
        return hash;
      }
      folder ??= await mkdtemp(path.join(tmpdir(), 'wayscribe-'));
      await writeFile(path.join(folder, hash), bytes);
      laid.add(hash);
      return hash;
    },
    hash: hashBytes,
    async read(hash) {
      const bytes = held.get(hash);
      if (bytes) return bytes;
      return folder !== null && laid.has(hash)
        ? new Uint8Array(await readFile(path.join(folder, hash)))
        : null;
    },
    async clear() {
      held.clear();
      laid.clear();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
      folder = null;
    },
  };
}
