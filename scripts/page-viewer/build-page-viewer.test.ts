import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { buildPageViewer } from './build-page-viewer.ts';

// Seconds, and more on a busy machine.
it('makes the viewer that is shipped', { timeout: 180_000 }, async () => {
  const file = new URL('../../src/platform/page/viewer.json', import.meta.url);
  expect(await buildPageViewer()).toEqual(JSON.parse(await readFile(file, 'utf8')));
});
