import { describe, expect, it } from 'vitest';
import { explainRanker, nameRanker } from './describe-ranker.ts';

describe('nameRanker', () => {
  it.each([
    [null, 'Ranker not loaded yet'],
    ['lexical', 'Words only'],
    ['lexical + small', 'Words + encoder'],
    ['lexical + small + all-MiniLM-L6-v2', 'Words + “all-MiniLM-L6-v2”'],
    ['lexical + my + model', 'Words + “my + model”'],
  ])('names %j', (ranker, name) => expect(nameRanker(ranker)).toBe(name));
});

describe('explainRanker', () => {
  it('does not let the small encoder pass for MiniLM, and offers the next', () => {
    expect(explainRanker('lexical + small')).toContain('small encoder built into Wayscribe');
    expect(explainRanker('lexical + small')).toContain('in Settings');
    expect(explainRanker('lexical')).not.toContain('small encoder');
    expect(explainRanker('lexical + small + minilm')).toContain('“minilm”');
    expect(explainRanker('lexical + small + minilm')).not.toContain('in Settings');
  });
});
