import { describe, expect, it } from 'vitest';
import { addChecksum } from './checksum.ts';
import type { Turn } from './demonstration.ts';
import { makeBrowserTurn } from './make-turn.fixture.ts';
import { findRedoable, findUndoable, chooseUndoneAt, redoTurn } from './turn-list.ts';

/** What a person does, step by step: a letter is a new action, `-` takes back, `+` puts back. */
function play(steps: string): { kept: string; refused: number } {
  let turns: Turn[] = [];
  let refused = 0;
  for (const [at, step] of Array.from(steps).entries()) {
    if (step !== '-' && step !== '+') {
      turns.push(makeBrowserTurn({ id: step, at }));
      continue;
    }
    const found = step === '-' ? findUndoable(turns) : findRedoable(turns);
    if (!found) refused += 1;
    // The clock stands still, as within one millisecond.
    const undoneAt = chooseUndoneAt(turns, 1000);
    turns = turns.map((turn) =>
      turn.id !== found?.id ? turn : step === '-' ? { ...turn, undoneAt } : redoTurn(turn),
    );
  }
  const kept = turns.filter(({ undoneAt }) => undoneAt === undefined).map(({ id }) => id);
  return { kept: kept.join(''), refused };
}

describe('taking turns back and putting them back', () => {
  it.each([
    ['abc-', 'ab', 0],
    ['abc-+', 'abc', 0],
    ['abc---++', 'ab', 0],
    ['abc---+++', 'abc', 0],
    ['-', '', 1],
    ['ab+', 'ab', 1],
    // A new action ends it, also for what was taken back before.
    ['abc--d+', 'ad', 1],
    ['ab-c-+', 'ac', 0],
    ['ab-c-++', 'ac', 1],
    ['ab-c--+++', 'ac', 1],
  ])('%s leaves %s', (steps, kept, refused) => {
    expect(play(steps)).toEqual({ kept, refused });
  });

  it('puts back exactly what was taken', () => {
    const turn = addChecksum(makeBrowserTurn({ properties: { detail: 1 } }));
    expect(addChecksum(redoTurn(addChecksum({ ...turn, undoneAt: 5 })))).toEqual(turn);
  });

  it('tells turns of the same instant apart by their order within the document', () => {
    const first = makeBrowserTurn({ id: 'first', at: 7, seq: 1 });
    const second = makeBrowserTurn({ id: 'second', at: 7, seq: 2, undoneAt: 9 });
    expect(findRedoable([second, first])?.id).toBe('second');
    expect(findUndoable([second, first])?.id).toBe('first');
    expect(
      findRedoable([
        { ...first, undoneAt: 9 },
        { ...second, undoneAt: 3 },
      ])?.id,
    ).toBe('first');
    expect(findRedoable([{ ...first, undoneAt: 9 }, redoTurn(second)])).toBeNull();
  });
});
