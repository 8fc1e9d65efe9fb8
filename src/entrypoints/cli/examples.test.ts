import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, runCli } from './run-cli.fixture.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../examples');

let folder = '';
let drop = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  ({ folder, drop } = await makeFolder('in/one'));
  await runCli(['convert', '--to', 'weblinx', '--out', 'zips', '--jobs', '1', 'in'], folder);
  await writeFile(path.join(folder, 'zips/broken.zip'), 'no zip');
}, 60_000);
afterAll(() => drop());

/** The command that a job runs for one zip, without `node` and the program. */
async function readCommand(job: string, zip: string, out: string): Promise<string[]> {
  const text = await readFile(path.join(EXAMPLES, job), 'utf8');
  const [, list = ''] = /return \["node", CLI, ([^\]]*)\]/.exec(text) ?? [];
  const given: Record<string, string> = { 'str(out)': out, 'str(zip_path)': zip };
  return list.split(', ').map((part) => given[part] ?? (JSON.parse(part) as string));
}

// Spark and Ray run the same command on every machine. `npm test -- long` lets Python check the files.
it.each(['spark_convert.py', 'ray_convert.py'])(
  '%s converts each zip once, and reports a broken one',
  { timeout: 60_000 },
  async (job) => {
    const convert = async (zip: string) =>
      runCli(await readCommand(job, `zips/${zip}`, job), folder);
    expect(await convert('one.zip')).toMatchObject({ code: 0, err: '' });
    const file = path.join(folder, job, 'one.parquet');
    const bytes = await readFile(file);
    expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toHaveLength(24);
    await convert('one.zip');
    expect(await readFile(file)).toEqual(bytes);
    const broken = await convert('broken.zip');
    expect(broken.code).toBe(1);
    expect(broken.err).toContain('broken.zip');
    const written = await readdir(path.join(folder, job));
    expect(written.filter((name) => name.endsWith('.parquet'))).toEqual(['one.parquet']);
  },
);
