import type { Page } from '@playwright/test';
import {
  describeActions,
  expectTarget,
  listActions,
  resolveXpath,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import type { Shots } from './fixtures/shots.ts';
import { watchShots } from './fixtures/shots.ts';
import { expect, test } from './fixtures/wayscribe.ts';

let shots: Shots;

test.beforeEach(async ({ app, panel, openTrial }) => {
  shots = await watchShots(app);
  await openTrial('actions.html');
  await startRecording(panel);
});

/** As a person's pointer does before a click, until the page is pictured. */
async function restOn(page: Page, name: string): Promise<void> {
  const before = Date.now();
  await page.getByRole('button', { name, exact: true }).hover();
  await shots.waitSince(before);
}

test('saves a click with the page as it was before it reacted', async ({ page, panel }) => {
  const eager = page.getByRole('button', { name: 'Before', exact: true });
  const box = await eager.boundingBox();
  await restOn(page, 'Before');
  await eager.click();
  await expect(page.getByRole('button', { name: 'After' })).toBeVisible();
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual(['click Before']);
  const [kept] = listActions(recording);
  expectTarget(kept, box);
  expect(kept.html).toContain('>Before</button>');
  expect(kept.html).not.toContain('>After</button>');
  expect(kept.turn.element).toMatchObject({ tagName: 'BUTTON', textContent: 'Before' });
  expect(kept.turn.element?.attributes).not.toHaveProperty('class');
  expect(await resolveXpath(panel, kept)).toBe(kept.turn.element?.uid);
  expect(kept.turn.screenshot).toMatchObject({ status: 'kept', proof: { kind: 'unchanged' } });
  expect(kept.png).not.toBeNull();
});

test('describes a target that disappears while it is pressed', async ({ page, panel }) => {
  const gone = page.getByRole('button', { name: 'Vanishing' });
  const box = await gone.boundingBox();
  await gone.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(gone).toHaveCount(0);
  const recording = await stopRecording(panel);
  // The browser makes no click of it: the page took the button away at pointerup.
  expect(describeActions(recording)).toEqual(['click Vanishing']);
  const [kept] = listActions(recording);
  expectTarget(kept, box);
  expect(await resolveXpath(panel, kept)).toBe(kept.turn.element?.uid);
});

test('records typing as one turn with the final value and the state before', async ({
  page,
  panel,
}) => {
  const query = page.getByLabel('Query');
  await query.click();
  await page.keyboard.type('walnat', { delay: 5 });
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('ut lamp', { delay: 5 });
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await waitForTurns(panel, 'click', 2);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Query',
    'textInput Query=walnut lamp',
    'click Before',
  ]);
  const [, typed, after] = listActions(recording);
  expectTarget(typed, await query.boundingBox());
  expect(typed.html).not.toContain('value="w');
  expect(typed.turn.element?.attributes).not.toHaveProperty('value');
  expect(after?.html).toContain('value="walnut lamp"');
});

test('records Enter that submits as a press, its submit and the load it causes', async ({
  page,
  panel,
}) => {
  await page.getByLabel('Query').click();
  await page.keyboard.type('oak');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=oak/);
  await waitForTurns(panel, 'load', 2);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Query',
    'textInput Query=oak',
    'press Enter',
    'submit',
  ]);
  const [press] = listActions(recording, 'press');
  const [submit] = listActions(recording, 'submit');
  const load = listActions(recording, 'load').at(-1);
  expectTarget(submit);
  expect(submit.html).toContain('value="oak"');
  expect(submit.turn.causedBy).toBe(press?.turn.id);
  expect(load?.turn.action).toMatchObject({ url: page.url() });
  expect([press?.turn.id, submit.turn.id]).toContain(load?.turn.causedBy);
  expect(load?.html).toContain('value="oak"');
});

test('records Enter that commits a value as a press without a submit', async ({ page, panel }) => {
  await page.getByLabel('Tag').click();
  await page.keyboard.type('red');
  await page.keyboard.press('Enter');
  await page.getByLabel('Chat').click();
  await page.keyboard.type('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.getByLabel('Comment').click();
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second');
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Tag',
    'textInput Tag=red',
    'press Enter',
    'click Chat',
    'textInput Chat=one\ntwo',
    'press Enter',
    'click Comment',
    'textInput Comment=first\nsecond',
  ]);
});

test('records text in an editable region as one turn', async ({ page, panel }) => {
  await page.getByRole('textbox', { name: 'Note' }).click();
  await page.keyboard.type('Buy oil');
  await page.keyboard.press('Enter');
  await page.keyboard.type('and salt');
  const recording = await stopRecording(panel);
  expect(describeActions(recording, 'textInput')).toEqual(['textInput Note=Buy oil\nand salt']);
  expect(describeActions(recording, 'press')).toEqual([]);
  expectTarget(listActions(recording, 'textInput')[0]);
});
