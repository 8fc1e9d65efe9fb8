import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runHere } from './run-cli.fixture.ts';

async function convertTo(format: string, folder: string): Promise<number> {
  const out = path.join(folder, format);
  const { code } = await runHere(
    'convert',
    '--to',
    format,
    '--out',
    out,
    path.join(folder, 'shop'),
  );
  expect(code).toBe(0);
  const [file = ''] = (await readdir(out)).filter((name) => /\.(?:html|zip)$/u.test(name));
  return (await stat(path.join(out, file))).size;
}

it('writes a page under 1.5 times the archive’s size, also of a recording of 37 KB', async () => {
  const { folder, drop } = await makeFolder('shop');
  const archive = await convertTo('archive', folder);
  expect(archive).toBeLessThan(40_000);
  expect(await convertTo('page', folder)).toBeLessThan(1.5 * archive);
  await drop();
});
