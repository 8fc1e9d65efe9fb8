import { stat, open } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { Input } from './open-input.ts';
import { MARKS } from './open-input.ts';

interface FoundInputs {
  inputs: Input[];
  /** Arguments that name nothing. */
  missing: string[];
}

type FoundPath = Omit<Input, 'name'> & { base: string };

/**
 * Finds what the arguments name: zips, demonstration folders, folders with any number of either in them, globs for all of
 * these, saved pages, and review files. Folders are searched for review files only `withReviews`. In the order of their
 * paths, each once.
 */
export async function findInputs(
  args: readonly string[],
  { withReviews = false }: { withReviews?: boolean } = {},
): Promise<FoundInputs> {
  const found = new Map<string, FoundPath>();
  const missing: string[] = [];
  for (const arg of args) {
    const paths = await listPaths(arg, withReviews);
    if (paths.length === 0) missing.push(arg);
    for (const each of paths) found.set(path.resolve(each.path), each);
  }
  const inputs = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { inputs: nameInputs(inputs), missing };
}

async function listPaths(arg: string, withReviews: boolean): Promise<FoundPath[]> {
  const info = await stat(arg).catch(() => null);
  const given = arg.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
  if (info?.isDirectory()) return listFolder(given, withReviews);
  if (info) return [{ path: given, kind: kindOf(given), base: path.posix.dirname(given) }];
  if (!isDynamicPattern(given)) return [];
  const matched = await glob(given, {
    onlyFiles: false,
    expandDirectories: false,
    absolute: false,
  });
  const found = await Promise.all(matched.sort().map((each) => listPaths(each, withReviews)));
  return found.flat();
}

async function listFolder(folder: string, withReviews: boolean): Promise<FoundPath[]> {
  const marks = await glob(
    MARKS.map((mark) => `**/${mark}`),
    { cwd: folder },
  );
  const single = ['**/*.zip', ...(withReviews ? ['**/*review.json'] : [])];
  const files = await glob(single, { cwd: folder });
  const marked = new Set(marks.map((file) => path.posix.dirname(file)));
  // What lies inside a demonstration belongs to it.
  const isInside = (file: string): boolean => {
    for (let at = path.posix.dirname(file); ; at = path.posix.dirname(at)) {
      if (marked.has(at)) return true;
      if (at === '.') return false;
    }
  };
  const outer = [...marked].filter((each) => each === '.' || !isInside(each));
  const base = outer.includes('.') ? path.posix.dirname(folder) : folder;
  const join = (file: string): string => (file === '.' ? folder : path.posix.join(folder, file));
  return [
    ...outer.map((each) => ({ path: join(each), kind: 'folder' as const, base })),
    ...files
      .filter((file) => !isInside(file))
      .map((file) => ({ path: join(file), kind: kindOf(file), base })),
  ];
}

function kindOf(file: string): Input['kind'] {
  if (/\.(?:json|jsonl|ndjson)$/i.test(file)) return 'json';
  return /\.html?$/i.test(file) ? 'page' : 'zip';
}

/** Below where it was found; what would get the same name gets the path's hash behind it. */
function nameInputs(inputs: readonly FoundPath[]): Input[] {
  const plain = inputs.map(({ path: file, base }) =>
    path.posix.relative(base, file).replace(/\.(?:zip|html?|json|jsonl|ndjson)$/i, ''),
  );
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return inputs.map(({ path: file, kind }, index) => {
    const name = plain[index] ?? '';
    const isShared = (counts.get(name) ?? 0) > 1;
    const hash = hashText(file.replaceAll('\\', '/')).toString(16).padStart(8, '0');
    return { path: file, kind, name: isShared ? `${name}-${hash}` : name };
  });
}

/** One of `count` equal parts of the work, `index` from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** Reads `2/8`; null for anything else. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 1 && shard.index <= shard.count ? shard : null;
}

/** A zip ends with a directory of names, sizes and checksums; this much of it tells zips apart. Bytes. */
const TAIL_BYTES = 64 * 1024;

/**
 * Whether an input belongs to a shard: by its content, so that machines agree whatever they call it and wherever it
 * lies. Equal inputs are in the same shard. An unreadable input is in the first.
 */
export async function isInShard(input: Input, { index, count }: Shard): Promise<boolean> {
  const [file] =
    input.kind === 'folder'
      ? (await glob(MARKS, { cwd: input.path, absolute: true })).sort()
      : [input.path];
  const mark = file === undefined ? null : await readTail(file).catch(() => null);
  return mark === null ? index === 1 : hashText(mark) % count === index - 1;
}

async function readTail(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position: size - length });
    return `${size} ${buffer.toString('latin1')}`;
  } finally {
    await handle.close();
  }
}

/** FNV-1a, 32 bits, over UTF-16 units; mixed, so that small divisors are fair. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 15)) >>> 0;
}
