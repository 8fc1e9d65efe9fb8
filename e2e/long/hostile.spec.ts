/** Pages that try to break the recorder, opened while it runs; e2e/long has them opened before, and large ones. */
import { expectRecorded } from '../fixtures/hostile.ts';
import { hostilePages, LARGE_PAGES } from '../fixtures/hostile-pages.ts';
import { test } from '../fixtures/wayscribe.ts';

test('records pages opened while recording', async ({ app, page, panel }) => {
  for (const hostile of hostilePages) {
    if (LARGE_PAGES.includes(hostile.name)) continue;
    await test.step(hostile.name, () => expectRecorded({ app, page, panel }, hostile, false));
  }
});
