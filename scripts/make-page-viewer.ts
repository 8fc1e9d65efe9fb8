/**
 * Builds src/entrypoints/page-viewer into src/platform/page/viewer.json, which the packer of the time-travel page wraps
 * around a recording. Run it after the viewer was changed: `npm run make:page-viewer`. A test holds the file to it.
 */
import { writeFile } from 'node:fs/promises';
import { buildPageViewer } from './page-viewer/build-page-viewer.ts';

const viewer = await buildPageViewer();
const file = new URL('../src/platform/page/viewer.json', import.meta.url);
await writeFile(file, `${JSON.stringify(viewer, null, 2)}\n`);
console.log(`src/platform/page/viewer.json: ${viewer.before.length + viewer.after.length} letters`);
