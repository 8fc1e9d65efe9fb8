import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTinyModel } from './tiny-model.ts';

const FOLDER = new URL('../../public/models/tiny/', import.meta.url);

describe('makeTinyModel', () => {
  const files = makeTinyModel();

  it('gives the committed files byte by byte (else run: npm run make:model)', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].sort());
    for (const [name, bytes] of files) {
      expect(readFileSync(new URL(name, FOLDER)).equals(bytes), name).toBe(true);
    }
  });

  it('stays small', () => {
    const total = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    expect(total).toBeLessThan(400_000);
  });
});
