import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isObject } from '../shape.ts';
import { listAdpFiles } from './adp/list.ts';
import { listAtifFiles } from './atif/list.ts';
import type { Files } from './import.fixture.ts';
import { collectFiles } from './import.fixture.ts';
import { SHOP } from './shop.fixture.ts';

const PAGE = join(import.meta.dirname, '../../../docs/format.md');
/** The turn of SHOP with an action. */
const TURN = 1;

/** Returns the code in a column of the table "Where is it in other formats". */
function readColumn(name: string): string[] {
  const part = readFileSync(PAGE, 'utf8').split('## Where is it in other formats')[1] ?? '';
  const rows = part.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const column = cells[0]?.indexOf(name) ?? -1;
  return cells.flatMap((row) =>
    [...(row[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
}

/** All names of members in a JSON value, and all texts: the names of classes and sources are among them. */
function* listNames(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield* Object.keys(value);
  for (const each of Object.values(value)) yield* listNames(each);
}

function readNames(files: Files): Set<string> {
  const text = new TextDecoder().decode(files.get('trajectory.json'));
  return new Set(listNames(JSON.parse(text)));
}

it.each(['ATIF', 'ADP'])('has what the table in docs/format.md names for %s', async (name) => {
  const list = name === 'ATIF' ? listAtifFiles : listAdpFiles;
  const files = await collectFiles(list(SHOP));
  const known = readNames(files);
  const code = readColumn(name);
  expect(code.length).toBeGreaterThan(8);
  for (const path of code) {
    const isFile = path.includes('/');
    const parts = path.split(/[.[\]]+/).filter((part) => !/^(?:i|\d*)$/.test(part));
    const missing = isFile
      ? [path.replace('-i', `-${TURN}`)].filter((file) => !files.has(file))
      : parts.filter((part) => !known.has(part));
    expect([path, missing]).toEqual([path, []]);
  }
});
