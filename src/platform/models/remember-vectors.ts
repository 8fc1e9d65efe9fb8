import type { Encoder } from '../../core/ranking/candidate.ts';
import { hashBytes } from '../hash.ts';
import type { StoredVector } from './vector-store.ts';

/** Where vectors outlive the worker; `vector-store` in the extension. */
export interface VectorPorts {
  read: (keys: readonly string[]) => Promise<(StoredVector | null)[]>;
  write: (entries: (readonly [string, StoredVector])[]) => Promise<void>;
  /** Clock, ms. */
  now: () => number;
}

/** Vectors kept in memory: about 30 MB at 384 values. */
const MOST_IN_MEMORY = 20_000;
const SCALE = 127;

/**
 * The same encoder, which reads each text once: what it has read is remembered in memory (least recently
 * used goes first) and on disk, under `scope` (model and text format) and the text. A disk that fails costs
 * nothing but the time saved.
 */
export function rememberVectors(encoder: Encoder, scope: string, ports: VectorPorts): Encoder {
  const known = new Map<string, Float32Array>();

  function remember(text: string, vector: Float32Array): void {
    known.delete(text);
    known.set(text, vector);
    const oldest = known.size > MOST_IN_MEMORY ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
  }

  async function readStored(texts: readonly string[], keys: readonly string[]): Promise<void> {
    const stored = await ports.read(keys).catch(() => []);
    for (const [at, text] of texts.entries()) {
      const vector = stored[at];
      if (vector?.values.length === encoder.dim) remember(text, expand(vector));
    }
  }

  return {
    ...encoder,
    async encode(texts, signal) {
      const found = new Map<string, Float32Array>();
      const take = (wanted: readonly string[]): string[] =>
        wanted.filter((text) => {
          const vector = known.get(text);
          if (!vector) return true;
          remember(text, vector);
          found.set(text, vector);
          return false;
        });
      const missing = take([...new Set(texts)]);
      const keys = await Promise.all(missing.map((text) => hashText(`${scope}\n${text}`)));
      if (missing.length > 0) await readStored(missing, keys);
      signal?.throwIfAborted();
      const unread = take(missing);
      const made = unread.length > 0 ? await encoder.encode(unread, signal) : [];
      const keyOf = new Map(missing.map((text, at) => [text, keys[at]]));
      const entries: (readonly [string, StoredVector])[] = [];
      for (const [at, text] of unread.entries()) {
        const vector = made[at];
        if (!vector) continue;
        found.set(text, vector);
        remember(text, vector);
        const key = keyOf.get(text);
        if (key !== undefined) entries.push([key, compress(vector, ports.now())]);
      }
      // Nobody waits for the disk.
      if (entries.length > 0) void ports.write(entries).catch(() => undefined);
      return texts.map((text) => found.get(text) ?? new Float32Array(0));
    },
  };
}

function hashText(text: string): Promise<string> {
  return hashBytes(new TextEncoder().encode(text));
}

function compress(vector: Float32Array, at: number): StoredVector {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest > 0 ? largest / SCALE : 1;
  return { values: Int8Array.from(vector, (value) => Math.round(value / scale)), scale, at };
}

/** At length 1 again, as the encoder gave it. */
function expand({ values, scale }: StoredVector): Float32Array {
  const vector = Float32Array.from(values, (value) => value * scale);
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
