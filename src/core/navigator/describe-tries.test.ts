import { describe, expect, it } from 'vitest';
import { describeHandOver, describeAttempts, describeFailedAttempt } from './describe.ts';

const CLICK = { intent: 'click', uid: 'a' } as const;

describe('descriptions of tries', () => {
  it('tells both where the second one worked, and nothing else where the first did', () => {
    const changed = { verdict: 'changed', changes: [] } as const;
    const reply = describeAttempts(
      { ...changed, changes: [], second: 'keyboard' },
      '“Menu” opened',
    );
    expect(reply).toBe('nothing changed at first; by the keyboard, “Menu” opened');
    expect(describeAttempts({ ...changed, changes: [] }, '“Menu” opened')).toBe('“Menu” opened');
  });

  it('never makes a success of two failures', () => {
    const receipt = { verdict: 'unchanged', changes: [], second: 'inner' } as const;
    expect(describeAttempts({ ...receipt, changes: [] }, 'nothing changed')).toBe(
      'nothing changed',
    );
    expect(describeFailedAttempt({ ...receipt, changes: [] })).toBe(
      ', also not on the control inside it',
    );
  });

  it('says that the element was rendered again', () => {
    const receipt = { verdict: 'changed', changes: [], foundAgain: true } as const;
    expect(describeAttempts({ ...receipt, changes: [] }, 'Saved')).toMatch(
      /^Saved \(.*found it again\)$/u,
    );
  });

  it('hands over a dialog and a page for real input, and nothing else', () => {
    const unchanged = { verdict: 'unchanged', changes: [] } as const;
    const send = (more: object): string | null =>
      describeHandOver(CLICK, null, { ...unchanged, changes: [], ...more });
    expect(send({ dialog: true })).toContain('answer it there, then say “continue”');
    expect(send({ handOver: 'mouse' })).toContain('please click it yourself, then say “continue”');
    expect(send({})).toBeNull();
  });
});
