/** Compiles `kernel/` into public/kernel: `npm run make:kernel`, after it was changed. A test holds the files to it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { compileKernel } from './kernel/compile-kernel.ts';

const folder = new URL('../public/kernel/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const name of ['relaxed', 'plain']) {
  const bytes = await compileKernel(name === 'relaxed');
  await writeFile(new URL(`${name}.wasm`, folder), bytes);
  console.log(`public/kernel/${name}.wasm: ${bytes.length} bytes`);
}
