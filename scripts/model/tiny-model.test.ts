import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeTinyModel } from './tiny-model.ts';

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const HASHES = {
  'model.onnx': 'cc1b771949634ca2b03f1348df0899f2d2e1ea7c1114facb79b1b88119006bc4',
  'vocab.txt': '055c0f6ecd792e1a3e16c879061b033b196001c31cf23f60451327e41c96e8aa',
  'config.json': 'a4198717367c8e7b48448ec436cfb1cf0e2b42c4a02651497362d1b86dcd2b3f',
};

describe('makeTinyModel', () => {
  const files = makeTinyModel();

  it('gives the same bytes on every machine', () => {
    const hashes = Object.fromEntries([...files].map(([name, bytes]) => [name, hash(bytes)]));
    expect(hashes).toEqual(HASHES);
  });

  it('stays small', () => {
    const total = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    expect(total).toBeLessThan(400_000);
  });
});
