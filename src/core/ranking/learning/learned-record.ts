import type { Adapter } from './adapter.ts';
import { FACTOR_LIMIT } from './factors.ts';
import type { Learned } from './learn.ts';

/**
 * What was learned as a JSON value of a few kB, for storage and for files: the adapter's numbers are
 * int8 with one scale for each of its two halves, in hexadecimal.
 */
export interface LearnedRecord {
  version: 1;
  /** What ordered the candidates while it was learned: it is used with that only. */
  ranker: string;
  factors: Record<string, number>;
  adapter: { dim: number; rank: number; down: Packed; up: Packed } | null;
  /** Mean reciprocal rank of held-out choices before and after, 0 … 1. */
  before: number;
  after: number;
  choices: number;
  groups: number;
}

interface Packed {
  scale: number;
  bytes: string;
}

/** More cannot be a model's. */
const MOST_DIM = 4096;
const MOST_RANK = 64;
const MOST_PARTS = 100;

export function packLearned(
  { factors, adapter }: Learned,
  about: Omit<LearnedRecord, 'version' | 'factors' | 'adapter'>,
): LearnedRecord {
  const packed = adapter && {
    dim: adapter.dim,
    rank: adapter.rank,
    down: pack(adapter.down),
    up: pack(adapter.up),
  };
  return { version: 1, ...about, factors: { ...factors }, adapter: packed };
}

export type ReadRecord =
  | { ok: true; record: LearnedRecord; learned: Learned }
  /** One sentence for the user. */
  | { ok: false; reason: string };

/** Reads a record from storage or a file, which may hold anything. */
export function readLearned(value: unknown): ReadRecord {
  if (read(value, 'version') !== 1) {
    return refuse('It is no file of what Wayscribe’s ranker learned, or of a newer version.');
  }
  const ranker = read(value, 'ranker');
  const factors = readFactors(read(value, 'factors'));
  const figures = ['before', 'after', 'choices', 'groups'].map((name) => read(value, name));
  const isCounted = figures.every((figure) => typeof figure === 'number' && figure >= 0);
  if (typeof ranker !== 'string' || !factors || !isCounted) {
    return refuse('What the ranker learned is damaged in this file.');
  }
  const stored = read(value, 'adapter');
  const adapter = stored === null ? null : unpackAdapter(stored);
  if (adapter === undefined) return refuse('The adapter in this file is damaged.');
  const [before = 0, after = 0, choices = 0, groups = 0] = figures as number[];
  const about = { ranker, before, after, choices, groups };
  return {
    ok: true,
    record: packLearned({ factors, adapter }, about),
    learned: { factors, adapter },
  };
}

function readFactors(value: unknown): Record<string, number> | null {
  if (typeof value !== 'object' || value === null) return null;
  const entries: [string, unknown][] = Object.entries(value);
  const isFactor = (factor: unknown): factor is number =>
    typeof factor === 'number' && factor >= 0.999 / FACTOR_LIMIT && factor <= FACTOR_LIMIT * 1.001;
  if (entries.length > MOST_PARTS) return null;
  const factors = entries.flatMap(([name, factor]): [string, number][] =>
    isFactor(factor) ? [[name, factor]] : [],
  );
  return factors.length === entries.length ? Object.fromEntries(factors) : null;
}

function unpackAdapter(value: unknown): Adapter | undefined {
  const dim = read(value, 'dim');
  const rank = read(value, 'rank');
  if (!isSize(dim, MOST_DIM) || !isSize(rank, MOST_RANK)) return undefined;
  const down = unpack(read(value, 'down'), dim * rank);
  const up = unpack(read(value, 'up'), dim * rank);
  return down && up && { dim, rank, down, up };
}

function isSize(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most;
}

const BYTE = 127;

function pack(values: Float32Array): Packed {
  const most = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = most / BYTE;
  const bytes = Array.from(values, (value) => {
    const byte = scale === 0 ? 0 : Math.round(value / scale);
    return (byte & 0xff).toString(16).padStart(2, '0');
  });
  return { scale, bytes: bytes.join('') };
}

function unpack(value: unknown, length: number): Float32Array | undefined {
  const scale = read(value, 'scale');
  const bytes = read(value, 'bytes');
  if (typeof scale !== 'number' || !Number.isFinite(scale) || typeof bytes !== 'string') {
    return undefined;
  }
  if (bytes.length !== 2 * length || !/^[0-9a-f]*$/.test(bytes)) return undefined;
  return Float32Array.from({ length }, (_, at) => {
    const byte = Number.parseInt(bytes.slice(2 * at, 2 * at + 2), 16);
    return ((byte << 24) >> 24) * scale;
  });
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function refuse(reason: string): ReadRecord {
  return { ok: false, reason };
}
