import type { Page } from '@playwright/test';
import type { Recording } from './fixtures/recorded.ts';
import {
  describeActions,
  expectTarget,
  listActions,
  resolveXpath,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import { watchShots } from './fixtures/shots.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('saves a click or a tap with the page before it, also when its target disappears', async ({
  app,
  page,
  panel,
  openTrial,
}) => {
  const shots = await watchShots(app);
  await openTrial('actions.html');
  await startRecording(panel);
  const eager = page.getByRole('button', { name: 'Before', exact: true });
  const gone = page.getByRole('button', { name: 'Vanishing' });
  const eagerBox = await eager.boundingBox();
  const before = Date.now();
  await eager.hover();
  // As a person's pointer does before a click: it rests until the page is pictured.
  await shots.waitSince(before);
  await eager.click();
  await expect(page.getByRole('button', { name: 'After' })).toBeVisible();
  const goneBox = await gone.boundingBox();
  await gone.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(gone).toHaveCount(0);
  await waitForTurns(panel, 'click', 2);
  await openTrial('actions.html');
  for (const selector of ['#eager', '#agree', '#gone']) await tap(page, selector);
  await expect(page.getByLabel('I agree')).toBeChecked();
  await waitForTurns(panel, 'click', 5);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Before',
    // The browser makes no click of it: the page took the button away at pointerup.
    'click Vanishing',
    'click Before',
    'click I agree',
    'change I agree=true',
    'click Vanishing',
  ]);
  const [clicked, vanished, tapped, ticked] = listActions(recording);
  expectTarget(clicked, eagerBox);
  expect(clicked.html).toContain('>Before</button>');
  expect(clicked.html).not.toContain('>After</button>');
  expect(clicked.turn.element).toMatchObject({ tagName: 'BUTTON', textContent: 'Before' });
  expect(clicked.turn.element?.attributes).not.toHaveProperty('class');
  expect(clicked.turn.screenshot).toMatchObject({ status: 'kept', proof: { kind: 'unchanged' } });
  expect(clicked.png).not.toBeNull();
  expectTarget(vanished, goneBox);
  for (const kept of [clicked, vanished])
    expect(await resolveXpath(panel, kept)).toBe(kept.turn.element?.uid);
  expectTarget(tapped, eagerBox);
  expect(tapped.html).not.toContain('class="pressed"');
  expectTarget(ticked);
});

test('records typed text as one turn with its final value, and Enter that submits or commits it', async ({
  page,
  panel,
  openTrial,
}) => {
  await openTrial('actions.html');
  await startRecording(panel);
  const query = page.getByLabel('Query');
  const box = await query.boundingBox();
  await query.click();
  await page.keyboard.type('walnat', { delay: 5 });
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('ut lamp', { delay: 5 });
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await typeInto(page, 'Tag', ['red', 'Enter']);
  await typeInto(page, 'Chat', ['one', 'Shift+Enter', 'two', 'Enter']);
  await typeInto(page, 'Comment', ['first', 'Enter', 'second']);
  await typeInto(page, 'Note', ['Buy oil', 'Enter', 'and salt']);
  await typeInto(page, 'Query', ['Control+a', 'oak', 'Enter']);
  await page.waitForURL(/q=oak/);
  await waitForTurns(panel, 'load', 2);
  const recording = await stopRecording(panel);
  expect(describeActions(recording)).toEqual([
    'click Query',
    'textInput Query=walnut lamp',
    'click Before',
    'click Tag',
    'textInput Tag=red',
    'press Enter',
    'click Chat',
    'textInput Chat=one\ntwo',
    'press Enter',
    'click Comment',
    'textInput Comment=first\nsecond',
    'click Note',
    'textInput Note=Buy oil\nand salt',
    'click Query',
    'textInput Query=oak',
    'press Enter',
    'submit',
  ]);
  const [, typed, after] = listActions(recording);
  expectTarget(typed, box);
  expect(typed.html).not.toContain('value="w');
  expect(typed.turn.element?.attributes).not.toHaveProperty('value');
  expect(after?.html).toContain('value="walnut lamp"');
  expectTarget(listActions(recording, 'textInput')[4]);
  expectSubmitted(recording, page.url());
});

/** The last press caused the submit, and one of the two the load. */
function expectSubmitted(recording: Recording, url: string): void {
  const press = listActions(recording, 'press').at(-1);
  const [submit] = listActions(recording, 'submit');
  const load = listActions(recording, 'load').at(-1);
  expectTarget(submit);
  expect(submit.html).toContain('value="oak"');
  expect(submit.turn.causedBy).toBe(press?.turn.id);
  expect(load?.turn.action).toMatchObject({ url });
  expect([press?.turn.id, submit.turn.id]).toContain(load?.turn.causedBy);
  expect(load?.html).toContain('value="oak"');
}

/** Clicks a field, then types texts and presses keys. */
async function typeInto(page: Page, name: string, parts: readonly string[]): Promise<void> {
  await page.getByLabel(name, { exact: true }).click();
  for (const part of parts) {
    if (/^(\w+\+)?(Enter|a)$/.test(part)) await page.keyboard.press(part);
    else await page.keyboard.type(part);
  }
}

async function tap(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} has no box.`);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  // One right behind the other: a finger that stays longer asks for the menu.
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
  await session.detach();
}
