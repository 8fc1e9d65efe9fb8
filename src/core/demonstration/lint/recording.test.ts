import { describe, expect, it } from 'vitest';
import { startDemonstration } from '../recording-state.ts';
import type { Demonstration, Turn } from '../demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from '../make-turn.fixture.ts';
import { lintRecording } from './lint.ts';

const stopped: Demonstration = {
  ...startDemonstration({
    ...{ id: 'demo', at: 500, title: '', userAgent: '', recorder: '1.0.0' },
    timezoneOffsetMinutes: 0,
  }),
  state: 'stopped',
  endedAt: 9000,
};

function lint(turns: Turn[], demonstration = stopped): string[] {
  const content = { demonstration, turns, read: () => Promise.resolve(null) };
  return [...lintRecording(content)].map(
    ({ turnId, severity, rule }) => `${turnId ?? 'all'}: ${severity} ${rule}`,
  );
}

describe('lintRecording', () => {
  it('finds nothing wrong with a good one', () => {
    const turns = [
      makeSayTurn(),
      makeBrowserTurn({ id: 'click', at: 1000 }),
      makeBrowserTurn({ id: 'load', at: 1000, causedBy: 'click' }),
    ];
    expect(lint(turns)).toEqual([]);
  });

  it('calls an empty one an error', () => {
    expect(lint([])).toEqual(['all: error empty']);
  });

  it('warns of mere conversation and of an open end', () => {
    expect(lint([makeSayTurn()], { ...stopped, state: 'paused' })).toEqual([
      'all: warning no-actions',
      'all: warning not-stopped',
    ]);
  });

  it('names the turns that do not hang together', () => {
    expect(
      lint([
        makeBrowserTurn({ id: 'a', at: 1000 }),
        makeBrowserTurn({ id: 'a', at: 1000 }),
        makeBrowserTurn({ id: 'b', at: 990, causedBy: 'gone' }),
        makeBrowserTurn({ id: 'c', at: Number.NaN }),
        makeBrowserTurn({ id: 'd', demonstrationId: 'other' }),
      ]),
    ).toEqual([
      'a: error duplicate-turn',
      'b: error disorder',
      'b: warning lost-cause',
      'c: error disorder',
      'd: error foreign-turn',
    ]);
  });
});
