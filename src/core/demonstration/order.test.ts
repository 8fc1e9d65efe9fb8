import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderTurns } from './turn-list.ts';

interface Place {
  at: number;
  seq: number;
  name: number;
}

describe('orderTurns', () => {
  it('goes by time, then by number, then by what came first', () => {
    const turns: Place[] = [
      { at: 2, seq: 0, name: 1 },
      { at: 1, seq: 5, name: 2 },
      { at: 1, seq: 4, name: 3 },
      { at: 1, seq: 5, name: 4 },
    ];
    expect(orderTurns(turns).map((turn) => turn.name)).toEqual([3, 2, 4, 1]);
    expect(turns[0]?.name).toBe(1);
  });

  it('gives the same order however the turns of distinct places arrive', () => {
    const place = fc.record({ at: fc.integer({ min: 0, max: 5 }), seq: fc.nat(9), name: fc.nat() });
    const places = fc.uniqueArray(place, { selector: ({ at, seq }) => `${at}/${seq}` });
    fc.assert(
      fc.property(places, (turns) => {
        const ordered = orderTurns(turns);
        expect(orderTurns(turns.toReversed())).toEqual(ordered);
        expect(orderTurns(ordered)).toEqual(ordered);
      }),
    );
  });
});
