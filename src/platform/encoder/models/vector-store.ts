import type { Encoder } from '../../../core/ranking/candidate.ts';
import { hashBytes } from '../../hash.ts';
import type { DBSchema } from 'idb';
import { openOnDemand } from '../../store/database.ts';

/**
 * Vectors of texts that a model has read, in a database of their own: 8 bits per value and a scale. Under
 * a hash of the text, so that no page's words are kept. Capped; the oldest go first. Private windows are
 * no matter: the extension is not allowed in them (manifest).
 */

export interface StoredVector {
  values: Int8Array;
  /** What 1 stands for. */
  scale: number;
  /** When it was made, ms. */
  at: number;
}

interface VectorsSchema extends DBSchema {
  vectors: { key: string; value: StoredVector; indexes: { at: number } };
}

/** Of 384 values each: some 50 MB with what the database adds. */
const MOST_VECTORS = 80_000;
/** Share thrown away at once when there are too many. */
const TRIM = 0.1;

const withVectors = openOnDemand<VectorsSchema>('wayscribe-vectors', 1, (database) => {
  database.createObjectStore('vectors').createIndex('at', 'at');
});

/** In the order of the keys; null where there is none. */
export function readVectors(keys: readonly string[]): Promise<(StoredVector | null)[]> {
  return withVectors((database) => {
    const { store } = database.transaction('vectors');
    return Promise.all(keys.map(async (key) => (await store.get(key)) ?? null));
  });
}

export function writeVectors(
  entries: readonly (readonly [string, StoredVector])[],
  most = MOST_VECTORS,
): Promise<void> {
  return withVectors(async (database) => {
    const change = database.transaction('vectors', 'readwrite');
    for (const [key, vector] of entries) void change.store.put(vector, key);
    const count = await change.store.count();
    if (count > most) {
      let surplus = count - Math.floor(most * (1 - TRIM));
      let cursor = await change.store.index('at').openKeyCursor();
      for (; cursor && surplus > 0; surplus--) {
        void change.store.delete(cursor.primaryKey);
        cursor = await cursor.continue();
      }
    }
    await change.done;
  });
}

export function countVectors(): Promise<number> {
  return withVectors((database) => database.count('vectors'));
}

export function clearVectors(): Promise<void> {
  return withVectors((database) => database.clear('vectors'));
}

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
