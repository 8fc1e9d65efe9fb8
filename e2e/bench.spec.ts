/** `wayscribe bench`: a navigator on the repository's own suite, in browsers of the command's own. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOutcomes, readTrials, runBench } from './fixtures/bench.ts';
import { startScriptedEndpoint } from './fixtures/scripted-endpoint.ts';
import { expect, test } from './fixtures/wayscribe.ts';

const SUITE = 'practice/suite';

test('reports what was done, declined and only called done, and continues a run', async ({}, testInfo) => {
  test.setTimeout(90_000);
  const out = testInfo.outputPath('run');
  const args = ['--out', out, '--only', 'sign-up|missing', SUITE];
  const first = await runBench(args);
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringContaining('done 1, wrong 0'),
  });
  const trials = await readTrials(out);
  expect(listOutcomes(trials)).toEqual(['sign-up: done', 'missing: declined']);
  expect(trials[0]).toMatchObject({ actions: 3, reward: 1, isClaimed: true });
  expect(await readFile(join(out, 'report.md'), 'utf8')).toContain('| Practice suite | sign-up |');

  // A kill in the middle of a line loses that line only.
  await appendFile(join(out, 'trials.jsonl'), '{"suite": "Prac');
  expect((await runBench(args)).text).not.toContain('sign-up #0');
  expect(await readTrials(out)).toEqual(trials);

  const endpoint = await startScriptedEndpoint([() => 'done()', () => 'done()']);
  const model = ['--model', 'scripted', '--base-url', endpoint.baseUrl];
  expect((await runBench([...args, ...model])).text).toContain('holds a run of something else');
  const asked = testInfo.outputPath('model');
  await runBench([...model, '--out', asked, '--only', 'missing', SUITE]);
  await endpoint.close();
  const [claimed] = await readTrials(asked);
  expect(claimed).toMatchObject({ category: 'wrong', isClaimed: true, actions: 0 });
  expect(claimed?.tokens?.prompt).toBeGreaterThan(0);
});
