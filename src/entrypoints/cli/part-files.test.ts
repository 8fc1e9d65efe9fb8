import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { dropParts, namePart } from './part-files.ts';
import { makeFolder } from './run-cli.fixture.ts';

it('removes the parts of this and of ended processes only', async () => {
  const { folder, drop } = await makeFolder();
  const parts = path.dirname(path.dirname(namePart(folder)));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const kept = [`${process.ppid}-${hostname()}`, `${ended}-another-machine`];
  const removed = [`${process.pid}-${hostname()}`, `${ended}-${hostname()}`];
  for (const name of [...kept, ...removed]) {
    await mkdir(path.join(parts, name, 'a.mind2web'), { recursive: true });
  }
  await dropParts(folder);
  expect((await readdir(parts)).sort()).toEqual(kept.sort());
  await drop();
});
