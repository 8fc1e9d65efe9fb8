import { describe, expect, it } from 'vitest';
import { describeLesson } from './learning.tsx';

const size = { choices: 84, groups: 9 };

describe('describeLesson', () => {
  it('says what was gained, over what', () => {
    expect(describeLesson({ kind: 'learned', before: 0.61, after: 0.702, ...size })).toBe(
      'The right element’s mean reciprocal rank on unseen demonstrations rose from .61 to .70, over 84 choices in 9 demonstrations: in use.',
    );
  });

  it('says that nothing was changed where nothing was gained', () => {
    const said = describeLesson({ kind: 'no-better', before: 0.999, after: 0.9, ...size });
    expect(said).toContain('.90, over 84 choices');
    expect(said).toContain('1.00, then');
    expect(said).toContain('the ranker was not changed');
  });

  it('says how much is missing', () => {
    const few = (choices: number, groups: number): string =>
      describeLesson({ kind: 'too-few', choices, groups });
    expect(few(11, 1)).toContain('It needs 1 more choice and 2 more demonstrations.');
    expect(few(40, 2)).toContain('40 choices in 2 demonstrations. It needs 1 more demonstration.');
    expect(few(0, 0)).toContain('0 choices in 0 demonstrations. It needs 12 more choices and');
  });
});
