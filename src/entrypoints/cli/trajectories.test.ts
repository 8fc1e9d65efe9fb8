import { createWriteStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generated } from '../../core/formats/arbitrary.fixture.ts';
import { listArchiveFiles } from '../../core/formats/archive/archive.ts';
import { listPreferenceLines } from '../../core/formats/training/list.ts';
import { TRAJECTORY_FORMATS } from '../../core/formats/trajectories.fixture.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import { makeFolder, runHere } from './run-cli.fixture.ts';

let folder = '';
let drop = (): Promise<void> => Promise.resolve();
beforeAll(async () => {
  ({ folder, drop } = await makeFolder());
  for (const content of fc.sample(generated, { numRuns: 100, seed: 1 })) {
    // A demonstration with something for every format.
    if ((await listPreferenceLines(content).next()).done) continue;
    const zip = zipFiles(listArchiveFiles(content), { modifiedAt: 0 });
    await pipeline(Readable.from(zip), createWriteStream(path.join(folder, 'demo.zip')));
    return;
  }
  throw new Error('no demonstration has preferences');
});
afterAll(() => drop());

it.each(TRAJECTORY_FORMATS)('converts to $name', async ({ name, check }) => {
  const out = path.join(folder, name);
  const given = ['--out', out, '--jobs', '1', path.join(folder, 'demo.zip')];
  const { code, err } = await runHere('convert', '--to', name, ...given);
  expect([code, err]).toEqual([0, '']);
  expect(check(await readOutput(out))).toEqual([]);
});

/** The files of the only output, by the names that the format's check knows. */
async function readOutput(out: string): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const [made = ''] = (await readdir(out)).filter((each) => !each.startsWith('.'));
  const place = path.join(out, made);
  const read = async (file: string) => new Uint8Array(await readFile(file));
  if ((await stat(place)).isFile()) {
    const name = { '.tar': 'shard.tar', '.jsonl': 'preferences.jsonl' }[path.extname(made)];
    return new Map([[name ?? made, await read(place)]]);
  }
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        return [path.relative(place, file), await read(file)] as const;
      }),
    ),
  );
}
