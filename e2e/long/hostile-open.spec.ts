/** Pages that try to break the recorder: open before it starts, and large ones. */
import { expectRecorded } from '../fixtures/hostile.ts';
import { hostilePages, LARGE_PAGES } from '../fixtures/hostile-pages.ts';
import { test } from '../fixtures/wayscribe.ts';

// The first script at a window may hide every event from later ones.
const RECORDED_ONLY_FROM_THE_START = 'nothing gets past its window';

for (const hostile of hostilePages) {
  if (LARGE_PAGES.includes(hostile.name)) {
    test(`records a page opened while recording: ${hostile.name}`, async ({ app, page, panel }) => {
      await expectRecorded({ app, page, panel }, hostile, false);
    });
  }
  if (hostile.name === RECORDED_ONLY_FROM_THE_START) continue;
  test(`records a page that was open before: ${hostile.name}`, async ({ app, page, panel }) => {
    await expectRecorded({ app, page, panel }, hostile, true);
  });
}
