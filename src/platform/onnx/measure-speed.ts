import type { OnnxEncoder } from './onnx-encoder.ts';

/** About one batch of usual texts. */
const TEXTS = Array.from(
  { length: 24 },
  (_, at) => `button · Add item ${at} to the cart · Orders of today`,
);

/** Whatever else the machine did meanwhile, the best of so many tells what the backend can do. */
const ROUNDS = 3;

/** Tokens per second of a warm batch: what decides between backends. */
export async function measureSpeed(encoder: OnnxEncoder, now: () => number): Promise<number> {
  const tokens = encoder.countTokens(TEXTS);
  await encoder.encode(TEXTS);
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = now();
    await encoder.encode(TEXTS);
    best = Math.min(best, now() - begun);
  }
  return Math.round((tokens * 1000) / Math.max(1, best));
}
