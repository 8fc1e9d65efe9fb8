import { joinBytes } from '../bytes.ts';
import type { ImportSource } from './import-source.ts';

export type ImportFormat = 'archive' | 'weblinx' | 'playwright' | 'recorder' | 'rrweb';

export interface ImportRoot {
  format: ImportFormat;
  /** With a slash at the end; empty for the outermost. Of a single file, its path with a slash behind it. */
  folder: string;
}

const MARKS = [
  ['wayscribe.json', 'archive'],
  ['replay.json', 'weblinx'],
] as const;

/** `trace.trace`, and `0-trace.trace` beside `test.trace`, which has the steps of a test and no pages. */
const TRACE = /^(?:\d+-)?trace\.trace$/;

/** Finds the demonstrations in a list of paths: each folder with the file that marks a format. */
export function findRoots(paths: Iterable<string>): ImportRoot[] {
  const roots = new Map<string, ImportRoot>();
  for (const path of paths) {
    const at = path.lastIndexOf('/') + 1;
    const name = path.slice(at);
    const [, marked] = MARKS.find(([mark]) => mark === name) ?? [];
    const format = marked ?? (TRACE.test(name) ? 'playwright' : null);
    const folder = path.slice(0, at);
    if (!format || roots.get(folder)?.format === 'archive') continue;
    roots.set(folder, { format, folder });
  }
  const isInside = ({ folder }: ImportRoot): boolean =>
    [...roots.keys()].some((other) => other !== folder && folder.startsWith(other));
  // Files inside a demonstration's folder belong to it, whatever their names.
  return [...roots.values()].filter((root) => !isInside(root));
}

/** Finds review files: by their name outside the folders of demonstrations, or a JSON file by itself. */
export function findReviews(paths: Iterable<string>, roots: readonly ImportRoot[]): string[] {
  const all = [...paths];
  const [only] = all;
  if (only !== undefined && all.length === 1)
    return /\.json$/i.test(only) && roots.length === 0 ? all : [];
  return all.filter(
    (path) =>
      /(?:^|[-./])review\.json$/i.test(path) &&
      !roots.some(({ folder }) => path.startsWith(folder)),
  );
}

/** Looking into more files would take long; folders of demonstrations have fewer JSON files beside them. */
const MOST_SNIFFED = 1000;
/** Enough for the beginning of a flow or the first event, whose other members may be a page. */
const SNIFFED_BYTES = 64 * 1024;

/** Finds demonstrations that are a single JSON file outside of the folders of others, by how the file begins. */
export async function findFileRoots(
  source: ImportSource,
  roots: readonly ImportRoot[],
): Promise<ImportRoot[]> {
  const paths = [...source.paths].filter(
    (path) =>
      /\.(?:json|jsonl|ndjson)$/i.test(path) &&
      !roots.some(({ folder }) => path.startsWith(folder)),
  );
  const found: ImportRoot[] = [];
  for (const path of paths.slice(0, MOST_SNIFFED)) {
    const format = judgeBeginning(await readBeginning(source, path));
    if (format) found.push({ format, folder: `${path}/` });
  }
  return found;
}

async function readBeginning(source: ImportSource, path: string): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of source.read(path)) {
    parts.push(part);
    length += part.length;
    if (length >= SNIFFED_BYTES) break;
  }
  return new TextDecoder().decode(joinBytes(parts).subarray(0, SNIFFED_BYTES));
}

function judgeBeginning(text: string): ImportFormat | null {
  if (/"format"\s*:\s*"wayscribe-/.test(text)) return null;
  if (/^\s*\{/.test(text) && /"steps"\s*:\s*\[/.test(text)) return 'recorder';
  const isEvent = /"type"\s*:\s*[0-7]\s*[,}]/.test(text) && /"data"\s*:/.test(text);
  return isEvent && /^\s*(?:\[\s*)?\{/.test(text) ? 'rrweb' : null;
}

/** The path of a demonstration that is a single file. */
export function pathOf({ folder }: ImportRoot): string {
  return folder.slice(0, -1);
}
