/** With recording on, what the copilot does is kept like what a person does. */
import { askCopilot } from '../scripts/ask-copilot.mjs';
import type { Page } from '@playwright/test';
import { openMadePage, sendAndCatch } from './fixtures/conversation.ts';
import {
  describeActions,
  expectTarget,
  listActions,
  readTurns,
  startRecording,
  stopRecording,
} from './fixtures/recorded.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('saves the copilot’s turns with their page state, and the conversation', async ({
  page,
  panel,
  practice,
}) => {
  await page.goto(`${practice.url}react/`);
  await startRecording(panel);
  const box = await page.getByLabel('Name', { exact: true }).boundingBox();
  await askCopilot(panel, 'type Ada Lovelace in Name, then choose Team under Plan');
  await askCopilot(panel, 'click Notes');
  await expect(page).toHaveURL(/\/notes\//);
  const recording = await stopRecording(panel);

  expect(describeActions(recording)).toEqual([
    'textInput Name=Ada Lovelace',
    'change Plan=Team',
    'click Notes',
  ]);
  const [typed, chosen, clicked] = listActions(recording);
  expectTarget(typed, box);
  expectTarget(chosen);
  expectTarget(clicked);
  for (const kept of [typed, chosen, clicked]) {
    expect(kept.turn.by).toBe('copilot');
    expect(kept.turn.screenshot).toMatchObject({ status: 'kept', proof: { kind: 'unchanged' } });
    expect(kept.turn.receipt?.verdict).toBe('changed');
    expect(kept.png?.length).toBeGreaterThan(1000);
  }
  // What followed from it is the copilot's too.
  const loads = recording.turns.filter((turn) => turn.action.intent === 'load');
  expect(loads.at(-1)).toMatchObject({ by: 'copilot', causedBy: clicked.turn.id });
  // The state before, not after.
  expect(typed.html).not.toContain('Ada Lovelace');
  expect(chosen.html).toContain('Ada Lovelace');

  const replay = readJson(recording.files, 'replay.json') as {
    data: { type: string; speaker?: string; utterance?: string; state?: unknown }[];
  };
  const chat = replay.data.filter(({ type }) => type === 'chat');
  expect(chat.map(({ speaker }) => speaker)).toEqual([
    'instructor',
    'navigator',
    'instructor',
    'navigator',
  ]);
  expect(chat[0]?.utterance).toBe('type Ada Lovelace in Name, then choose Team under Plan');
  expect(chat[3]?.utterance).toContain('I clicked Notes');
  const states = replay.data.flatMap(({ state }) => (state ? [state] : []));
  expect(states).toContainEqual(expect.objectContaining({ screenshot_status: 'good' }));
  await expect(panel.getByText('Checked: no findings')).toBeVisible();
});

test('marks the target on the page, but saves no overlay', async ({ page, panel }) => {
  await openMadePage(
    page,
    `<button style="margin: 120px" onclick="document.title = 'pressed'">Start now</button>`,
  );
  await startRecording(panel);
  const clean = await page.screenshot();
  await sendAndCatch(panel, 'click Start now');
  const shown = page.locator('html > div[popover="manual"]');
  await expect(shown).toBeAttached();
  await expect(page).toHaveTitle('pressed');
  await expect(shown).not.toBeAttached();
  const recording = await stopRecording(panel);
  const [clicked] = listActions(recording, 'click');
  expectTarget(clicked);
  expect(clicked.html).not.toMatch(/popover|Wayscribe/);
  expect(clicked.png).not.toBeNull();
  if (clicked.png) expect(await compareImages(panel, clean, clicked.png)).toBe(0);
});

test('undoes the last turn', async ({ page, panel }) => {
  await startRecording(panel);
  await askCopilot(panel, 'scroll down');
  // What was said last is the turn that is taken back; it is shown before it is kept.
  const isSaid = async () =>
    (await readTurns(panel)).some(
      ({ action }) => action.intent === 'say' && action.utterance.startsWith('I scrolled down'),
    );
  await expect.poll(isSaid).toBe(true);
  const before = await readTurns(panel);
  await panel.getByRole('button', { name: 'Undo last turn' }).click();
  await expect.poll(async () => (await readTurns(panel)).length).toBe(before.length - 1);
  await expect(panel.getByRole('log').getByText('I scrolled down')).toBeHidden();
  await expect(page).toHaveTitle(/Practice site/);
});

test('saves and repeats no secret that the copilot types', async ({ page, panel, practice }) => {
  await page.goto(`${practice.url}shop/checkout.html`);
  await startRecording(panel);
  const reported = await askCopilot(panel, 'type hunter2horse in Create a password');
  await expect(page.getByLabel('Create a password')).toHaveValue('hunter2horse');
  expect(reported.join('\n')).not.toContain('hunter2horse');
  const recording = await stopRecording(panel);
  const actions = recording.turns.filter(({ kind }) => kind === 'browser');
  expect(JSON.stringify(actions)).not.toContain('hunter2horse');
});

function readJson(files: Map<string, Uint8Array>, name: string): unknown {
  const found = [...files].find(([path]) => path.endsWith(name))?.[1];
  return JSON.parse(Buffer.from(found ?? []).toString('utf8'));
}

/** How many pixels differ visibly. */
function compareImages(panel: Page, one: Uint8Array, other: Uint8Array): Promise<number> {
  const read = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return panel.evaluate(
    async (images) => {
      const [a, b] = await Promise.all(
        images.map(async (image) => {
          const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (!a || !b || a.width !== b.width || a.height !== b.height) return Infinity;
      return a.data.filter((value, at) => Math.abs(value - (b.data[at] ?? 0)) > 8).length;
    },
    [read(one), read(other)],
  );
}
