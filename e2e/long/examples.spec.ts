/** The Python jobs in `examples`; needs Python 3, but neither Spark nor Ray. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);

test('the jobs in examples are valid Python and name their command', async () => {
  const files = (await readdir('examples')).filter((file) => file.endsWith('.py'));
  expect(files.length).toBeGreaterThan(2);
  const check = 'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)';
  await run('python3', ['-c', check, ...files.map((file) => `examples/${file}`)]);
  for (const job of ['spark_convert', 'ray_convert']) {
    const program = `import json, ${job} as job; print(json.dumps(job.make_command("a.zip", "out")))`;
    const env = { ...process.env, PYTHONPATH: 'examples', PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run('python3', ['-c', program], { env });
    expect(JSON.parse(stdout)).toEqual([
      ...['node', 'dist-cli/wayscribe.mjs', 'convert', '--to', 'parquet'],
      ...['--out', 'out', '--jobs', '1', 'a.zip'],
    ]);
  }
});
