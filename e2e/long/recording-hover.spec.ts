import type { Page } from '@playwright/test';
import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording,
} from '../fixtures/recorded.ts';
import type { Recording } from '../fixtures/recorded.ts';
import type { Shots } from '../fixtures/shots.ts';
import { watchShots } from '../fixtures/shots.ts';
import { expect, test } from '../fixtures/wayscribe.ts';

/** A person's rest on a fast machine. */
const REST_MS = 1500;
/** The recorder looks at a page at rest for a fiftieth of the time at most, and nothing says when that is done. */
const REST_PER_LOOK = 100;

/** Rests until the recorder has had its turn: longer on a machine that needs more time to look at the page. */
async function rest(page: Page): Promise<void> {
  const lookMs = await page.evaluate(async () => {
    const nextIdle = () => new Promise((resolve) => requestIdleCallback(resolve));
    let longest = 0;
    for (let look = 0; look < 5; look++) {
      await nextIdle();
      const began = performance.now();
      for (const element of document.querySelectorAll('*')) {
        element.getBoundingClientRect();
        getComputedStyle(element).getPropertyValue('opacity');
      }
      longest = Math.max(longest, performance.now() - began);
    }
    return longest;
  });
  await page.waitForTimeout(Math.max(REST_MS, REST_PER_LOOK * lookMs));
}

let shots: Shots;

test.beforeEach(async ({ app, page, panel, openTrial }) => {
  shots = await watchShots(app);
  await openTrial('hover.html');
  await startRecording(panel);
  await page.mouse.move(600, 500);
  await shots.waitSince();
  // A person looks at a page first.
  await rest(page);
});

/** Rests on an element as a person does, with or without anything to be seen for it. */
async function restOn(page: Page, selector: string): Promise<void> {
  await page.locator(selector).hover({ position: { x: 10, y: 10 } });
  await rest(page);
}

/** The actions with their targets' own texts. */
function listDone(recording: Recording): string[] {
  return listActions(recording).map(({ turn: { action, element } }) => {
    const text = element?.textContent.trim().split('\n')[0] ?? '';
    return `${action.intent} ${text}`;
  });
}

test('records one hover for each needed level of a CSS menu', async ({ page, panel }) => {
  const shop = await page.locator('#shop').boundingBox();
  await restOn(page, '#help');
  await restOn(page, '#shop');
  const chairs = await page.locator('#chairs').boundingBox();
  await restOn(page, '#chairs');
  await page.getByRole('link', { name: 'Oak' }).click();
  const recording = await stopRecording(panel);
  expect(listDone(recording)).toEqual(['hover Shop', 'hover Chairs', 'click Oak']);
  const [first, second, click] = listActions(recording);
  expectTarget(first, shop);
  expectTarget(second, chairs);
  expectTarget(click);
  expect(first.turn.properties).toMatchObject({ stateBefore: true });
  expect(second.turn.properties).toMatchObject({ stateBefore: true });
  // Boxes are those of before: what the hover showed has none.
  const uidOf = (html: string, text: string): string =>
    new RegExp(`data-webtasks-id="([^"]+)"[^>]*>${text}<`).exec(html)?.[1] ?? '';
  expect(first.boxes).not.toHaveProperty(uidOf(first.html, 'Lamps'));
  expect(second.boxes).toHaveProperty(uidOf(second.html, 'Lamps'));
  expect(second.boxes).not.toHaveProperty(uidOf(second.html, 'Oak'));
});

test('records a hover on a menu that a script opens late', async ({ page, panel }) => {
  await restOn(page, '#late');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['hover Account', 'click Sign out']);
  const [hover] = listActions(recording);
  expectTarget(hover);
  expect(hover.turn.element?.attributes).not.toHaveProperty('aria-expanded');
  expect(hover.turn.element?.textContent).toBe('Account');
  expect(hover.html).not.toContain('id="popup"');
});

test('records a hover that fades in buttons over a card', async ({ page, panel }) => {
  await restOn(page, '.card p');
  await page.getByRole('button', { name: 'Archive' }).click();
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['hover', 'click Archive']);
  const [hover] = listActions(recording);
  expectTarget(hover);
  expect(hover.turn.element?.attributes).toEqual({ class: 'card' });
});

test('ignores hovers that were not needed', async ({ page, panel }) => {
  await restOn(page, '#shop');
  await restOn(page, '.tip');
  await page.getByRole('button', { name: 'Save' }).click();
  await restOn(page, '.tint');
  await page.getByRole('button', { name: 'Plain' }).click();
  await restOn(page, '#late');
  await page.locator('#open').click();
  await page.getByRole('button', { name: 'Within' }).click();
  const recording = await stopRecording(panel);
  const done = describeActions(recording);
  expect(done).toEqual(['click Save Saves the draft', 'click Plain', 'click Open', 'click Within']);
});

test('never accepts a screenshot from before a CSS menu opened', async ({ page, panel }) => {
  await page.locator('#shop').hover({ position: { x: 10, y: 10 } });
  await page.getByRole('link', { name: 'Lamps' }).click();
  const recording = await stopRecording(panel);
  expect(listDone(recording)).toEqual(['hover Shop', 'click Lamps']);
  const [hover, click] = listActions(recording).map(({ turn }) => turn);
  const { screenshot } = click ?? {};
  if (screenshot?.status !== 'kept' || screenshot.proof.kind !== 'unchanged') return;
  expect(screenshot.proof.requestedAt).toBeGreaterThan(hover?.at ?? Infinity);
});
