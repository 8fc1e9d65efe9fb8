import { describe, expect, it } from 'vitest';
import { explainRanker, nameRanker } from './ranker-name.ts';

describe('nameRanker', () => {
  it.each([
    [null, 'Ranker loads with the first request'],
    ['lexical', 'Words alone rank'],
    ['lexical + tiny (untrained)', 'Words + encoder “tiny (untrained)”'],
  ])('names %j', (ranker, name) => {
    expect(nameRanker(ranker)).toBe(name);
  });
});

describe('explainRanker', () => {
  it('does not let an untrained encoder pass for MiniLM', () => {
    expect(explainRanker('lexical + tiny (untrained)')).toContain('untrained stand-in');
    expect(explainRanker('lexical + minilm')).not.toContain('untrained');
    expect(explainRanker('lexical')).not.toContain('encoder');
  });
});
