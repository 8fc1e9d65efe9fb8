import { readFile } from 'node:fs/promises';

/**
 * Which split each demonstration is in, from WebLINX's `splits.json`: `{"train": ["name", …], …}`. Names
 * are shortcodes, ids, or an input's name.
 */
export async function readSplits(file: string): Promise<Record<string, string>> {
  const reported: unknown = JSON.parse(await readFile(file, 'utf8'));
  const lists = typeof reported === 'object' && reported !== null ? Object.entries(reported) : [];
  return Object.fromEntries(
    lists.flatMap(([split, names]: [string, unknown]) =>
      Array.isArray(names) ? names.map((name) => [String(name), split] as const) : [],
    ),
  );
}

/** Without a file of splits: the folder that an input lies in, as WebLINX's dumps are laid out. */
export function findSplit(
  splits: Readonly<Record<string, string>> | null,
  names: readonly string[],
): string {
  if (splits !== null) {
    const known = names.find((name) => Object.hasOwn(splits, name));
    return known === undefined ? 'none' : (splits[known] ?? 'none');
  }
  const folder = names.at(-1)?.split('/').slice(0, -1).join('/') ?? '';
  return folder === '' ? 'all' : folder;
}
