/** `wayscribe bench` starts a browser for each trial: with the built-in navigator, an agent, tasks of demonstrations and of other benchmarks. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOutcomes, readTrials, runBench } from '../fixtures/bench.ts';
import { exportNewest, waitForTurns } from '../fixtures/recorded.ts';
import { recordRequest, recordVisit } from '../fixtures/shop-visit.ts';
import { startScriptedEndpoint } from '../fixtures/scripted-endpoint.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const SUITE = 'practice/suite';

test('reports what was done, declined and only called done', async ({}, testInfo) => {
  test.setTimeout(180_000);
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

test('runs the small suite, and an agent over MCP beside it', async ({}, testInfo) => {
  test.setTimeout(180_000);
  const [agent, builtIn] = ['agent', 'built-in'].map((name) => testInfo.outputPath(name));
  const command = `${process.execPath} e2e/fixtures/bench-agent.mjs`;
  await runBench(['--out', agent ?? '', '--only', 'shelf', '--agent', command, SUITE]);
  const [trial] = await readTrials(agent ?? '');
  expect(trial).toMatchObject({ category: 'done', actions: 1 });
  expect(trial?.answer).toMatch(/^Pressed e\d+\.$/);

  await runBench(['--out', builtIn ?? '', '--parallel', '2', SUITE]);
  expect(listOutcomes(await readTrials(builtIn ?? '')).sort()).toEqual([
    ...['delivery: done', 'gift: done', 'missing: declined', 'shelf: done', 'sign-up: done'],
  ]);
  const out = testInfo.outputPath('compared');
  await runBench(['--compare', '--out', out, builtIn ?? '', agent ?? '']);
  expect(await readFile(join(out, 'report.md'), 'utf8')).toContain('## agent against built-in');
});

test('takes demonstrations as tasks, and their receipts as the check', async ({
  page,
  panel,
  practice,
}, testInfo) => {
  test.setTimeout(180_000);
  const shop = `${practice.url}shop/`;
  const files: string[] = [];
  const exportVisit = async (): Promise<void> => {
    const { id, zip } = await exportNewest(panel, 'archive');
    files.push(testInfo.outputPath(`${id}.zip`));
    await writeFile(testInfo.outputPath(`${id}.zip`), zip);
  };
  await recordVisit(page, panel, shop);
  await exportVisit();
  await recordRequest(page, panel, shop, 'Click Walnut lamp', async () => {
    await page.getByRole('link', { name: 'Walnut lamp' }).first().click();
    await waitForTurns(panel, 'click', 1);
  });
  await exportVisit();
  const out = testInfo.outputPath('run');
  const { code, text } = await runBench(['--out', out, ...files, 'no-such-suite']);
  expect([code, text]).toEqual([1, expect.stringContaining('no-such-suite: there is nothing')]);
  const trials = await readTrials(out);
  expect(trials).toHaveLength(2);
  expect(trials.find(({ instruction }) => instruction === 'Click Walnut lamp')).toMatchObject({
    ...{ suite: 'Demonstrations', category: 'done', reward: 1 },
  });
  // The built-in navigator can't do this one: only what the receipts say counts.
  const both = trials.find(({ instruction }) => instruction !== 'Click Walnut lamp');
  expect(both).toMatchObject({ instruction: 'Put 2 walnut lamps into the cart', reward: 0 });
});

test('records what WebArena-Verified evaluates', async ({ practice }, testInfo) => {
  test.setTimeout(120_000);
  const tasks = [
    {
      task_id: 3,
      sites: ['shop'],
      start_urls: [`${practice.url}shop/`],
      intent: 'click Walnut lamp',
    },
  ];
  const file = testInfo.outputPath('tasks.json');
  await writeFile(file, JSON.stringify(tasks));
  const out = testInfo.outputPath('run');
  await runBench(['--out', out, file]);
  expect(listOutcomes(await readTrials(out))).toEqual(['3: unchecked']);
  const folder = join(out, 'WebArena-Verified', '3', '0');
  const response = JSON.parse(
    await readFile(join(folder, 'agent_response.json'), 'utf8'),
  ) as object;
  expect(response).toMatchObject({ status: 'SUCCESS' });
  const har = JSON.parse(await readFile(join(folder, 'network.har'), 'utf8')) as {
    log: { entries: { request: { url: string } }[] };
  };
  expect(har.log.entries.map(({ request }) => request.url)).toContain(`${practice.url}shop/`);
});
