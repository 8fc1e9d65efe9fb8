import type { Encoder } from '../../../core/ranking/candidate.ts';
import { dot } from '../../../core/ranking/encoder/vectors.ts';
import type { InstalledModel } from '../../../protocol/models.ts';

type Golden = InstalledModel['golden'];

/** Short, usual, and longer than any model takes, so that every length is met. */
const GOLDEN_TEXTS = [
  'Sign in',
  'Add the walnut lamp to the cart',
  'button · Delete · Order 1042, Orders',
  'shipping and delivery options for the order '.repeat(40),
];
/** Half precision and 8-bit weights pass; a backend that computes wrongly is near 0. */
const LEAST_LIKENESS = 0.995;
/** 8-bit activations are scaled per batch, so padding shifts values a little. */
const LEAST_BATCH_LIKENESS = 0.97;
/** Cosine above which the model fails to distinguish two different texts. */
const MOST_ALIKE = 0.9999;
const DIGITS = 1e6;

/** What a model makes of the golden texts. Rejects with a sentence when that makes no sense. */
export async function makeGolden(encoder: Encoder): Promise<Golden> {
  const alone: Float32Array[] = [];
  for (const text of GOLDEN_TEXTS) alone.push(...(await encoder.encode([text])));
  const together = await encoder.encode(GOLDEN_TEXTS);
  for (const [at, vector] of alone.entries()) {
    if (!isUnit(vector)) throw new Error('The model runs, but what it gives are no numbers.');
    if (!(dot(vector, together[at] ?? vector.map(() => NaN)) >= LEAST_BATCH_LIKENESS)) {
      throw new Error('The model gives other values for a text beside others than alone.');
    }
    if (alone.some((other, index) => index < at && dot(vector, other) > MOST_ALIKE)) {
      throw new Error('The model runs, but does not tell texts apart.');
    }
  }
  const vectors = alone.map((vector) =>
    Array.from(vector, (value) => Math.round(value * DIGITS) / DIGITS),
  );
  return { texts: GOLDEN_TEXTS, vectors };
}

/** Rejects when an encoder does not give, nearly, the golden vectors. */
export async function checkGolden(encoder: Encoder, { texts, vectors }: Golden): Promise<void> {
  for (const [at, text] of texts.entries()) {
    const [vector] = await encoder.encode([text]);
    const likeness = vector ? dot(vector, Float32Array.from(vectors[at] ?? [])) : NaN;
    if (!(likeness >= LEAST_LIKENESS)) {
      throw new Error('The model runs, but its values are not the expected ones');
    }
  }
}

function isUnit(vector: Float32Array): boolean {
  return vector.length > 1 && Math.abs(dot(vector, vector) - 1) < 0.01;
}
