/** Pages that try to break the recorder, opened while it runs; e2e/long has them opened before, and large ones. */
import { expectRecorded } from './fixtures/hostile.ts';
import { hostilePages, LARGE_PAGES } from './fixtures/hostile-pages.ts';
import { test } from './fixtures/wayscribe.ts';

for (const hostile of hostilePages) {
  if (LARGE_PAGES.includes(hostile.name)) continue;
  test(`records a page opened while recording: ${hostile.name}`, async ({ app, page, panel }) => {
    await expectRecorded({ app, page, panel }, hostile, false);
  });
}
