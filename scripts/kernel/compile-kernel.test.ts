import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { compileKernel } from './compile-kernel.ts';

describe('compileKernel', () => {
  // Seconds, and more on a busy machine.
  it.each(['relaxed', 'plain'])(
    'makes the file that is shipped: %s',
    { timeout: 180_000 },
    async (name) => {
      const shipped = await readFile(new URL(`../../public/kernel/${name}.wasm`, import.meta.url));
      expect(shipped.equals(await compileKernel(name === 'relaxed'))).toBe(true);
    },
  );
});
