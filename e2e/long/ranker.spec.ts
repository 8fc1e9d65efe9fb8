/**
 * The user's model in the live path: it takes part in what the copilot ranks, and reads the page that a
 * round ends on before anything is asked about it. The model is the seeded one of scripts/model.
 */
import type { Page } from '@playwright/test';
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import { makeTinyModel } from '../../scripts/model/tiny-model.ts';
import { closePanel, getPageUrl, openPanel } from '../../scripts/panel.mjs';
import { expect, test } from '../fixtures/wayscribe.ts';

const tiny = makeTinyModel();

async function importTiny(settings: Page): Promise<void> {
  const form = settings.locator('details', { hasText: 'From files' });
  await form.locator('summary').click();
  await settings.getByLabel('Files of the model').setInputFiles(
    ['model.onnx', 'vocab.txt', 'config.json'].map((name) => ({
      ...{ name, mimeType: 'application/octet-stream' },
      buffer: Buffer.from(tiny.get(name) ?? []),
    })),
  );
  await form.getByRole('button', { name: 'Import' }).click();
  const runs = settings.getByText(/tokens per second/);
  await expect(runs).toBeVisible({ timeout: 90_000 });
  // Nothing faster is at hand here, and it gives the values of the first trial.
  await expect(runs).toHaveText(/the processor.*\(WASM, Wayscribe’s kernel\)/);
}

/** Texts in the model's cache, as Settings show them after a reload. */
async function countRead(settings: Page): Promise<number> {
  await settings.reload();
  const reported = await settings.getByText(/texts?, stored as numbers/).textContent();
  return Number(/\d+/.exec(reported ?? '')?.[0] ?? 0);
}

test('a model ranks in a run, and reads the last page ahead', async ({ freshApp, practice }) => {
  // The runtime tries the model, then the kernel loads it: long on a busy machine.
  test.slow();
  const settings = await freshApp.context.newPage();
  await settings.goto(getPageUrl(freshApp, 'settings'));
  await importTiny(settings);
  const page = await freshApp.context.newPage();
  await page.goto(practice.url);
  const panel = await openPanel(freshApp, page);
  // The panel may have read this page for its examples.
  const before = await countRead(settings);

  await askCopilot(panel, `go to ${practice.url}shop/`);
  await expect.poll(() => countRead(settings)).toBeGreaterThan(before + 10);
  await page.bringToFront();
  await askCopilot(panel, 'click Shop');
  await expect(panel.getByText(/tiny \(untrained\)/).first()).toBeVisible();
  await closePanel(panel);
  expect(freshApp.errors).toEqual([]);
});

test('ranks by words when the encoder’s page is killed, and reports it', async ({
  app,
  page,
  panel,
}) => {
  await askCopilot(panel, 'click Shop');
  // Killed as often as it is made: some request is under way when it goes.
  const killing = panel.evaluate(async () => {
    Object.assign(globalThis, { killing: true });
    while ('killing' in globalThis) await chrome.offscreen.closeDocument().catch(() => undefined);
  });
  const reported = await askCopilot(panel, 'click Notes');
  await panel.evaluate(() => Reflect.deleteProperty(globalThis, 'killing'));
  await killing;
  await expect(page).toHaveURL(/\/notes\//);
  expect(reported.at(-1)).toMatch(/^Click Notes.*done/);
  await expect(panel.getByText(/^Words only/)).toBeVisible();
  await askCopilot(panel, 'click Shop');
  await expect(page).toHaveURL(/\/shop\//);
  await expect(panel.getByText('Words + encoder')).toBeVisible();
  expect(app.errors).toEqual([]);
});
