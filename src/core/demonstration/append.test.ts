import { describe, expect, it } from 'vitest';
import {
  startDemonstration,
  measureRecordedTime,
  setDemonstrationState,
  reviseTurn,
  resolvePendingScreenshot,
} from './recording-state.ts';
import { makeBrowserTurn, makeSayTurn } from './make-turn.fixture.ts';

const typed = makeBrowserTurn({ action: { intent: 'textInput', uid: 'u', text: 're' } });

describe('reviseTurn', () => {
  it('takes the longer text and keeps the state before', () => {
    const revised = reviseTurn(typed, { intent: 'textInput', uid: 'u', text: 'red' });
    expect(revised).toEqual({ ...typed, action: { intent: 'textInput', uid: 'u', text: 'red' } });
  });

  it('ignores a revision of another kind of action, and of an utterance', () => {
    expect(reviseTurn(typed, { intent: 'click', uid: 'u' })).toBe(typed);
    const said = makeSayTurn();
    expect(reviseTurn(said, { intent: 'click', uid: 'u' })).toBe(said);
  });
});

describe('settlePending', () => {
  it('gives a pending screenshot its end and leaves the others', () => {
    expect(resolvePendingScreenshot(typed)).toMatchObject({ screenshot: { status: 'missing' } });
    const settled = resolvePendingScreenshot(typed);
    expect(resolvePendingScreenshot(settled)).toBe(settled);
  });
});

describe('moveDemonstration', () => {
  const begun = startDemonstration({
    id: 'd',
    at: 1000,
    title: 'Shop',
    userAgent: 'test',
    timezoneOffsetMinutes: 0,
    recorder: '1.0.0',
  });

  it('keeps pauses out of the recorded time', () => {
    const paused = setDemonstrationState(begun, 'paused', 3000);
    expect(measureRecordedTime(paused, 9000)).toBe(2000);
    const resumed = setDemonstrationState(paused, 'recording', 9000);
    expect(measureRecordedTime(resumed, 10_000)).toBe(3000);
    const stopped = setDemonstrationState(resumed, 'stopped', 11_000);
    expect(stopped).toMatchObject({ endedAt: 11_000, pauses: [{ from: 3000, to: 9000 }] });
    expect(measureRecordedTime(stopped, 99_000)).toBe(4000);
  });

  it('closes a pause when it is stopped while paused', () => {
    const stopped = setDemonstrationState(
      setDemonstrationState(begun, 'paused', 3000),
      'stopped',
      5000,
    );
    expect(stopped.pauses).toEqual([{ from: 3000, to: 5000 }]);
    expect(measureRecordedTime(stopped, 99_000)).toBe(2000);
  });

  it('does nothing twice', () => {
    const paused = setDemonstrationState(begun, 'paused', 3000);
    expect(setDemonstrationState(paused, 'paused', 4000)).toBe(paused);
  });
});
