import { describe, expect, it } from 'vitest';
import { describeLesson } from './describe-lesson.ts';

const size = { choices: 84, groups: 9 };

describe('describeLesson', () => {
  it('says what was gained, over what', () => {
    expect(describeLesson({ kind: 'learned', before: 0.61, after: 0.702, ...size })).toBe(
      'The right element’s mean reciprocal rank on demonstrations it had not seen rose from .61 to .70, over 84 choices in 9 demonstrations: in use.',
    );
  });

  it('says that nothing was changed where nothing was gained', () => {
    const said = describeLesson({ kind: 'no-better', before: 0.999, after: 0.9, ...size });
    expect(said).toContain('.90, over 84 choices');
    expect(said).toContain('1.00, then');
    expect(said).toContain('kept as it was');
  });

  it('says how much is missing', () => {
    const few = (choices: number, groups: number): string =>
      describeLesson({ kind: 'too-few', choices, groups });
    expect(few(11, 1)).toContain('It takes 1 choice more and 2 demonstrations more.');
    expect(few(40, 2)).toContain('40 choices in 2 demonstrations. It takes 1 demonstration more.');
    expect(few(0, 0)).toContain('no choices in no demonstrations. It takes 12 choices more and');
  });
});
