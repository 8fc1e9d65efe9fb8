/** `wayscribe bench` with what else it can run: agents, demonstrations, and tasks that others check. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Automation } from '../../src/app/automation.ts';
import { listOutcomes, readTrials, runBench } from '../fixtures/bench.ts';
import { recordVisit } from '../fixtures/shop-visit.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const SUITE = 'practice/suite';

test('runs an agent over MCP, and compares it with the built-in navigator', async ({}, testInfo) => {
  test.setTimeout(180_000);
  const [agent, builtIn] = ['agent', 'built-in'].map((name) => testInfo.outputPath(name));
  const only = ['--only', 'shelf'];
  const command = `${process.execPath} e2e/fixtures/bench-agent.mjs`;
  await runBench(['--out', agent ?? '', ...only, '--agent', command, SUITE]);
  const [trial] = await readTrials(agent ?? '');
  expect(trial).toMatchObject({ category: 'done', actions: 1 });
  expect(trial?.answer).toMatch(/^Pressed e\d+\.$/);

  await runBench(['--out', builtIn ?? '', ...only, SUITE]);
  const out = testInfo.outputPath('compared');
  await runBench(['--compare', '--out', out, builtIn ?? '', agent ?? '']);
  expect(await readFile(join(out, 'report.md'), 'utf8')).toContain('## agent against built-in');
});

test('takes a demonstration as a task, and its receipts as the check', async ({
  page,
  panel,
  practice,
}, testInfo) => {
  test.setTimeout(180_000);
  await recordVisit(page, panel, `${practice.url}shop/`);
  const bytes = await panel.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as { wayscribe: Automation }).wayscribe;
    const [newest] = await demonstrations.list();
    const zip = await demonstrations.export(newest?.demonstration.id ?? '', 'archive');
    return [...new Uint8Array(await zip.arrayBuffer())];
  });
  const file = testInfo.outputPath('visit.zip');
  await writeFile(file, Buffer.from(bytes));
  const out = testInfo.outputPath('run');
  await runBench(['--out', out, file, 'no-such-suite']);
  const [trial] = await readTrials(out);
  expect(trial).toMatchObject({
    suite: 'Demonstrations',
    instruction: 'Put 2 walnut lamps into the cart',
  });
  expect(['done', 'declined', 'asked', 'failed']).toContain(trial?.category);
  expect(trial?.error).toBeUndefined();
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
