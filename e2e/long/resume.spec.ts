import { rm } from 'node:fs/promises';
import { launchWayscribe } from '../../scripts/launch.mjs';
import { openPanel } from '../../scripts/panel.mjs';
import { makeTemporaryProfile } from '../../scripts/profile.mjs';
import type { Automation } from '../../src/app/automation.ts';
import type { Turn } from '../../src/core/demonstration/demonstration.ts';
import type { Page } from '@playwright/test';
import { listErrors, listIntents } from '../fixtures/hostile.ts';
import { killBrowser } from '../fixtures/kill-browser.ts';
import { built, expect, test } from '../fixtures/wayscribe.ts';

type Global = { wayscribe: Automation };

async function readTurns(panel: Page): Promise<{ id: string; turns: Turn[] }> {
  return panel.evaluate(async () => {
    const { demonstrations } = (globalThis as unknown as Global).wayscribe;
    const [summary] = await demonstrations.list();
    const id = summary?.demonstration.id ?? '';
    return { id, turns: (await demonstrations.get(id)).turns };
  });
}

test('a browser killed while recording offers to resume, and loses nothing saved', async ({
  practice,
  headless,
}) => {
  const profile = makeTemporaryProfile();
  const launch = () => launchWayscribe({ ...built, headless, hermetic: true, profile });
  const before = await launch();
  const page = await before.context.newPage();
  await page.goto(practice.url);
  const panel = await openPanel(before, page);
  await panel.getByRole('button', { name: 'Record', exact: true }).click();
  await panel.getByRole('button', { name: 'Pause' }).waitFor();
  await page.bringToFront();
  await page.mouse.click(4, 300);
  await page.mouse.click(4, 310);
  await expect.poll(async () => listIntents((await readTurns(panel)).turns).length).toBe(2);
  const kept = await readTurns(panel);
  await killBrowser(before);

  const after = await launch();
  try {
    const next = await after.context.newPage();
    await next.goto(practice.url);
    const again = await openPanel(after, next);
    await expect(again.getByRole('button', { name: 'Resume' })).toBeVisible();
    await expect(again.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    const found = await readTurns(again);
    expect(found.turns.map(({ id }) => id)).toEqual(kept.turns.map(({ id }) => id));
    // What is not watched is not recorded, and the gap is on record.
    await next.bringToFront();
    await next.mouse.click(4, 300);
    await again.getByRole('button', { name: 'Resume' }).click();
    await again.getByRole('button', { name: 'Pause' }).waitFor();
    await next.mouse.click(4, 320);
    await expect.poll(async () => listIntents((await readTurns(again)).turns).length).toBe(3);
    await again.getByRole('button', { name: 'Stop', exact: true }).click();
    await again.getByRole('button', { name: 'Export' }).waitFor();

    const [last] = await again.evaluate(() =>
      (globalThis as unknown as Global).wayscribe.demonstrations.list(),
    );
    expect(last?.demonstration.pauses).toEqual([
      { from: kept.turns.at(-1)?.at, to: expect.any(Number), interrupted: true },
    ]);
    const findings = await again.evaluate(
      (id) => (globalThis as unknown as Global).wayscribe.demonstrations.lint(id),
      found.id,
    );
    expect(listErrors(findings)).toEqual([]);
    expect(after.errors).toEqual([]);
  } finally {
    await after.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 20 });
  }
});
