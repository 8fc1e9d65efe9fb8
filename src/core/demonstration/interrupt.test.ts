import { describe, expect, it } from 'vitest';
import {
  startDemonstration,
  measureRecordedTime,
  setDemonstrationState,
  interruptDemonstration,
  isInterrupted,
} from './recording-state.ts';
import { migrateDemonstration } from './migrate.ts';

const begun = startDemonstration({
  id: 'd',
  at: 1000,
  title: 'Page',
  userAgent: 'test',
  timezoneOffsetMinutes: 0,
  recorder: '0',
});

describe('interruptDemonstration', () => {
  it('pauses since the last turn, and counts nothing after it', () => {
    const cut = interruptDemonstration(begun, [{ at: 1200 }, { at: 1700 }, { at: 1500 }]);
    expect(cut.state).toBe('paused');
    expect(cut.pauses).toEqual([{ from: 1700, to: null, interrupted: true }]);
    expect(measureRecordedTime(cut, 99_000)).toBe(700);
    expect(isInterrupted(cut)).toBe(true);
  });

  it('pauses since the start, or since it last went on, when that was later than any turn', () => {
    expect(interruptDemonstration(begun, []).pauses[0]?.from).toBe(1000);
    const again = setDemonstrationState(
      setDemonstrationState(begun, 'paused', 2000),
      'recording',
      3000,
    );
    expect(interruptDemonstration(again, [{ at: 1500 }]).pauses[1]?.from).toBe(3000);
  });

  it('is over when somebody resumes, and the gap stays on record', () => {
    const resumed = setDemonstrationState(interruptDemonstration(begun, []), 'recording', 5000);
    expect(isInterrupted(resumed)).toBe(false);
    expect(resumed.pauses).toEqual([{ from: 1000, to: 5000, interrupted: true }]);
    expect(migrateDemonstration(resumed)).toEqual({ ok: true, value: resumed });
  });

  it('leaves one that was paused or stopped as it is', () => {
    const paused = setDemonstrationState(begun, 'paused', 2000);
    expect(interruptDemonstration(paused, [])).toBe(paused);
    expect(isInterrupted(paused)).toBe(false);
  });
});
