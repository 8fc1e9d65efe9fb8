import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyList, KeyTable } from './text-index.ts';
import { toKeys } from './query/tokenize.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('abzABZ019.,:-_ /$…·\u00a0—×€™é²\n’')) }),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('the ', 'Add ', 'boxes ', 'it', 'Größe ', '設', ' ', '×', '1,5 '),
  }),
);

function readKeys(table: KeyTable, whole: string, from = 0, to = whole.length): string[] {
  const list = new KeyList();
  list.push(7);
  table.read(whole, from, to, list);
  expect(list.values[0]).toBe(7);
  return Array.from(list.values.subarray(1, list.length), (id) => table.keys[id] ?? '?');
}

describe('KeyTable', () => {
  it('reads the keys of any text, and of a stretch of it', () => {
    const table = new KeyTable();
    fc.assert(
      fc.property(text, text, text, (before, middle, after) => {
        expect(readKeys(table, middle)).toEqual(toKeys(middle));
        const whole = before + middle + after;
        const to = before.length + middle.length;
        expect(readKeys(table, whole, before.length, to)).toEqual(toKeys(middle));
      }),
      { numRuns: 3000 },
    );
  });

  it('tells words apart however many there are', () => {
    const table = new KeyTable();
    const words = Array.from({ length: 20_000 }, (_, at) => `${at.toString(36)}q${at % 7}`);
    for (const word of words) table.read(word, 0, word.length, new KeyList());
    expect(words.every((word) => readKeys(table, word).join(' ') === toKeys(word).join(' '))).toBe(
      true,
    );
    expect(table.find('nowhere')).toBeUndefined();
  });

  it('keeps what says nothing only where there is nothing else', () => {
    const table = new KeyTable();
    expect(readKeys(table, 'The page')).toEqual(toKeys('the page'));
    expect(readKeys(table, 'The page of orders')).toEqual(['of', 'order']);
  });
});
