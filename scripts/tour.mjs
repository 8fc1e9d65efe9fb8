// @ts-check
/**
 * The tour: a scripted instructor talks to the copilot in the real side panel, the copilot acts on
 * the practice site, the recorder records; then the demonstration is linted and exported.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openPanel } from './panel.mjs';

/** @typedef {import('./setup.mjs').StepResult} StepResult */
/** @typedef {import('playwright').Page} Page */

/** What the instructor says, and what must then be true of the page. */
const REQUESTS = [
  { say: 'click Shop', expect: { url: '/shop/' } },
  { say: 'type walnut lamp in the search box and press enter', expect: { url: 'q=walnut' } },
  { say: 'open the Walnut lamp', expect: { url: 'product' } },
  { say: 'click Add to cart', expect: { text: 'Added to cart' } },
  { say: 'click Cart, then click Checkout', expect: { url: 'checkout' } },
  { say: 'type Ada Lovelace in Full name', expect: { value: 'Ada Lovelace' } },
  { say: 'choose Express under Delivery', expect: { checked: 'Express' } },
  { say: 'tick I agree to the terms', expect: { checked: 'I agree to the terms' } },
  { say: 'scroll down', expect: {} },
];

/** How long one request may take, all its actions together. */
const PATIENCE = 30_000;

/**
 * @param {object} tour
 * @param {import('./launch.mjs').App} tour.app
 * @param {{ url: string, otherUrl: string }} tour.practice
 * @param {string} tour.out the folder for the zip and the pictures
 * @returns {Promise<StepResult>}
 */
export async function runTour({ app, practice, out }) {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-');
  const folder = join(out, `tour-${stamp}`);
  await mkdir(folder, { recursive: true });
  const page = app.context.pages()[0] ?? (await app.context.newPage());
  await page.goto(practice.url);
  const panel = await openPanel(app, page);
  let pictures = 0;
  const picture = async (/** @type {string} */ name) => {
    pictures += 1;
    const number = String(pictures).padStart(2, '0');
    await panel.screenshot({ path: join(folder, `panel-${number}-${name}.png`) });
  };

  await picture('first-use');
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await panel.getByRole('button', { name: 'Pause' }).waitFor();
  console.log('Recording.');

  for (const [index, request] of REQUESTS.entries()) {
    const fault = await ask(panel, page, request);
    await picture(`request-${index + 1}`);
    const mark = fault ? 'FAILED' : 'done';
    console.log(`  ${String(index + 1).padStart(2)}. ${request.say}  … ${fault ?? mark}`);
    if (fault) {
      return {
        ok: false,
        reason: `The tour stopped at “${request.say}”: ${fault} Pictures are in ${relative(process.cwd(), folder)}.`,
      };
    }
  }

  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await panel.getByRole('button', { name: 'Export' }).waitFor();
  await picture('finished');
  return save(panel, folder);
}

/**
 * @param {Page} panel
 * @param {Page} page
 * @param {(typeof REQUESTS)[number]} request
 * @returns {Promise<string | null>} what went wrong, in a sentence
 */
async function ask(panel, page, { say, expect }) {
  await panel.getByRole('textbox', { name: 'Message' }).fill(say);
  await panel.getByRole('button', { name: 'Send' }).click();
  const stop = panel.getByRole('button', { name: 'Stop copilot' });
  await stop.waitFor({ timeout: 5000 }).catch(() => undefined);
  await stop.waitFor({ state: 'detached', timeout: PATIENCE });
  try {
    await check(page, expect);
    return null;
  } catch {
    const said = await panel.getByRole('log').innerText();
    return `the page does not show it. The panel ended with: “${said.split('\n').slice(-3).join(' ')}”.`;
  }
}

/**
 * @param {Page} page
 * @param {{ url?: string, text?: string, value?: string, checked?: string }} expected
 */
async function check(page, { url, text, value, checked }) {
  const timeout = 5000;
  if (url !== undefined) await page.waitForURL((at) => at.href.includes(url), { timeout });
  if (text !== undefined) await page.getByText(text).first().waitFor({ timeout });
  if (value !== undefined) {
    await page.waitForFunction(
      (wanted) =>
        Array.from(document.querySelectorAll('input')).some((input) => input.value === wanted),
      value,
      { timeout },
    );
  }
  if (checked !== undefined) {
    await page.getByLabel(checked).and(page.locator(':checked')).waitFor({ timeout });
  }
}

/**
 * @param {Page} panel
 * @param {string} folder
 * @returns {Promise<StepResult>}
 */
async function save(panel, folder) {
  const { findings, turns, zip } = await panel.evaluate(async () => {
    const { wayscribe } = globalThis;
    if (!wayscribe) throw new Error('The panel has no automation.');
    const [summary] = await wayscribe.demonstrations.list();
    if (!summary) throw new Error('Nothing was recorded.');
    const { id } = summary.demonstration;
    const blob = await wayscribe.demonstrations.export(id, 'weblinx');
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) {
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return {
      findings: await wayscribe.demonstrations.lint(id),
      turns: summary.turns,
      zip: btoa(text),
    };
  });
  const file = join(folder, 'demonstration-weblinx.zip');
  const bytes = Buffer.from(zip, 'base64');
  await writeFile(file, bytes);
  const where = relative(process.cwd(), folder);
  console.log(
    `${turns} turns, ${(bytes.length / 1024 / 1024).toFixed(1)} MB: ${join(where, 'demonstration-weblinx.zip')}`,
  );
  console.log(`Pictures of the panel at each step: ${where}`);
  if (findings.length === 0) {
    console.log('The linter found nothing.');
    return { ok: true };
  }
  const list = findings.map(({ severity, message }) => `  ${severity}: ${message}`).join('\n');
  return { ok: false, reason: `The linter found ${findings.length} faults:\n${list}` };
}
