/**
 * Writes docs/schema/*.schema.json from the shapes that reading checks.
 * Run it after a stored field was added: `npm run make:schema`. A test holds the files to it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { PUBLISHED_SCHEMAS, writeSchema } from '../src/core/formats/archive/archive.ts';

const folder = new URL('../docs/schema/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, schema] of Object.entries(PUBLISHED_SCHEMAS)) {
  await writeFile(new URL(name, folder), writeSchema(schema));
}
