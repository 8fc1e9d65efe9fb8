import { describe, expect, it } from 'vitest';
import { adaptQuery } from './adapter.ts';
import type { Choice } from './choice.ts';
import { measureMrr, readChoice } from './choice.ts';
import { learnFactors, weighParts } from './factors.ts';
import { learn, LEAST_CHOICES } from './learn.ts';

/** Numbers that look random and are the same every time. */
function countUp(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Pages on which what was meant always had the best `good` part, and `bad` says nothing. */
function makeChoices(count: number, groups: number, isGood: boolean): Choice[] {
  const random = countUp(7);
  return Array.from({ length: count }, (_, at) => {
    const candidates = Array.from({ length: 8 }, () => ({
      bad: 0.6 * random(),
      good: 0.15 * random(),
    }));
    const best = candidates.reduce(
      (most, { good }, i) => (good > (candidates[most]?.good ?? 0) ? i : most),
      0,
    );
    const chosen = isGood ? best : Math.floor(random() * candidates.length);
    return { group: `demo ${at % groups}`, candidates, chosen };
  });
}

describe('learnFactors', () => {
  it('raises the part that told what was meant and lowers the one that misled', () => {
    const factors = learnFactors(makeChoices(60, 6, true));
    expect(factors['good']).toBeGreaterThan(2);
    expect(factors['bad']).toBeLessThan(0.6);
  });

  it('stays near what was set by hand when there is little to learn from', () => {
    const { good, bad } = learnFactors(makeChoices(1, 1, true));
    expect(Math.abs((good ?? 9) - 1)).toBeLessThan(0.6);
    expect(Math.abs((bad ?? 9) - 1)).toBeLessThan(0.6);
  });

  it('never passes its limits, whatever the choices say', () => {
    const choice = { group: 'one', candidates: [{ a: 1 }, { a: 0, b: 1 }], chosen: 0 };
    const factors = learnFactors(Array.from({ length: 400 }, () => choice));
    expect(factors['a']).toBeLessThanOrEqual(4);
    expect(factors['b']).toBeGreaterThanOrEqual(0.25);
  });
});

describe('learn', () => {
  it('is used when it orders what it has not seen better', () => {
    const choices = makeChoices(60, 6, true);
    const lesson = learn(choices, { weight: 0 });
    if (lesson.kind !== 'learned') throw new Error(lesson.kind);
    expect(lesson.after).toBeGreaterThan(lesson.before + 0.1);
    expect(lesson.learned.adapter).toBeNull();
    const { factors } = lesson.learned;
    const mrr = measureMrr(choices, ({ candidates }) =>
      candidates.map((parts) => weighParts(parts, factors)),
    );
    expect(mrr).toBeGreaterThan(lesson.before + 0.1);
    expect(learn(choices, { weight: 0 })).toEqual(lesson);
  });

  it('is not used when choices follow no rule', () => {
    expect(learn(makeChoices(60, 6, false), { weight: 0 }).kind).toBe('no-better');
  });

  it('says when there is too little to hold anything out', () => {
    expect(learn(makeChoices(LEAST_CHOICES - 1, 6, true), { weight: 0 }).kind).toBe('too-few');
    expect(learn(makeChoices(60, 2, true), { weight: 0 }).kind).toBe('too-few');
  });

  it('learns an adapter where an encoder is alike to the wrong things', () => {
    const choices = makeTurned(60, 6);
    const lesson = learn(choices, { weight: 0.5 });
    if (lesson.kind !== 'learned' || !lesson.learned.adapter) throw new Error('no adapter');
    expect(lesson.after).toBeGreaterThan(lesson.before + 0.2);
    const [first] = choices;
    const asked = first?.vectors?.asked ?? new Float32Array();
    const adapted = adaptQuery(asked, lesson.learned.adapter);
    expect(Math.hypot(...adapted)).toBeCloseTo(1, 5);
    expect(adapted).not.toEqual(asked);
    expect(adaptQuery(new Float32Array(3), lesson.learned.adapter)).toEqual(new Float32Array(3));
  });
});

/** What is asked along one axis is always found along the next: an encoder that has it all wrong. */
function makeTurned(count: number, groups: number): Choice[] {
  const dim = 8;
  const axis = (at: number): Float32Array =>
    Float32Array.from({ length: dim }, (_, d) => (d === at ? 1 : 0));
  return Array.from({ length: count }, (_, at) => {
    const asked = axis(at % 3);
    const vectors = Array.from({ length: dim }, (_unused, d) => axis(d));
    return {
      group: `demo ${at % groups}`,
      candidates: vectors.map((_unused, d) => ({ encoder: d === at % 3 ? 0.5 : 0 })),
      chosen: (at % 3) + 4,
      vectors: { asked, candidates: vectors },
    };
  });
}

describe('readChoice', () => {
  it('keeps the chosen one and its best rivals, or nothing', () => {
    const ranked = ['a', 'b', 'c'].map((uid, at) => ({
      candidate: { uid },
      parts: { words: 1 - at / 10 },
    })) as unknown as Parameters<typeof readChoice>[1];
    const parts = [{ words: 0.8 }, { words: 1 }, { words: 0.9 }];
    expect(readChoice('g', ranked, 'c')).toEqual({ group: 'g', candidates: parts, chosen: 0 });
    expect(readChoice('g', ranked, 'z')).toBeNull();
    expect(readChoice('g', ranked.slice(0, 1), 'a')).toBeNull();
  });
});
