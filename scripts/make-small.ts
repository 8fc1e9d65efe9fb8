/*
 * Trains the small encoder that ships with the extension: `npm run make:small` writes it, with a note of what
 * it was made from; `npm run make:small -- --check` trains it again and fails unless the bytes are the same.
 * Minutes on one core.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { packTable } from '../src/core/ranking/encoder/small-encoder.ts';
import { createPairs } from './model/small/draw-pair.ts';
import { hashWords, readWords } from './model/small/read-words.ts';
import { trainTable } from './model/small/train-table.ts';
import { createRandom } from './random.ts';

const SEED = 20_261_120;
const SHAPE = { rows: 32_768, dim: 64 };
const TRAINING = { ...SHAPE, steps: 6000, batch: 256, temperature: 0.1, learningRate: 0.08 };
const REPORT_EVERY = 500;

const folder = new URL('../public/models/small/', import.meta.url);
const random = createRandom(SEED);
const table = trainTable(createPairs(await readWords(), random), {
  ...TRAINING,
  random,
  onStep(step, loss) {
    if (step % REPORT_EVERY === 0)
      console.log(`${step} of ${TRAINING.steps}: loss ${loss.toFixed(3)}`);
  },
});
const bytes = packTable(table, SHAPE.dim);
const note = {
  made: 'npm run make:small',
  seed: SEED,
  ...TRAINING,
  words: await hashWords(),
  table: createHash('sha256').update(bytes).digest('hex'),
};

if (process.argv.includes('--check')) {
  const shipped = await readFile(new URL('table.bin', folder));
  if (!shipped.equals(bytes)) throw new Error('The shipped table is not what this makes');
  console.log('The shipped table is what this makes, byte for byte.');
} else {
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('table.bin', folder), bytes);
  await writeFile(new URL('made-from.json', folder), `${JSON.stringify(note, null, 2)}\n`);
  console.log(`public/models/small/table.bin: ${bytes.length} bytes`);
}
