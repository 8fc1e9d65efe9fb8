import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readPeak, REPORT_PEAK } from '../../../scripts/peak-memory.ts';
import { makeFolder, runCli } from './run-cli.fixture.ts';

it('needs no more memory for four times as many demonstrations', { timeout: 240_000 }, async () => {
  const { folder, drop } = await makeFolder('one');
  await runCli(['convert', '--to', 'weblinx', '--out', 'zip', '--jobs', '1', 'one'], folder);
  const measure = async (count: number): Promise<number> => {
    const many = path.join(folder, `many-${count}`);
    await mkdir(many);
    for (let n = 0; n < count; n++)
      await copyFile(path.join(folder, 'zip/one.zip'), path.join(many, `d${n}.zip`));
    const args = ['stats', '--json', '--jobs', '1', many];
    const { code, lines, err } = await runCli(args, folder, { flags: REPORT_PEAK });
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ demonstrations: count });
    return readPeak(err)?.peakMb ?? Infinity;
  };
  // The heap grows until about 30 were read, whatever each of them leaves.
  const few = await measure(30);
  const many = await measure(120);
  await drop();
  console.log(`memory for 120 demonstrations: ${(many / few).toFixed(2)} times that for 30`);
  // Half a megabyte that each demonstration left would be seen.
  expect(many / few).toBeLessThan(1.3);
});
