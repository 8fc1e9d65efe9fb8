/** `wayscribe bench`: a navigator on the repository's own suite, in browsers of the command's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOutcomes, readTrials, runBench } from './fixtures/bench.ts';
import { startScriptedEndpoint } from './fixtures/scripted-endpoint.ts';
import { expect, test } from './fixtures/wayscribe.ts';

const SUITE = 'practice/suite';

test('reports what was done, declined and only called done', async ({}, testInfo) => {
  test.setTimeout(90_000);
  const out = testInfo.outputPath('run');
  const first = await runBench(['--out', out, '--only', 'sign-up|missing', SUITE]);
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringContaining('done 1, wrong 0'),
  });
  const trials = await readTrials(out);
  expect(listOutcomes(trials)).toEqual(['sign-up: done', 'missing: declined']);
  expect(trials[0]).toMatchObject({ actions: 3, reward: 1, isClaimed: true });
  expect(await readFile(join(out, 'report.md'), 'utf8')).toContain('| Practice suite | sign-up |');

  const endpoint = await startScriptedEndpoint([() => 'done()', () => 'done()']);
  const prices = ['--price-in', '1000', '--price-out', '1000'];
  const model = ['--model', 'scripted', '--base-url', endpoint.baseUrl, ...prices];
  const asked = testInfo.outputPath('model');
  await runBench([...model, '--out', asked, '--only', 'missing', SUITE]);
  await endpoint.close();
  const [claimed] = await readTrials(asked);
  expect(claimed).toMatchObject({ category: 'wrong', isClaimed: true, actions: 0 });
  const { prompt, completion } = claimed?.tokens ?? { prompt: 0, completion: 0 };
  expect(prompt).toBeGreaterThan(0);
  expect(claimed?.cost).toBeCloseTo((prompt + completion) / 1000);
});
