import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryFiles } from './duckdb.fixture.ts';
import { makeFolder, runCli } from './run-cli.fixture.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../examples');
const SCALE = path.resolve(import.meta.dirname, '../../../docs/scale.md');

let folder = '';
let drop = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  ({ folder, drop } = await makeFolder('in/one', 'in/two'));
  const form = path.join(folder, 'in/two/form.json');
  await writeFile(form, (await readFile(form, 'utf8')).replace('sample-demo', 'second-demo'));
  await runCli(['convert', '--to', 'weblinx', '--out', 'zips', '--jobs', '1', 'in/one'], folder);
  await writeFile(path.join(folder, 'zips/broken.zip'), 'no zip');
  await mkdir(path.join(folder, 'zips/deep'));
  await copyFile(path.join(folder, 'zips/one.zip'), path.join(folder, 'zips/deep/one.zip'));
}, 60_000);
afterAll(() => drop());

/** The command that a job runs for one zip, without `node` and the program. */
async function readCommand(job: string, zip: string, out: string): Promise<string[]> {
  const text = await readFile(path.join(EXAMPLES, job), 'utf8');
  const [, list = ''] = /return \["node", CLI, ([^\]]*)\]/.exec(text) ?? [];
  // As the job's `folder`: the zip's below the recordings.
  const mirrored = path.join(out, path.relative('zips', path.dirname(zip)));
  const given: Record<string, string> = { 'str(folder)': mirrored, 'str(zip_path)': zip };
  return list.split(', ').map((part) => given[part] ?? (JSON.parse(part) as string));
}

const countRows = async (file: string) =>
  queryFiles(`select count(*) as rows from '${path.join(folder, file)}'`);

// Spark and Ray run the same command on every machine. `npm test -- long` lets Python compile the files.
it.each(['spark_convert.py', 'ray_convert.py'])(
  '%s converts each zip once, and reports a broken one',
  { timeout: 60_000 },
  async (job) => {
    const convert = async (zip: string) =>
      runCli(await readCommand(job, `zips/${zip}`, job), folder);
    expect(await convert('one.zip')).toMatchObject({ code: 0, err: '' });
    const file = path.join(folder, job, 'one.parquet');
    const bytes = await readFile(file);
    expect(await countRows(`${job}/one.parquet`)).toEqual([{ rows: '24' }]);
    await convert('one.zip');
    expect(await readFile(file)).toEqual(bytes);
    const broken = await convert('broken.zip');
    expect(broken.code).toBe(1);
    expect(broken.err).toContain('broken.zip');
    const sameName = await convert('deep/one.zip');
    expect([sameName.code, sameName.out]).toEqual([0, expect.stringContaining('written')]);
    const written = await readdir(path.join(folder, job), { recursive: true });
    expect(written.filter((name) => name.endsWith('.parquet')).sort()).toEqual([
      path.join('deep', 'one.parquet'),
      'one.parquet',
    ]);
    expect(await countRows(`${job}/**/*.parquet`)).toEqual([{ rows: '48' }]);
  },
);

/** The queries of docs/scale.md, on outputs in `folder`. */
async function readQueries(): Promise<string[]> {
  const text = await readFile(SCALE, 'utf8');
  const queries = [...text.matchAll(/duckdb\.sql\("""(.*?)"""\)/gs)].map(([, sql = '']) => sql);
  return queries.map((sql) => sql.replaceAll(/'((?:table|chat)\/[^']*)'/g, `'${folder}/$1'`));
}

it('joins the outputs as docs/scale.md does', { timeout: 60_000 }, async () => {
  const given = ['--jobs', '1', 'in/one', 'in/two'];
  await runCli(['convert', '--to', 'parquet', '--out', 'table', ...given], folder);
  await runCli(['convert', '--to', 'chat', '--unproven', '--out', 'chat', ...given], folder);
  const [count = '', join = ''] = await readQueries();
  expect(await queryFiles(count)).toContainEqual({ intent: 'say', turns: '14', screenshots: '0' });
  expect(await queryFiles(count)).toContainEqual({ intent: 'click', turns: '8', screenshots: '8' });
  const joined = await queryFiles(join);
  const prompts = await queryFiles(`select count(*) as rows from '${folder}/chat/*.jsonl'`);
  expect(Number(prompts[0]?.['rows'])).toBeGreaterThan(10);
  expect(joined).toHaveLength(Number(prompts[0]?.['rows']));
  expect(new Set(joined.map(({ demonstration }) => demonstration)).size).toBe(2);
  const nameCall = (intent: string) =>
    intent.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const { intent, answer } of joined) {
    expect(String(answer).split('(')[0]).toBe(nameCall(String(intent)));
  }
});
