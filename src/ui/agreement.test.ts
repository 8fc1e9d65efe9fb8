import { describe, expect, it } from 'vitest';
import { describeAgreement, describeAgreementRate } from './describe-ranker.ts';

const agreement = { ranker: 'lexical', request: 'Save', of: 254, picked: 'u' };
const describeRank = (rank: number | null): string => describeAgreement({ ...agreement, rank });

describe('describeAgreement', () => {
  it('says which place the ranker gave', () => {
    expect(describeRank(1)).toBe('The ranker’s first choice of 254.');
    expect([2, 3, 4, 11, 12, 13, 21, 112, 122, 203].map((rank) => describeRank(rank))).toEqual(
      ['2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th', '122nd', '203rd'].map(
        (place) => `The ranker put it ${place} of 254.`,
      ),
    );
    expect(describeRank(null)).toBe('The ranker did not find it among 254.');
  });

  it('names what the ranker put first instead', () => {
    const instead = { ...agreement, pickedName: 'Save as' };
    expect(describeAgreement({ ...instead, rank: 7 })).toBe(
      'The ranker put it 7th of 254, and “Save as” first.',
    );
    expect(describeAgreement({ ...instead, rank: null })).toContain('“Save as” first');
    expect(describeAgreement({ ...instead, rank: 1 })).toBe('The ranker’s first choice of 254.');
  });

  it('says how often it agrees', () => {
    expect(describeAgreementRate({ turns: 24, first: 17 / 24, topTen: 23 / 24 })).toBe(
      'Ranker agrees: 71 % first, 96 % in the top ten, 24 turns',
    );
    expect(describeAgreementRate({ turns: 1, first: 1, topTen: 1 })).toContain('1 turn');
  });
});
