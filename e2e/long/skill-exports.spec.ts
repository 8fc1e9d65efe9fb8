/** What the exports of a skill are worth: each is run, as its user would, on the site it was recorded on. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { exportNewest } from '../fixtures/recorded.ts';
import { recordVisit } from '../fixtures/shop-visit.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** Runs a flow of the Recorder, whose conditions are steps. */
const RUN_FLOW = `import { readFile } from 'node:fs/promises';
import puppeteer from 'puppeteer';
import { createRunner, parse, PuppeteerRunnerExtension } from '@puppeteer/replay';
const flow = parse(JSON.parse(await readFile(process.argv[2], 'utf8')));
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  const extension = new PuppeteerRunnerExtension(browser, page, { timeout: flow.timeout });
  await (await createRunner(flow, extension)).run();
  console.log('Ran ' + flow.steps.length + ' steps.');
} finally {
  await browser.close();
}
`;

function run(
  args: readonly string[],
  cwd: string,
  env = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const whole = { cwd, env: { ...process.env, ...env } };
    execFile(process.execPath, args, whole, (error, out, err) => {
      resolve({ code: error ? 1 : 0, output: out + err });
    });
  });
}

test('a skill runs again from its Playwright test and its Recorder flow, which check each step', async ({
  page,
  panel,
  practice,
}) => {
  // Several browsers and test runs are started in it.
  test.setTimeout(240_000);
  await recordVisit(page, panel, `${practice.url}shop/`);
  const folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-skill-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'demo.zip'), (await exportNewest(panel, 'archive')).zip);
  const cli = ['--import', 'tsx', path.join(ROOT, 'src/entrypoints/cli/wayscribe.ts'), 'convert'];
  const converted = await run(
    [...cli, '--to', 'skill', '--out', folder, `${folder}/demo.zip`],
    ROOT,
  );
  expect(converted).toMatchObject({ code: 0 });
  const made = path.join(folder, 'demo.skill');
  const name = 'put-two-walnut-lamps-into-the-cart';
  expect(await readdir(path.join(made, name))).toEqual(
    expect.arrayContaining(['SKILL.md', 'pictures', 'skill.json']),
  );

  const chromium = await findChromium();
  if (!chromium.ok) throw new Error(chromium.reason);
  const launch = { executablePath: chromium.path, chromiumSandbox: false };
  const config = path.join(made, 'playwright.config.mjs');
  const use = { launchOptions: launch };
  await writeFile(config, `export default ${JSON.stringify({ use, expect: { timeout: 3000 } })};`);
  const runner = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const playwright = (env: Record<string, string>, ...args: string[]) =>
    run([runner, 'test', '--config', config, ...args], folder, env);

  const repeated = await playwright({}, '--repeat-each', '3');
  expect(repeated.output).toContain('3 passed');
  expect((await playwright({ SKILL_QUANTITY: '4' })).output).toContain('1 passed');
  const wrong = await playwright({ SKILL_QUANTITY: '99' });
  expect(wrong.output).toContain('1 failed');

  await writeFile(path.join(folder, 'run-flow.mjs'), RUN_FLOW);
  const flow = await run(['run-flow.mjs', path.join(made, `${name}.json`)], folder, {
    CHROMIUM: chromium.path,
  });
  expect(flow.output).toMatch(/Ran \d+ steps\./);
  await rm(folder, { recursive: true });
});
