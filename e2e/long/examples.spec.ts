/** The Python jobs in `examples`; needs Python 3, but neither Spark nor Ray. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);

test('the jobs in examples are valid Python and name their command', async () => {
  const files = (await readdir('examples')).filter((file) => file.endsWith('.py'));
  expect(files.length).toBeGreaterThan(2);
  await run('python3', ['-m', 'py_compile', ...files.map((file) => `examples/${file}`)], {
    env: { ...process.env, PYTHONPYCACHEPREFIX: test.info().outputPath('python') },
  });
  for (const job of ['spark_convert', 'ray_convert']) {
    const program = `import json, ${job} as job; print(json.dumps(job.make_command("in/week 2/a.zip", "in", "out")))`;
    const env = { ...process.env, PYTHONPATH: 'examples', PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run('python3', ['-c', program], { env });
    expect(JSON.parse(stdout)).toEqual([
      ...['node', 'dist-cli/wayscribe.mjs', 'convert', '--to', 'parquet'],
      ...['--out', 'out/week 2', '--jobs', '1', 'in/week 2/a.zip'],
    ]);
  }
});
