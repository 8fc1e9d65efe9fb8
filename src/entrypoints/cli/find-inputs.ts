import { stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { hashPath } from './shard.ts';
import type { Input } from './task.ts';

/** The files that make a folder a demonstration. */
const MARKS = ['wayscribe.json', 'replay.json'];

export interface FoundInputs {
  inputs: Input[];
  /** Arguments that name nothing. */
  missing: string[];
}

/**
 * What the arguments name: zips, demonstration folders, folders with any number of either in them, globs
 * for all of these, and saved pages. In the order of their paths, each once.
 */
export async function findInputs(args: readonly string[]): Promise<FoundInputs> {
  const found = new Map<string, Omit<Input, 'name'> & { base: string }>();
  const missing: string[] = [];
  for (const arg of args) {
    const paths = await listPaths(arg);
    if (paths.length === 0) missing.push(arg);
    for (const each of paths) found.set(path.resolve(each.path), each);
  }
  const inputs = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { inputs: nameInputs(inputs), missing };
}

async function listPaths(arg: string): Promise<(Omit<Input, 'name'> & { base: string })[]> {
  const info = await stat(arg).catch(() => null);
  const given = arg.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
  if (info?.isDirectory()) return listFolder(given);
  if (info) return [{ path: given, kind: kindOf(given), base: path.posix.dirname(given) }];
  if (!isDynamicPattern(given)) return [];
  const matched = await glob(given, {
    onlyFiles: false,
    expandDirectories: false,
    absolute: false,
  });
  const each = await Promise.all(matched.sort().map(listPaths));
  return each.flat();
}

async function listFolder(folder: string) {
  const files = await glob([...MARKS.map((mark) => `**/${mark}`), '**/*.zip'], { cwd: folder });
  const zips = files.filter((file) => file.endsWith('.zip'));
  const marked = new Set(
    files.filter((file) => !file.endsWith('.zip')).map((file) => path.posix.dirname(file)),
  );
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
    ...zips
      .filter((file) => !isInside(file))
      .map((file) => ({ path: join(file), kind: 'zip' as const, base })),
  ];
}

function kindOf(file: string): Input['kind'] {
  return /\.html?$/i.test(file) ? 'page' : 'zip';
}

/** Below where it was found; what would get the same name gets the path's hash behind it. */
function nameInputs(inputs: readonly (Omit<Input, 'name'> & { base: string })[]): Input[] {
  const plain = inputs.map(({ path: file, base }) =>
    path.posix.relative(base, file).replace(/\.(?:zip|html?)$/i, ''),
  );
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return inputs.map(({ path: file, kind }, index) => {
    const name = plain[index] ?? '';
    const isShared = (counts.get(name) ?? 0) > 1;
    const hash = hashPath(file).toString(16).padStart(8, '0');
    return { path: file, kind, name: isShared ? `${name}-${hash}` : name };
  });
}
