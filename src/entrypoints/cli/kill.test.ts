import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateDemonstration } from '../../../scripts/bench/formats/generate-demonstration.ts';
import { listArchiveFiles } from '../../core/formats/archive/archive.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import { COMMAND, makeFolder, runHere } from './run-cli.fixture.ts';

const ARCHIVES = 3;

let folder = '';
let drop = (): Promise<void> => Promise.resolve();
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  ({ folder, drop } = await makeFolder());
  await mkdir(at('in'));
  for (let number = 0; number < ARCHIVES; number++) {
    const { content } = generateDemonstration(number, 6, 100);
    const zip = zipFiles(listArchiveFiles(content), { modifiedAt: 0 });
    await pipeline(Readable.from(zip), createWriteStream(at(`in/${number}.zip`)));
  }
});
afterAll(() => drop());

async function listFiles(out: string): Promise<string[]> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function readFiles(out: string): Promise<Record<string, string>> {
  const names = await listFiles(out);
  const read = async (name: string) => [name, await readFile(path.join(out, name), 'latin1')];
  return Object.fromEntries(await Promise.all(names.map(read))) as Record<string, string>;
}

/** Kills the command as soon as one of the files in `watched` fits. Returns the signal that ended it. */
async function killAt(
  args: readonly string[],
  watched: string,
  fits: (file: string) => boolean,
): Promise<string | null> {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: 'ignore' });
  const ended = new Promise<string | null>((resolve) => {
    child.on('exit', (_code, signal) => resolve(signal));
  });
  while (child.exitCode === null && !(await listFiles(watched)).some(fits)) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  child.kill('SIGKILL');
  return ended;
}

it('converts the rest after it was killed', async () => {
  const args = ['convert', '--to', 'weblinx', '--jobs', '1', at('in'), '--out'];
  await runHere(...args, at('undisturbed'));
  const out = at('killed');
  const moments: ((file: string) => boolean)[] = [
    (file) => file.includes('parts'),
    (file) => file === '0.zip',
    (file) => file === path.join('.wayscribe', '1.weblinx.json'),
  ];
  const signals = [];
  for (const fits of moments) signals.push(await killAt([...args, out], out, fits));
  expect(signals).toEqual(moments.map(() => 'SIGKILL'));
  const { code, out: said } = await runHere(...args, out);
  expect([code, said]).toEqual([0, expect.stringContaining('already there')]);
  expect(await readFiles(out)).toEqual(await readFiles(at('undisturbed')));
});

it('publishes the rest after it was killed', async () => {
  const args = ['publish', '--jobs', '1', '--name', 'Shops', at('in'), '--to'];
  await runHere(...args, at('dataset'));
  const out = at('again');
  const moments = ['data/', 'samples/1.png'];
  for (const start of moments) {
    expect(
      await killAt([...args, out], `${out}.part`, (file) => file.startsWith(start)),
      start,
    ).toBe('SIGKILL');
    expect(await listFiles(out)).toEqual([]);
  }
  expect((await runHere(...args, out)).code).toBe(0);
  expect(await readFiles(out)).toEqual(await readFiles(at('dataset')));
  expect(await readdir(folder)).not.toContain('again.part');
});
