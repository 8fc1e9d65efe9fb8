import type { Encoder } from '../../../core/ranking/candidate.ts';
import { hashBytes } from '../../hash.ts';
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

  /** Gives what is known to `hear`, and returns the others. */
  function take(
    texts: readonly string[],
    hear: (text: string, vector: Float32Array) => void,
  ): string[] {
    return texts.filter((text) => {
      const vector = known.get(text);
      if (!vector) return true;
      remember(text, vector);
      hear(text, vector);
      return false;
    });
  }

  return {
    ...encoder,
    recall: (texts) => texts.map((text) => known.get(text) ?? null),
    async encode(texts, signal, onVector) {
      const found = new Map<string, Float32Array>();
      const places = new Map<string, number[]>();
      texts.forEach((text, at) => places.set(text, [...(places.get(text) ?? []), at]));
      const hear = (text: string, vector: Float32Array): void => {
        found.set(text, vector);
        for (const at of places.get(text) ?? []) onVector?.(at, vector);
      };
      const missing = take([...places.keys()], hear);
      const keys = await Promise.all(missing.map((text) => hashText(`${scope}\n${text}`)));
      if (missing.length > 0) await readStored(missing, keys);
      signal?.throwIfAborted();
      const unread = take(missing, hear);
      const keyOf = new Map(missing.map((text, at) => [text, keys[at] ?? '']));
      const entries: (readonly [string, StoredVector])[] = [];
      const keep = (text: string, vector: Float32Array): void => {
        remember(text, vector);
        entries.push([keyOf.get(text) ?? '', compress(vector, ports.now())]);
        hear(text, vector);
      };
      try {
        if (unread.length > 0) {
          const made = await encoder.encode(unread, signal, (at, vector) =>
            keep(unread[at] ?? '', vector),
          );
          made.forEach((vector, at) => {
            const text = unread[at] ?? '';
            if (!found.has(text)) keep(text, vector);
          });
        }
      } finally {
        // Also what came before it was stopped. The caller does not wait for the disk.
        if (entries.length > 0) void ports.write(entries).catch(() => undefined);
      }
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
