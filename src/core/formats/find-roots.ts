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
