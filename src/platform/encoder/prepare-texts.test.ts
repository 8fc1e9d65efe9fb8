import { describe, expect, it } from 'vitest';
import type { Candidate, Encoder } from '../../core/ranking/candidate.ts';
import { toCompactText } from '../../core/ranking/encoder/encoder-texts.ts';
import { createPreparer } from './prepare-texts.ts';

const page = (name: string, count: number): Candidate[] =>
  Array.from(
    { length: count },
    (_, at) =>
      ({
        role: 'button',
        tag: 'button',
        fields: { name: `${name} ${at}`, text: '', label: '', placeholder: '', title: '', alt: '' },
        options: [],
        inViewport: at % 2 === 1,
      }) as unknown as Candidate,
  ).map((each) => ({ ...each, fields: { ...each.fields, key: '', context: '' } }));

/** An encoder that answers when the test says so. */
function makeEncoder() {
  const read: string[][] = [];
  const known = new Set<string>();
  let proceed: () => void = () => undefined;
  const encoder: Encoder = {
    ...{ name: 'Fake', dim: 1, weight: 0 },
    recall: (texts) => texts.map((text) => (known.has(text) ? Float32Array.of(1) : null)),
    async encode(texts, signal) {
      read.push([...texts]);
      await new Promise<void>((resolve) => (proceed = resolve));
      signal?.throwIfAborted();
      for (const text of texts) known.add(text);
      return texts.map(() => Float32Array.of(1));
    },
  };
  return { encoder, read, known, proceed: () => proceed() };
}

const rest = (): Promise<void> => Promise.resolve();
const now = (): number => 0;

describe('createPreparer', () => {
  it('reads what is in view first, a little at a time, and what is known not at all', async () => {
    const { encoder, read, known, proceed } = makeEncoder();
    known.add('button · Save 1');
    createPreparer(() => encoder, toCompactText, rest, now).take(page('Save', 40));
    expect(read).toHaveLength(1);
    expect(read[0]?.[0]).toBe('button · Save 3');
    expect(read[0]).not.toContain('button · Save 1');
    for (let round = 2; known.size < 40; round++) {
      proceed();
      await expect.poll(() => read.length >= round || known.size === 40).toBe(true);
    }
    expect(read[0]?.length).toBeLessThanOrEqual(16);
    expect(read.flat()).toHaveLength(39);
    expect(read.flat().indexOf('button · Save 0')).toBeGreaterThanOrEqual(19);
  });

  it('stops while somebody asks, and goes on with the newest page afterwards', async () => {
    const { encoder, read, proceed } = makeEncoder();
    const preparer = createPreparer(() => encoder, toCompactText, rest, now);
    preparer.take(page('Old', 60));
    const release = [preparer.hold(), preparer.hold()];
    proceed();
    preparer.take(page('New', 2));
    release[0]?.();
    release[0]?.();
    await Promise.resolve();
    expect(read).toHaveLength(1);
    release[1]?.();
    expect(read).toHaveLength(2);
    expect(read[1]).toEqual(['button · New 1', 'button · New 0']);
  });

  it('does nothing without a model, and gives up a model that fails', async () => {
    let asked = 0;
    createPreparer(() => null, toCompactText, rest, now).take(page('Save', 5));
    const failing: Encoder = {
      ...{ name: 'Fake', dim: 1, weight: 0 },
      encode: () => {
        asked++;
        return Promise.reject(new Error('out of memory'));
      },
    };
    const preparer = createPreparer(() => failing, toCompactText, rest, now);
    preparer.take(page('Save', 100));
    await expect.poll(() => asked).toBe(1);
    await new Promise((resolve) => setTimeout(resolve));
    preparer.hold()();
    expect(asked).toBe(1);
  });
});
