import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit, EditCommand } from './edit.ts';
import { foldEdits, nameUndone } from './edit.ts';
import { listConflicts, mergeEdits } from './merge-edits.ts';

let count = 0;
const make = () => ({ id: `mark-${(count += 1)}`, at: 1_000_000 });
const say = (by: string, at: number, command: EditCommand): Edit => ({
  ...{ id: `${by}-${at}`, at, by, command },
});
const write = (by: string, at: number, text: string): Edit =>
  say(by, at, { kind: 'text', turnId: 't', text });
const textsOf = (edits: readonly Edit[]): string[] =>
  foldEdits(edits).standing.flatMap(({ command }) =>
    command.kind === 'text' ? [command.text] : [],
  );

const SHARED = [write('ada', 1, 'one')];
const MINE = [...SHARED, write('ada', 5, 'mine')];
const THEIRS = [...SHARED, write('ben', 3, 'theirs')];

describe('merging the edits of two copies', () => {
  it('has every edit once, in order of time', () => {
    const { edits, added } = mergeEdits(MINE, THEIRS, make);
    expect(textsOf(edits)).toEqual(['one', 'theirs', 'mine']);
    expect(added).toBe(1);
  });

  it('marks a conflict once, on either side and however often it comes', () => {
    const { edits } = mergeEdits(MINE, THEIRS, make);
    expect(listConflicts(edits)).toMatchObject([{ mine: { by: 'ada' }, theirs: { by: 'ben' } }]);
    expect(mergeEdits(edits, THEIRS, make)).toEqual({ edits, added: 0 });
    const back = mergeEdits(mergeEdits(THEIRS, MINE, make).edits, edits, make);
    expect(listConflicts(back.edits)).not.toHaveLength(0);
    expect(textsOf(back.edits)).toEqual(textsOf(edits));
  });

  it.each<[string, EditCommand, EditCommand, number]>([
    [
      'the same text twice',
      { kind: 'text', turnId: 't', text: 'a' },
      { kind: 'text', turnId: 't', text: 'a' },
      0,
    ],
    [
      'texts of two turns',
      { kind: 'text', turnId: 't', text: 'a' },
      { kind: 'text', turnId: 'u', text: 'b' },
      0,
    ],
    [
      'text and target of a turn',
      { kind: 'text', turnId: 't', text: 'a' },
      { kind: 'noise', turnId: 't', isNoise: true },
      0,
    ],
    [
      'a deleted turn and its new text',
      { kind: 'remove', turnId: 't' },
      { kind: 'text', turnId: 't', text: 'b' },
      1,
    ],
    [
      'deleted and marked as noise',
      { kind: 'remove', turnId: 't' },
      { kind: 'noise', turnId: 't', isNoise: true },
      0,
    ],
    [
      'approved and rejected',
      { kind: 'judge', status: 'approved', comment: '' },
      { kind: 'judge', status: 'rejected', comment: 'No' },
      1,
    ],
    [
      'two comments',
      { kind: 'comment', turnId: 't', text: 'a' },
      { kind: 'comment', turnId: 't', text: 'b' },
      0,
    ],
  ])('counts conflicts of %s', (_, one, other, conflicts) => {
    const { edits } = mergeEdits([say('ada', 1, one)], [say('ben', 2, other)], make);
    expect(listConflicts(edits)).toHaveLength(conflicts);
  });

  it('settles a conflict when one change is taken back or both are replaced', () => {
    const { edits } = mergeEdits(MINE, THEIRS, make);
    const undone = [...edits, say('ada', 9, { kind: 'undo', of: 'ben-3' })];
    expect(listConflicts(undone)).toEqual([]);
    expect(textsOf(undone)).toEqual(['one', 'mine']);
    expect(listConflicts([...edits, write('ada', 9, 'both')])).toEqual([]);
  });

  it('takes back and brings back the change that was meant, whatever came in between', () => {
    const undo = nameUndone(MINE, { kind: 'undo' });
    expect(undo).toEqual({ kind: 'undo', of: 'ada-5' });
    const mine = [...MINE, say('ada', 6, undo), say('ada', 8, { kind: 'redo', of: 'ada-5' })];
    const { edits } = mergeEdits(mine, [...SHARED, write('ben', 7, 'theirs')], make);
    expect(textsOf(edits)).toEqual(['one', 'mine', 'theirs']);
  });

  it('gives both copies the same edits in the same order', () => {
    const own = (by: string) =>
      fc.array(fc.nat(50), { maxLength: 6 }).map((times) => {
        const sorted = [...new Set(times)].sort((one, other) => one - other);
        return [...SHARED, ...sorted.map((at) => write(by, at + 2, String(at)))];
      });
    fc.assert(
      fc.property(own('ada'), own('ben'), (mine, theirs) => {
        const isChange = ({ command }: Edit): boolean => command.kind !== 'conflict';
        const here = mergeEdits(mine, theirs, make).edits.filter(isChange);
        const there = mergeEdits(theirs, mine, make).edits.filter(isChange);
        expect(here).toEqual(there);
        expect(new Set(here.map(({ id }) => id)).size).toBe(mine.length + theirs.length - 1);
      }),
    );
  });
});
