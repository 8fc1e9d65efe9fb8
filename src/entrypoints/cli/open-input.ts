import { openAsBlob } from 'node:fs';
import path from 'node:path';
import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import { findRoots } from '../../core/formats/find-roots.ts';
import type { ImportRoot } from '../../core/formats/find-roots.ts';
import type { ImportSource } from '../../core/formats/import-source.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { readDemonstration } from '../../core/formats/read-demonstration.ts';
import { listFilms } from '../../platform/tab-video/list-films.ts';
import { openZip } from '../../platform/zip/read-zip.ts';
import { createShelf } from './content-shelf.ts';
import { openFolder } from './folder-source.ts';
import type { Emit, Input } from './task.ts';

/** A demonstration of an input, for as long as the work on it takes. */
export interface OpenDemonstration {
  /** Where it came from, for people: the input, and the folder in it when it holds several. */
  path: string;
  /** Names its outputs. */
  name: string;
  content: DemonstrationContent;
  /** What was wrong with the files and how it was mended, one sentence each. */
  notes: string[];
}

/**
 * Hands every demonstration of an input to `work`, one at a time. What cannot be read is told as a fault
 * in one line, and the rest goes on.
 */
export async function eachDemonstration(
  input: Input,
  emit: Emit,
  work: (open: OpenDemonstration) => Promise<void>,
): Promise<void> {
  let source: ImportSource & { close?: () => Promise<void> };
  try {
    source = await (input.kind === 'zip'
      ? openZip(await openAsBlob(input.path))
      : openFolder(input.path));
  } catch (error) {
    emitFault(emit, input.path, error);
    return;
  }
  try {
    const roots = findRoots(source.paths);
    if (roots.length === 0) {
      emitFault(emit, input.path, new ImportFault('there is no demonstration in it'));
    }
    for (const root of roots) await openRoot(input, source, root, roots.length > 1, emit, work);
  } finally {
    await source.close?.();
  }
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
    const content = { demonstration, turns, read: shelf.read, ...filmed };
    await work({ path: place, name, content, notes: findings });
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
  const told = isExpected ? reason : `it could not be worked on (${reason})`;
  const done = 'left out';
  emit({
    kind: 'fault',
    text: `${file}: ${told}; ${done}`,
    data: { type: 'fault', input: file, reason: told, done },
  });
}
