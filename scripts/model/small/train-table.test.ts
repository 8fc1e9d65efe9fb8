import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openSmallEncoder, packTable } from '../../../src/core/ranking/encoder/small-encoder.ts';
import { dot } from '../../../src/core/ranking/encoder/vectors.ts';
import { createRandom } from '../../random.ts';
import { createPairs } from './draw-pair.ts';
import { hashWords, readWords } from './read-words.ts';
import { trainTable } from './train-table.ts';

const IDEAS = ['sofa; couch; settee', 'lift; elevator', 'film; movie; picture', 'autumn; fall'];
const words = {
  icons: [['sofa', 'couch']],
  translations: [{ english: 'film', others: [['Kino']] }],
  ideas: IDEAS.map((line) => line.split('; ')),
  lexicon: [{ same: ['lift', 'elevator'], near: [] }],
};

function train(seed: number, losses: number[] = []): Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  const shape = { rows: 2048, dim: 16 };
  const onStep = (_step: number, loss: number): number => losses.push(loss);
  const training = { ...shape, steps: 40, batch: 16, temperature: 0.1, learningRate: 0.1 };
  const table = trainTable(createPairs(words, random), { ...training, random, onStep });
  return packTable(table, shape.dim);
}

describe('trainTable', () => {
  it('brings texts of one idea together, with less and less loss', () => {
    const losses: number[] = [];
    const encoder = openSmallEncoder(train(1, losses));
    const alike = (one: string, other: string): number =>
      dot(encoder.encode(one), encoder.encode(other));
    expect(alike('sofa', 'settee')).toBeGreaterThan(alike('sofa', 'elevator') + 0.3);
    expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) / 2);
  });

  it('makes the same bytes of the same seed, and others of another', () => {
    expect(train(3)).toEqual(train(3));
    expect(train(3)).not.toEqual(train(4));
  });
});

describe('the shipped table', () => {
  it('was made from the words as they are now', async () => {
    const folder = new URL('../../../public/models/small/', import.meta.url);
    const note: unknown = JSON.parse(await readFile(new URL('made-from.json', folder), 'utf8'));
    const bytes = await readFile(new URL('table.bin', folder));
    expect(note).toMatchObject({
      words: await hashWords(),
      table: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('has every kind of words to learn from', async () => {
    const read = await readWords();
    expect(read.icons.length).toBeGreaterThan(5000);
    expect(read.translations.length).toBeGreaterThan(1000);
    expect(read.ideas.length).toBeGreaterThan(3000);
    for (const idea of read.ideas) expect(idea.length, idea.join('; ')).toBeGreaterThan(1);
  });
});
