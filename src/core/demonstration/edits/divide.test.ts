import { describe, expect, it } from 'vitest';
import type { Turn } from '../demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from '../make-turn.fixture.ts';
import { startDemonstration } from '../recording-state.ts';
import { divideDemonstration, joinDemonstrations } from './divide.ts';
import type { Records } from './divide.ts';
import type { EditCommand } from './edit.ts';
import { editTurns } from './edit-turns.ts';

const TURNS: Turn[] = [
  makeSayTurn({ id: 'a', at: 1000 }),
  makeBrowserTurn({ id: 'b', at: 2000 }),
  makeBrowserTurn({ id: 'c', at: 3000 }),
  makeSayTurn({ id: 'd', at: 4000 }),
  makeBrowserTurn({ id: 'e', at: 5000, causedBy: 'c' }),
];

function makeRecords(turns: readonly Turn[] = TURNS, ...commands: EditCommand[]): Records {
  const start = {
    id: 'demo',
    at: turns[0]?.at ?? 0,
    title: '',
    userAgent: '',
    timezoneOffsetMinutes: 0,
  };
  const demonstration = startDemonstration({ ...start, recorder: '0' });
  const edits = commands.map((command, at) => ({ id: `edit-${at}`, at, by: 'Ada', command }));
  return {
    demonstration: {
      ...demonstration,
      state: 'stopped',
      endedAt: (turns.at(-1)?.at ?? 0) + 500,
      edits,
    },
    turns,
  };
}

const show = ({ demonstration, turns }: Records): string =>
  editTurns(turns, demonstration.edits ?? [])
    .turns.map(({ id }) => id.replace(/-[xyz]$/, ''))
    .join('');
const divide = (turnId: string, ...commands: EditCommand[]) =>
  divideDemonstration(makeRecords(TURNS, ...commands), turnId, ['-x', '-y']);

describe('divideDemonstration', () => {
  it('divides before a turn, with ids and links of their own', () => {
    const parts = divide('d');
    if (typeof parts === 'string') throw new Error(parts);
    expect(parts.map(show)).toEqual(['abc', 'de']);
    const [first, second] = parts;
    expect([first.demonstration, second.demonstration]).toMatchObject([
      { id: 'demo-x', startedAt: 1000, endedAt: 4000 },
      { id: 'demo-y', startedAt: 4000, endedAt: 5500 },
    ]);
    expect(second.turns.map(({ id, demonstrationId }) => `${demonstrationId} ${id}`)).toEqual([
      'demo-y d-y',
      'demo-y e-y',
    ]);
  });

  it.each<[string, string, EditCommand, [string, string]]>([
    ['a deleted turn', 'd', { kind: 'remove', turnId: 'b' }, ['ac', 'de']],
    [
      'a turn that was moved across',
      'd',
      { kind: 'move', turnId: 'a', before: 'e' },
      ['bc', 'dae'],
    ],
    ['a turn moved to the border', 'd', { kind: 'move', turnId: 'e', before: 'd' }, ['abce', 'd']],
    ['a split one', 'd', { kind: 'split', turnId: 'a', offset: 5, newId: 'n' }, ['anbc', 'de']],
    ['a merged one', 'e', { kind: 'merge', turnId: 'd', into: 'a' }, ['abc', 'e']],
  ])('keeps %s as it was edited', (_, border, command, shown) => {
    const parts = divide(border, command);
    if (typeof parts === 'string') throw new Error(parts);
    expect(parts.map(show)).toEqual(shown);
  });

  it.each([
    ['a', /nothing before/],
    ['gone', /deleted/],
    ['n', /second half/],
  ])('says why not before %s', (turnId, reason) => {
    expect(divide(turnId, { kind: 'split', turnId: 'd', offset: 5, newId: 'n' })).toMatch(reason);
  });
});

describe('joinDemonstrations', () => {
  it('orders by time, keeps edits, and has a pause between', () => {
    const early = makeRecords(TURNS.slice(0, 2), { kind: 'remove', turnId: 'b' });
    const late = makeRecords(TURNS.slice(3), { kind: 'text', turnId: 'd', text: 'Later' });
    const joined = joinDemonstrations([late, early], '-z');
    if (typeof joined === 'string') throw new Error(joined);
    expect(show(joined)).toBe('ade');
    expect(joined.demonstration).toMatchObject({
      ...{ id: 'demo-z', startedAt: 1000, endedAt: 5500 },
      pauses: [{ from: 2500, to: 4000 }],
    });
    expect(joinDemonstrations([early], '-z')).toMatch(/two demonstrations/);
  });
});
