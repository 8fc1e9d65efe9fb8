import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHashes } from '../demonstration/content.ts';
import { generated } from './arbitrary.fixture.ts';
import { listArchiveFiles } from './archive/archive.ts';
import { readArchive } from './read-demonstration.ts';
import type { Files } from './import.fixture.ts';
import { collectFiles, makePorts, makeSource, toContent } from './import.fixture.ts';
import { listWeblinxFiles } from './weblinx/list.ts';
import { readWeblinx } from './weblinx/read.ts';

function toTexts(files: Files): Record<string, string> {
  const texts = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]);
  return Object.fromEntries(texts) as Record<string, string>;
}

describe('demonstration → archive → demonstration', () => {
  it('is equal in every field and byte', async () => {
    await fc.assert(
      fc.asyncProperty(generated, fc.integer({ min: 1, max: 5000 }), async (content, piece) => {
        const files = await collectFiles(listArchiveFiles(content));
        const store = new Map<string, Uint8Array<ArrayBuffer>>();
        const read = await readArchive(makeSource(files, piece), '', makePorts(store));
        expect(read.findings).toEqual([]);
        expect(read.demonstration).toEqual(content.demonstration);
        expect(read.turns).toEqual(content.turns);
        const named = [...listHashes([content.demonstration, content.turns])];
        expect([...store.keys()].sort()).toEqual(named.sort());
        for (const hash of named) expect(store.get(hash)).toEqual(content.store.get(hash));
      }),
      { numRuns: 60 },
    );
  });
});

describe('demonstration → WebLINX → import → WebLINX', () => {
  it('gives the same files, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (content) => {
        const files = await collectFiles(listWeblinxFiles(content));
        const store = new Map<string, Uint8Array<ArrayBuffer>>();
        const read = await readWeblinx(makeSource(files), '', makePorts(store));
        const again = await collectFiles(listWeblinxFiles(toContent(read, store)));
        expect(toTexts(again)).toEqual(toTexts(files));
      }),
      { numRuns: 60 },
    );
  });
});
