export interface ImportRoot {
  format: 'archive' | 'weblinx';
  /** With a slash at the end; empty for the outermost. */
  folder: string;
}

const MARKS = [
  ['wayscribe.json', 'archive'],
  ['replay.json', 'weblinx'],
] as const;

/** Finds the demonstrations in a list of paths: each folder with the file that marks a format. */
export function findRoots(paths: Iterable<string>): ImportRoot[] {
  const roots = new Map<string, ImportRoot>();
  for (const path of paths) {
    const at = path.lastIndexOf('/') + 1;
    const [, format] = MARKS.find(([name]) => name === path.slice(at)) ?? [];
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
