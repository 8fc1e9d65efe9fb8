import { expect, it } from 'vitest';
import { findPossibleRepeat } from './unfinished-run.ts';

it('knows it again where the page calls it otherwise by now, or has another way to do it', () => {
  const step = (intent: 'click' | 'submit', description: string) => ({
    action: { intent, uid: 'any' } as const,
    description,
  });
  const enter = (description: string) => ({
    action: { intent: 'press', uid: 'any', key: 'Enter' } as const,
    description,
  });
  const again = [
    [step('click', 'Click Delete (2nd of 3)'), step('click', 'Click Delete')],
    [step('click', 'Click Add to cart'), step('click', 'Click Add to cart (Walnut lamp)')],
    [step('click', 'Click Pay €10.00'), step('click', 'Click Place order')],
    [step('click', 'Click Post it'), step('click', 'Click Post it again')],
    [enter('Press Enter in Message'), step('click', 'Click Send')],
  ] as const;
  for (const [done, now] of again) expect(findPossibleRepeat([done], now, false)).toBe(done);
  const other = [
    [step('click', 'Click Next'), step('click', 'Click Add to cart')],
    [step('click', 'Click Post it'), step('submit', '')],
  ] as const;
  expect(other.map(([done, now]) => findPossibleRepeat([done], now, false) !== null)).toEqual([
    false,
    true,
  ]);
});
