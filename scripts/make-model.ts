/**
 * Writes the seeded stand-in for a model into a folder, to be imported in Settings:
 * `npm run make:model -- <folder>`. It is of the real kind and knows nothing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTinyModel } from './model/tiny-model.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say into which folder: npm run make:model -- <folder>');
await mkdir(folder, { recursive: true });
for (const [name, bytes] of makeTinyModel()) {
  const file = join(folder, name);
  await writeFile(file, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
