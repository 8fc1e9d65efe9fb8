import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { adaptQuery } from './adapter.ts';
import { packLearned, readLearned } from './learned-record.ts';

const about = { ranker: 'lexical + small', before: 0.5, after: 0.7, choices: 40, groups: 5 };
const adapter = {
  dim: 384,
  rank: 4,
  down: Float32Array.from({ length: 1536 }, (_, at) => Math.sin(at) / 20),
  up: Float32Array.from({ length: 1536 }, (_, at) => Math.cos(at) / 20),
};

describe('readLearned', () => {
  it('reads back what was packed, through JSON, in a few kB', () => {
    const text = JSON.stringify(
      packLearned({ factors: { words: 1.5, role: 0.25 }, adapter }, about),
    );
    expect(text.length).toBeLessThan(8000);
    const read = readLearned(JSON.parse(text));
    if (!read.ok) throw new Error(read.reason);
    expect(read.record).toMatchObject(about);
    expect(read.learned.factors).toEqual({ words: 1.5, role: 0.25 });
    const asked = Float32Array.from({ length: 384 }, (_, at) => (at === 5 ? 1 : 0));
    const [ours, theirs] = [adapter, read.learned.adapter ?? adapter].map((one) =>
      adaptQuery(asked, one),
    );
    const cosine = ours?.reduce((sum, value, at) => sum + value * (theirs?.[at] ?? 0), 0);
    expect(read.learned.adapter).not.toBeNull();
    expect(cosine).toBeGreaterThan(0.999);
  });

  it('refuses what is damaged', () => {
    const record = packLearned({ factors: { words: 2 }, adapter }, about);
    const broken: unknown[] = [
      null,
      [],
      { ...record, version: 2 },
      { ...record, ranker: 3 },
      { ...record, after: null },
      { ...record, factors: { words: 1e9 } },
      { ...record, factors: { words: '2' } },
      { ...record, adapter: { ...record.adapter, dim: 383 } },
      { ...record, adapter: { ...record.adapter, rank: 1e9 } },
      { ...record, adapter: { ...record.adapter, up: { scale: 1, bytes: 'zz' } } },
      { ...record, adapter: { ...record.adapter, down: { scale: Infinity, bytes: '' } } },
    ];
    expect(broken.filter((value) => readLearned(value).ok)).toEqual([]);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => !readLearned(value).ok));
  });
});
