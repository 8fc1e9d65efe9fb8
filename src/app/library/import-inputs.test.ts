import { describe, expect, it } from 'vitest';
import type { DroppedItem, FolderFiles } from '../../platform/picked-files.ts';
import { listInputs } from './import-demonstration.ts';

function makeFolder(name: string, ...paths: string[]): DroppedItem {
  const files: FolderFiles = new Map(paths.map((path) => [path, {} as FileSystemFileEntry]));
  return { name, files };
}

const namesOf = (...items: DroppedItem[]): string[] => listInputs(items).map(({ name }) => name);

describe('what is dropped', () => {
  it('is each file by itself', () => {
    const file = new File([], 'a.zip');
    expect(namesOf({ name: 'a.zip', file }, { name: 'b.png', file })).toEqual(['a.zip', 'b.png']);
  });

  it.each([
    [['replay.json', 'pages/page-1-0.html'], ['box']],
    [['one/replay.json', 'two/wayscribe.json'], ['box']],
    [
      ['a.zip', 'deep/b.ZIP', 'notes.txt'],
      ['box/a.zip', 'box/deep/b.ZIP'],
    ],
    [
      ['one/replay.json', 'one/files/c.zip', 'a.zip'],
      ['box', 'box/a.zip'],
    ],
    [['notes.txt'], ['box']],
    [[], ['box']],
  ])('a folder with %j is taken as %j', (paths, names) => {
    expect(namesOf(makeFolder('box', ...paths))).toEqual(names);
  });
});
