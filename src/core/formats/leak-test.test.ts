import { describe, expect, it } from 'vitest';
import { digestSecret } from '../demonstration/secrets/digest.ts';
import { explainLeak } from '../demonstration/secrets/leaks.ts';
import { createSecretSearch } from '../demonstration/secrets/search.ts';
import { LeakFound, testFile } from './leak-test.ts';

const SECRET = 'hunter2!horse';
const search = createSecretSearch(digestSecret(SECRET, '00112233445566778899aabbccddeeff'));
const TEST = { search, explain: explainLeak };
const KB = 1024;
/** Small, so that a test's file has several. */
const PIECE = 160 * KB;

/** A file of so many kB, in chunks of ten, with a text that begins at `at`. */
function makeFile(size: number, at: number, text = SECRET) {
  const whole = new Uint8Array(size * KB).fill(46);
  whole.set(new TextEncoder().encode(` ${text} `), at);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < whole.length; from += 10 * KB) {
    chunks.push(whole.slice(from, from + 10 * KB));
  }
  return { whole, file: { path: 'video.webm', read: () => chunks } };
}

async function readThrough({ file }: ReturnType<typeof makeFile>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const chunk of testFile(file, TEST, PIECE)) parts.push(chunk);
  return parts;
}

describe('testFile', () => {
  it('yields a file without a secret unchanged', async () => {
    const made = makeFile(350, 200 * KB, 'nothing');
    const parts = await readThrough(made);
    expect(Buffer.compare(Buffer.concat(parts), made.whole)).toBe(0);
  });

  it.each([
    ['at the beginning', 0],
    ['across two pieces', 160 * KB - 6],
    ['in the last piece', 340 * KB + 11],
  ])('finds a secret %s of a file of several pieces', async (_where, at) => {
    await expect(readThrough(makeFile(350, at))).rejects.toBeInstanceOf(LeakFound);
  });

  it('yields nothing of a small file with a secret', async () => {
    const reading = testFile(makeFile(20, 10 * KB).file, TEST).next();
    await expect(reading).rejects.toBeInstanceOf(LeakFound);
  });
});
