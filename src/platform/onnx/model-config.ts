/** What a model's config.json says about it. */
export interface ModelConfig {
  /** Shown to the user as the ranker's name. */
  name: string;
  dim: number;
  /** Texts are cut to this many tokens, the two special ones included. */
  maxTokens: number;
  pooling: 'mean';
  /** `Encoder.weight`. */
  weight: number;
  /** A text and the first values of its vector: what a right backend gives within 0.01. */
  golden: { text: string; values: number[] };
}

/** Reads a parsed config.json. Throws an error that names the field which is not as it should be. */
export function readModelConfig(json: unknown): ModelConfig {
  const config = toRecord(json, 'it');
  const golden = toRecord(config['golden'], 'golden');
  const values = golden['values'];
  if (config['pooling'] !== 'mean') throw new Error('The model’s config: pooling must be "mean"');
  if (!Array.isArray(values) || values.length === 0) {
    throw new Error('The model’s config: golden.values must be a list of numbers');
  }
  return {
    name: toText(config['name'], 'name'),
    dim: toCount(config['dim'], 'dim', 1, 4096),
    maxTokens: toCount(config['maxTokens'], 'maxTokens', 3, 8192),
    pooling: 'mean',
    weight: toNumber(config['weight'], 'weight', 0, 1),
    golden: {
      text: toText(golden['text'], 'golden.text'),
      values: values.map((value) => toNumber(value, 'golden.values', -1, 1)),
    },
  };
}

function toRecord(value: unknown, field: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value));
  }
  throw new Error(`The model’s config: ${field} must be an object`);
}

function toText(value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`The model’s config: ${field} must be a text`);
}

function toNumber(value: unknown, field: string, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw new Error(`The model’s config: ${field} must be a number from ${least} to ${most}`);
}

function toCount(value: unknown, field: string, least: number, most: number): number {
  const count = toNumber(value, field, least, most);
  if (Number.isInteger(count)) return count;
  throw new Error(`The model’s config: ${field} must be a whole number`);
}
