import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSmallEncoder } from '../../ranking/encoder/small-encoder.ts';
import type { MemoryEntry } from './memory-index.ts';
import { findSimilarPasts, listAllowedEntries, readIndex } from './memory-index.ts';
import { MAX_PASTS, readMemorySettings } from './memory-settings.ts';

const encoder = openSmallEncoder(
  new Uint8Array(
    readFileSync(new URL('../../../../public/models/small/table.bin', import.meta.url)),
  ),
);
const USUAL = readMemorySettings(undefined);

function enter(id: string, text: string, over: Partial<MemoryEntry> = {}): MemoryEntry {
  const site = over.sites?.[0] ?? 'shop.example';
  return { id, startedAt: 1, sites: [site], requests: [{ site, text }], ...over };
}

const ENTRIES = [
  enter('flight', 'book a flight from London to Oslo next Friday'),
  enter('note', 'create a note called groceries'),
  enter('train', 'book a train from London to Leeds'),
];

describe('choosePasts', () => {
  it('finds what is alike in meaning, best first, and nothing that is not', () => {
    const ask = (text: string, count = 2) => findSimilarPasts(text, ENTRIES, count, encoder);
    expect(ask('book a flight from Paris to Rome on 3 May')).toEqual(['flight', 'train']);
    expect(ask('book a flight from Paris to Rome on 3 May', 1)).toEqual(['flight']);
    expect(ask('write a new note')).toEqual(['note']);
    expect(ask('log me in')).toEqual([]);
    expect(ask('—')).toEqual([]);
  });

  it('is the same whatever order they are in; of equals the newer', () => {
    const equal = [1, 2, 3].map((startedAt) =>
      enter(`n${startedAt}`, 'write a note', { startedAt }),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray([...ENTRIES, ...equal], { minLength: 6 }), (entries) => {
        expect(findSimilarPasts('write a new note', entries, 3, encoder)).toEqual([
          'n3',
          'n2',
          'n1',
        ]);
      }),
    );
  });
});

describe('listOpen', () => {
  const two = enter('two', 'order it', {
    sites: ['shop.example', 'pay.bank.example'],
    startedAt: 5,
  });
  const ids = (settings: Partial<typeof USUAL>, site: string | null = 'shop.example'): string[] =>
    listAllowedEntries([two], { ...USUAL, ...settings }, site).map(({ id }) => id);

  it('has only what was asked for on the same site, unless the user wants others too', () => {
    expect(ids({})).toEqual(['two']);
    expect(ids({}, 'shop.example:8080')).toEqual([]);
    expect(ids({}, 'pay.bank.example')).toEqual([]);
    expect(ids({ anySite: true }, 'pay.bank.example')).toEqual(['two']);
  });

  it.each(['shop.example', '*.example', '*.bank.example', 'pay.bank.example'])(
    'has nothing of a demonstration that went to %s, which is left out',
    (pattern) => {
      expect(ids({ without: [pattern], anySite: true })).toEqual([]);
      expect(ids({ without: [pattern], anySite: true }, null)).toEqual([]);
    },
  );

  it('tells nothing while the tab is at a site that is left out', () => {
    const settings = { without: ['secret.example'], anySite: true };
    expect(ids(settings, 'secret.example')).toEqual([]);
    expect(ids(settings, 'other.example')).toEqual(['two']);
  });

  it('has nothing that was forgotten, one by one or all', () => {
    expect(ids({ forgotten: ['two'] })).toEqual([]);
    expect(ids({ forgottenUntil: 5 })).toEqual([]);
    expect(ids({ forgotten: ['one'], forgottenUntil: 4 })).toEqual(['two']);
  });
});

describe('what is stored', () => {
  it('is read whatever it is, and never tells more than was allowed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (on, without) => {
        const settings = readMemorySettings({ on, without, anySite: on, count: on });
        expect(settings.count >= 0 && settings.count <= MAX_PASTS).toBe(true);
        expect(settings.anySite).toBe(on === true);
        if (on === false || !Array.isArray(without)) expect(settings.on).toBe(false);
        expect(() => readIndex(on)).not.toThrow();
      }),
    );
    expect(USUAL).toMatchObject({ on: true, count: 2, anySite: false });
    expect(readIndex([{ id: 'x' }, { ...enter('a', 'b'), stamp: '' }])).toHaveLength(1);
  });
});
