import type { OnnxEncoder } from './onnx-encoder.ts';

/** About one batch of usual texts. */
const TEXTS = Array.from(
  { length: 24 },
  (_, at) => `button · Add item ${at} to the cart · Orders of today`,
);

/** Tokens per second of a warm batch: what decides between backends. */
export async function measureSpeed(encoder: OnnxEncoder, now: () => number): Promise<number> {
  const tokens = encoder.countTokens(TEXTS);
  await encoder.encode(TEXTS);
  const begun = now();
  await encoder.encode(TEXTS);
  return Math.round((tokens * 1000) / Math.max(1, now() - begun));
}
