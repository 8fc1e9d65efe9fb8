/** Every recipe of docs/cookbook.md; needs Python 3, but none of the libraries that the recipes import. */
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from '@playwright/test';
import { transformWithOxc } from 'vite';
import buildCli, { cliFolder } from '../../scripts/build-cli.mjs';

const DOCS = 'docs';
const SAMPLE = 'src/core/formats/golden/weblinx-sample';

interface Block {
  language: string;
  code: string;
}

interface Recipe {
  title: string;
  blocks: Block[];
  /** Files and folders that it says it makes. */
  made: string[];
}

/** Reads the parts of a page: their code, and the paths in the sentences that begin with "Makes". */
async function readRecipes(file: string): Promise<Recipe[]> {
  const parts = (await readFile(path.join(DOCS, file), 'utf8')).split(/^## /m).slice(1);
  return parts.map((part) => {
    const blocks = [...part.matchAll(/^```(sh|python)\n(.*?)^```/gms)];
    const sentences = [...part.matchAll(/^Makes [^:]*?[.:](?= |$)/gm)].map(([said]) => said);
    return {
      title: part.split('\n')[0] ?? '',
      blocks: blocks.map(([, language = '', code = '']) => ({ language, code })),
      made: sentences.flatMap((said) =>
        [...said.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      ),
    };
  });
}

function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word);
}

let folder = '';
let database: DuckDBInstance;

/** Runs the built command line. Returns its exit code and its errors. */
function runCli(args: readonly string[], cwd: string): Promise<{ code: number; err: string }> {
  return new Promise((resolve) => {
    const argv = [path.join(cliFolder, 'wayscribe.mjs'), ...args, '--jobs', '1'];
    execFile(process.execPath, argv, { cwd, maxBuffer: 1 << 28 }, (error, _, err) => {
      resolve({ code: error ? Number(error.code) : 0, err });
    });
  });
}

async function runBlock({ language, code }: Block): Promise<void> {
  if (language === 'python') return runPython(code);
  for (const line of code.split('\n').filter((each) => each !== '')) {
    const [program, ...args] = splitWords(line);
    const { code: ended, err } = await runCli(args, folder);
    expect([program, line, ended, err]).toEqual(['wayscribe', line, 0, '']);
  }
}

/** Runs Python that imports nothing but its own library; compiles other Python, and runs the SQL in it. */
async function runPython(code: string): Promise<void> {
  await promisify(execFile)('python3', ['-c', RUN_PYTHON, code], { cwd: folder });
  for (const [, sql = ''] of code.matchAll(/duckdb\.sql\("""(.*?)"""\)/gs)) {
    expect(await query(sql)).not.toEqual([]);
  }
}

const RUN_PYTHON = `
import ast, sys
tree = ast.parse(sys.argv[1])
compiled = compile(tree, "recipe", "exec")
imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
names = {alias.name for node in imports for alias in node.names} | {getattr(node, "module", None) for node in imports}
if all(name.split(".")[0] in sys.stdlib_module_names for name in names if name):
    exec(compiled, {})
`;

async function query(sql: string): Promise<unknown[]> {
  const connection = await database.connect();
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  connection.closeSync();
  return rows;
}

async function readMade(file: string): Promise<string> {
  return readFile(path.join(folder, file), 'utf8');
}

/** What a recipe promises beside its files, by its number. */
const PROMISES: Readonly<Record<number, () => Promise<void>>> = {
  1: async () => {
    await cp(SAMPLE, path.join(folder, 'bad'), { recursive: true });
    await rm(path.join(folder, 'bad/pages/page-5-0.html'));
    expect((await runCli(['lint', 'bad'], folder)).code).toBe(1);
  },
  2: async () => expect(await readdir(path.join(folder, 'weblinx/one'))).toContain('replay.json'),
  4: async () => {
    // The query in the description of the dataset.
    const parts = await readRecipes('format.md');
    const [block] = parts.find(({ title }) => title === 'The published dataset')?.blocks ?? [];
    if (!block) throw new Error('format.md has no query');
    await runBlock(block);
  },
  5: async () => {
    const rows =
      await query(`select description, screenshot.path as path from 'dataset/data/*.parquet'
      where screenshot is not null and octet_length(screenshot.bytes) > 60`);
    expect(rows).toContainEqual({
      description: expect.any(String),
      path: expect.stringMatching(/\.png$/),
    });
  },
  6: async () => {
    const sql = `select label, count(*) as pairs from 'pairs/*.jsonl'
      where sentence1 != '' and sentence2 != '' group by label order by label`;
    expect(await query(sql)).toMatchObject([{ label: '0' }, { label: '1' }]);
  },
  7: async () => {
    const [line = ''] = (await readMade('messages/one.messages/messages.jsonl')).split('\n');
    const { images } = JSON.parse(line) as { images: string[] };
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) await stat(path.join(folder, 'messages/one.messages', image));
  },
  8: async () => {
    // Not all measures: as in WebLINX, line feeds in an answer's text stay escaped.
    const summary = JSON.parse(await readMade('runs/answers/summary.json')) as object;
    expect(summary).toMatchObject({
      ...{ complete: true, unanswered: 0 },
      unconditional: { intentMatch: { count: 10, score: 1 } },
    });
  },
  9: async () => {
    await promisify(execFile)('python3', ['-c', UNPACK], { cwd: folder });
    expect(JSON.parse(await readMade('safe/form.json'))).toMatchObject({
      ...{ navigator_name: 'Navigator', instructor_name: 'Person2' },
    });
  },
  10: async () => {
    const source = await readMade('tests/one.playwright/demonstration.spec.ts');
    expect((await transformWithOxc(source, 'demonstration.spec.ts')).code).toContain('test(');
    expect(source).toContain("from '@playwright/test'");
    const page = await readMade('shown/one.html');
    expect(page).toMatch(/^<!doctype html>.*Content-Security-Policy.*id="file-page\.json"/is);
  },
};

const UNPACK = 'import zipfile; zipfile.ZipFile("safe/one.zip").extract("form.json", "safe")';

test('runs every recipe of the cookbook', async () => {
  await buildCli();
  folder = test.info().outputPath('');
  await cp(SAMPLE, path.join(folder, 'recordings/one'), { recursive: true });
  database = await DuckDBInstance.create(':memory:', { file_search_path: folder });
  const recipes = await readRecipes('cookbook.md');
  expect(recipes).toHaveLength(10);
  expect(recipes.flatMap(({ made }) => made).length).toBeGreaterThan(13);
  for (const [at, { title, blocks, made }] of recipes.entries()) {
    expect([title, blocks.length > 0]).toEqual([title, true]);
    for (const block of blocks) await runBlock(block);
    for (const file of made) {
      const info = await stat(path.join(folder, file)).catch(() => null);
      expect([title, file, info !== null]).toEqual([title, file, true]);
    }
    await PROMISES[at + 1]?.();
  }
  database.closeSync();
});
