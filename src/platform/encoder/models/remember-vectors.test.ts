import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Encoder } from '../../../core/ranking/candidate.ts';
import { dot } from '../../../core/ranking/encoder/vectors.ts';
import {
  clearVectors,
  countVectors,
  readVectors,
  rememberVectors,
  writeVectors,
} from './vector-store.ts';

const DIM = 32;
let read: string[] = [];

/** A unit vector that only its text decides. */
function makeVector(text: string): Float32Array {
  const raw = Float32Array.from({ length: DIM }, (_, at) =>
    Math.sin(text.length * 31 + at * text.charCodeAt(0)),
  );
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

const encoder: Encoder = {
  name: 'fake',
  dim: DIM,
  weight: 1,
  encode(texts) {
    read.push(...texts);
    return Promise.resolve(texts.map(makeVector));
  },
};

let now = 0;
let written: Promise<void> = Promise.resolve();
const ports = {
  read: readVectors,
  write: (entries: Parameters<typeof writeVectors>[0]) => (written = writeVectors(entries)),
  now: () => ++now,
};

beforeEach(async () => {
  read = [];
  await clearVectors();
});

describe('rememberVectors', () => {
  it('reads each text once, whatever the order and the repeats', async () => {
    const remembering = rememberVectors(encoder, 'model compact', ports);
    await remembering.encode(['cart', 'sign in', 'cart']);
    const vectors = await remembering.encode(['new', 'sign in', 'cart', 'new']);
    expect(read).toEqual(['cart', 'sign in', 'new']);
    for (const [at, text] of ['new', 'sign in', 'cart', 'new'].entries()) {
      expect(vectors[at]).toEqual(makeVector(text));
    }
  });

  it('remembers after a restart, nearly exactly, and not for another model or format', async () => {
    await rememberVectors(encoder, 'model compact', ports).encode(['cart', 'sign in']);
    await written;
    read = [];
    const [vector] = await rememberVectors(encoder, 'model compact', ports).encode(['cart']);
    expect(read).toEqual([]);
    expect(dot(vector ?? makeVector('x'), makeVector('cart'))).toBeGreaterThan(0.999);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
    await rememberVectors(encoder, 'model dmr-exact', ports).encode(['cart']);
    expect(read).toEqual(['cart']);
  });

  it('goes on without a disk, and stops when told', async () => {
    const broken = () => Promise.reject(new Error('no disk'));
    const remembering = rememberVectors(encoder, 's', {
      read: broken,
      write: broken,
      now: () => 0,
    });
    expect(await remembering.encode(['cart'])).toEqual([makeVector('cart')]);
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(remembering.encode(['other'], stop.signal)).rejects.toThrow('stopped');
    expect(read).toEqual(['cart']);
  });

  it('keeps no words of a page, and never more than its share', async () => {
    await rememberVectors(encoder, 'model compact', ports).encode(['secret words']);
    await written;
    expect(await readVectors(['secret words', 'model compact\nsecret words'])).toEqual([
      null,
      null,
    ]);
    const vector = { values: new Int8Array(DIM), scale: 1 };
    for (let at = 0; at < 5; at++) {
      const batch = Array.from(
        { length: 10 },
        (_, each) => [`${at} ${each}`, { ...vector, at: at * 10 + each }] as const,
      );
      await writeVectors(batch, 30);
    }
    expect(await countVectors()).toBeLessThanOrEqual(30);
    const [oldest, newest] = await readVectors(['0 0', '4 9']);
    expect([oldest, newest?.at]).toEqual([null, 49]);
  });
});
