import type { BrowserTurn } from '../src/core/demonstration/demonstration.ts';
import {
  ask,
  expectIntents,
  hearContentErrors,
  HOST,
  listErrors,
  record,
  serve,
} from './fixtures/hostile.ts';
import { FIELD, GO, hostilePages } from './fixtures/hostile-pages.ts';
import { expect, test } from './fixtures/wayscribe.ts';

/** Pages that want to break the recorder, or that it might break. */
for (const hostile of hostilePages) {
  for (const when of ['from its start', 'when it is open already'] as const) {
    // Who was at the window first may keep everything from those who come later.
    if (hostile.name === 'nothing gets past its window' && when !== 'from its start') continue;
    test(`${hostile.name}: recorded ${when}`, async ({ app, page, panel }) => {
      const errors = hearContentErrors(page);
      await serve(page, { '/': hostile });
      const visit = async () => {
        await page.goto(HOST);
        await expect.poll(() => ask(page, 'clicks')).toBe(0);
      };
      if (when !== 'from its start') await visit();
      const recording = await record(app, page, panel);
      if (when === 'from its start') await visit();

      await page.mouse.click(GO.x + 30, GO.y + 20);
      await expect.poll(() => ask(page, 'clicks')).toBe(1);
      await page.mouse.click(FIELD.x + 30, FIELD.y + 15);
      await page.keyboard.type('ab');
      await expect.poll(() => ask(page, 'typed')).toBe(hostile.typed ?? 'ab');
      await expectIntents(recording, ['click', 'click', 'textInput']);

      const { turns, findings, bytes } = await recording.finish();
      const [go, field, typing] = turns.filter(({ action }) => action.intent !== 'load');
      expectTarget(go, 'BUTTON', GO);
      expectTarget(field, 'INPUT', FIELD);
      expectTarget(typing, 'INPUT', FIELD);
      if (!hostile.typed) expect(typing?.action).toMatchObject({ text: 'ab' });
      expect(listErrors(findings)).toEqual([]);
      expect(bytes).toBeGreaterThan(1000);
      expect(errors).toEqual([]);
    });
  }
}

function expectTarget(turn: BrowserTurn | undefined, tagName: string, box: object): void {
  expect(turn?.element).toMatchObject({ tagName, box });
}
