// @ts-check
/**
 * The tour: a scripted instructor talks to the copilot in the real side panel, the copilot acts on
 * the practice site, the recorder records; then the demonstration is linted and exported.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { askCopilot, listEntries, readOutcome } from './ask-copilot.mjs';
import { openPanel } from './panel.mjs';

/** @typedef {import('./setup.mjs').StepResult} StepResult */
/** @typedef {import('playwright').Page} Page */
/** @typedef {{ url?: string, text?: string, value?: string, checked?: string }} Expected */

/**
 * What the instructor says, and what must then be true of the page. `answer` is clicked on the
 * question that the copilot asks back.
 *
 * @type {{ say: string, answer?: string, expect: Expected }[]}
 */
const REQUESTS = [
  { say: 'click Shop', expect: { url: '/shop/' } },
  {
    say: 'click Add to cart',
    answer: 'Add to cart (Cherry kettle)',
    expect: { text: 'Added to cart: Cherry kettle' },
  },
  { say: 'type walnut lamp in the search box and press enter', expect: { url: 'q=walnut' } },
  { say: 'open the Walnut lamp', expect: { url: 'product' } },
  { say: 'click Add to cart', expect: { text: 'Added to cart: 1 × Walnut lamp' } },
  { say: 'click Cart, then click Checkout', expect: { url: 'checkout' } },
  { say: 'type Ada Lovelace in Full name', expect: { value: 'Ada Lovelace' } },
  { say: 'choose Express under Delivery', expect: { checked: 'Express' } },
  { say: 'tick I agree to the terms', expect: { checked: 'I agree to the terms' } },
  { say: 'scroll down', expect: {} },
];

/** How long the page may take to show what was done, ms. */
const PATIENCE = 5000;

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
    const { say, answer } = request;
    let told = await askCopilot(panel, say);
    if (answer !== undefined) {
      await picture(`request-${index + 1}-question`);
      told = await clickAnswer(panel, answer);
    }
    const fault = await check(page, request.expect).then(
      () => null,
      () => `the page does not show it. The panel ended with: “${told.at(-1) ?? ''}”.`,
    );
    await picture(`request-${index + 1}`);
    const asked = answer === undefined ? '' : ` → ${answer}`;
    console.log(`  ${String(index + 1).padStart(2)}. ${say}${asked}  … ${fault ?? 'done'}`);
    if (fault !== null) {
      return {
        ok: false,
        reason: `The tour stopped at “${say}”: ${fault} Pictures are in ${relative(process.cwd(), folder)}.`,
      };
    }
  }

  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await panel
    .getByText('Checked: no findings')
    .or(panel.getByText(/^\d+ findings?$/))
    .waitFor();
  await picture('finished');
  return save(panel, folder);
}

/**
 * Clicks one of the answers to the copilot's question.
 *
 * @param {Page} panel
 * @param {string} answer
 */
async function clickAnswer(panel, answer) {
  const known = (await listEntries(panel)).length;
  await panel.getByRole('button', { name: answer, exact: true }).click();
  return readOutcome(panel, known);
}

/**
 * @param {Page} page
 * @param {Expected} expected
 */
async function check(page, { url, text, value, checked }) {
  const timeout = PATIENCE;
  if (url !== undefined) await page.waitForURL((at) => at.href.includes(url), { timeout });
  if (text !== undefined) await page.getByText(text).first().waitFor({ timeout });
  if (value !== undefined) {
    await page.waitForFunction(
      (wanted) => [...document.querySelectorAll('input')].some((input) => input.value === wanted),
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
  const { findings, turns, files } = await panel.evaluate(async () => {
    const { wayscribe } = globalThis;
    if (!wayscribe) throw new Error('The panel has no automation.');
    const { demonstrations } = wayscribe;
    const [summary] = await demonstrations.list();
    if (!summary) throw new Error('Nothing was recorded.');
    const { id } = summary.demonstration;
    const exported = async (/** @type {'archive' | 'weblinx'} */ format) => {
      const bytes = new Uint8Array(await (await demonstrations.export(id, format)).arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 0x8000) {
        text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
      }
      return btoa(text);
    };
    return {
      findings: await demonstrations.lint(id),
      turns: summary.turns,
      files: { archive: await exported('archive'), weblinx: await exported('weblinx') },
    };
  });
  const where = relative(process.cwd(), folder);
  for (const [format, text] of Object.entries(files)) {
    const name = `demonstration-${format}.zip`;
    const bytes = Buffer.from(text, 'base64');
    await writeFile(join(folder, name), bytes);
    const size = (bytes.length / 1024 / 1024).toFixed(1);
    console.log(`${turns} turns, ${size} MB: ${join(where, name)}`);
  }
  console.log(`Pictures of the panel at each step: ${where}`);
  if (findings.length === 0) {
    console.log('The linter found nothing.');
    return { ok: true };
  }
  const list = findings.map(({ severity, message }) => `  ${severity}: ${message}`).join('\n');
  return { ok: false, reason: `The linter found ${findings.length} faults:\n${list}` };
}
