import {
  describeActions,
  expectTarget,
  listActions,
  startRecording,
  stopRecording,
  waitForTurns,
} from './fixtures/recorded.ts';
import { addStoredPages } from './fixtures/stored-page.ts';
import { expect, test } from './fixtures/wayscribe.ts';

test('records text that is copied, pasted or dragged, with the fields’ new values', async ({
  app,
  page,
  panel,
  practice,
  openTrial,
}) => {
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: practice.url,
  });
  await openTrial('actions.html');
  await startRecording(panel);
  const source = page.locator('#source');
  const tag = page.getByLabel('Tag');
  const comment = page.getByLabel('Comment');
  await source.selectText();
  await page.keyboard.press('Control+c');
  await tag.click();
  await page.keyboard.press('Control+v');
  await expect(tag).toHaveValue('walnut lamp');
  await page.keyboard.type('s');
  const box = await source.boundingBox();
  await source.selectText();
  await source.dragTo(comment, { sourcePosition: { x: 20, y: 8 } });
  await expect(comment).toHaveValue(/walnut lamp/);
  await waitForTurns(panel, 'textInput', 2);
  const recording = await addStoredPages(panel, await stopRecording(panel));
  expect(describeActions(recording)).toEqual([
    'copy=walnut lamp',
    'click Tag',
    'paste Tag=walnut lamp',
    'textInput Tag=walnut lamps',
    'drag',
    expect.stringMatching(/^textInput Comment=walnut lamp\s*$/),
  ]);
  const [paste] = listActions(recording, 'paste');
  expectTarget(paste, await tag.boundingBox());
  expect(paste.html).not.toMatch(/<input[^>]*id="tag"[^>]*value=/);
  const [drag, typed] = listActions(recording).slice(-2);
  expectTarget(drag, box);
  expectTarget(typed);
  expect(drag.turn.action).toMatchObject({ toUid: typed.turn.element?.uid });
  expect(drag.html).toContain('walnut lamp');
});
