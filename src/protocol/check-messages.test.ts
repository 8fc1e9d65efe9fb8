import { describe, expect, it } from 'vitest';
import { DIALOG_TEXT_LIMIT } from '../core/action/action.ts';
import { isRevised } from './check-messages.ts';

const takes = (action: object): boolean => isRevised({ turnId: 't', action });

describe('what a content script may send as an action', () => {
  const drag = { intent: 'drag', uid: 'u', toUid: null, x: 1, y: -2 };
  const dialog = { intent: 'dialog', kind: 'prompt', message: 'Name?', answer: 'Ada' };

  it.each([
    [drag],
    [{ ...drag, toUid: 'v' }],
    [dialog],
    [{ ...dialog, answer: null }],
    [{ ...dialog, message: 'x'.repeat(DIALOG_TEXT_LIMIT) }],
    [{ intent: 'doubleClick', uid: 'u' }],
    [{ intent: 'rightClick', uid: 'u' }],
  ])('takes %j', (action) => {
    expect(takes(action)).toBe(true);
  });

  it.each([
    [{ ...drag, x: Number.NaN }],
    [{ ...drag, uid: null }],
    [{ ...drag, toUid: 3 }],
    [{ ...dialog, kind: 'beforeunload' }],
    [{ ...dialog, message: 'x'.repeat(DIALOG_TEXT_LIMIT + 1) }],
    [{ ...dialog, answer: 'x'.repeat(DIALOG_TEXT_LIMIT + 1) }],
    [{ ...dialog, answer: true }],
    [{ intent: 'toString' }],
  ])('refuses %j', (action) => {
    expect(takes(action)).toBe(false);
  });
});
