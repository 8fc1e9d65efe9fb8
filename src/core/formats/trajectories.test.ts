import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemonstrationContent } from '../demonstration/content.ts';
import { generated } from './arbitrary.fixture.ts';
import { makeContent } from './content.fixture.ts';
import type { Files } from './import.fixture.ts';
import { collectFiles, makePorts, makeSource, toContent } from './import.fixture.ts';
import { SHOP } from './shop.fixture.ts';
import { TRAJECTORY_FORMATS } from './trajectories.fixture.ts';
import { readWeblinx } from './weblinx/read.ts';

/** Reads the sample recording with all intents of WebLINX. */
async function readSample(): Promise<DemonstrationContent> {
  const golden = join(import.meta.dirname, 'golden/weblinx-sample');
  const names = readdirSync(golden, { recursive: true, withFileTypes: true });
  const sample: Files = new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(golden.length + 1), new Uint8Array(readFileSync(path))]),
  );
  const store = new Map<string, Uint8Array<ArrayBuffer>>();
  return toContent(await readWeblinx(makeSource(sample), '', makePorts(store)), store);
}

/** Empty files are not written. */
function countBytes(files: Files): number {
  return [...files.values()].reduce((sum, { length }) => sum + length, 0);
}

describe.each(TRAJECTORY_FORMATS)('$name', ({ list, check }) => {
  it('is valid for the sample recording with all intents of WebLINX', async () => {
    expect(check(await collectFiles(list(await readSample())))).toEqual([]);
  });

  it('is valid for any demonstration', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (content) => {
        const files = await collectFiles(list(content));
        expect(countBytes(files) === 0 ? [] : check(files)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('writes the same bytes each time', async () => {
    const files = await collectFiles(list(SHOP));
    expect(await collectFiles(list(SHOP))).toEqual(files);
    expect(countBytes(files)).toBeGreaterThan(0);
  });

  it('has nothing to write without turns', async () => {
    expect(countBytes(await collectFiles(list(makeContent([]))))).toBe(0);
  });
});
