/** Writes the tiny encoder that ships with the extension: `npm run make:model`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { makeTinyModel } from './model/tiny-model.ts';

const folder = new URL('../public/models/tiny/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, bytes] of makeTinyModel()) {
  await writeFile(new URL(name, folder), bytes);
  console.log(`public/models/tiny/${name}: ${bytes.length} bytes`);
}
