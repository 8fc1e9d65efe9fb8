import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checksumTurn,
  crc32c,
  hasValidChecksum,
  addChecksum,
  stringifyCanonically,
} from './checksum.ts';
import { makeBrowserTurn } from './make-turn.fixture.ts';

/** Every unit's low byte comes first, so these bytes are the check value's in pairs. */
function pairUp(bytes: string): string {
  return bytes.replace(/[^]{2}/g, ([low = '', high = '']) =>
    String.fromCharCode(low.charCodeAt(0) | (high.charCodeAt(0) << 8)),
  );
}

describe('crc32c', () => {
  it('gives the values of RFC 3720, appendix B.4', () => {
    expect(crc32c('\0'.repeat(16))).toBe(0x8a9136aa);
    expect(crc32c('\uffff'.repeat(16))).toBe(0x62a8ab43);
    const ascending = Array.from({ length: 32 }, (_, byte) => String.fromCharCode(byte)).join('');
    expect(crc32c(pairUp(ascending))).toBe(0x46dd794e);
  });
});

describe('canonical JSON', () => {
  /** As seals were first made: by JSON's own hand. */
  const writeByReplacer = (value: unknown): string =>
    JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    );

  it('is what JSON would write of members in the order of their names', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('10', '9', '01', '-1', '__proto__', 'é', 'b'),
    );
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, NaN, Infinity, -0, '\ud800'));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value')),
        fc.dictionary(name, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (data) => {
        expect(stringifyCanonically({ data })).toBe(writeByReplacer({ data }));
      }),
    );
  });
});

describe('sealed turns', () => {
  const turn = makeBrowserTurn({ properties: { b: 1, a: { d: Number.NaN, c: undefined } } });

  it('stay intact through a structured clone and another order of their members', () => {
    const sealed = addChecksum(turn);
    expect(hasValidChecksum(structuredClone(sealed))).toBe(true);
    expect(hasValidChecksum({ ...sealed, properties: { a: { d: Number.NaN }, b: 1 } })).toBe(true);
    expect(addChecksum(sealed)).toEqual(sealed);
  });

  it('are not intact with any other text in them', () => {
    const sealed = addChecksum({ ...turn, action: { intent: 'textInput', uid: 'u', text: 'abc' } });
    fc.assert(
      fc.property(fc.string(), (text) => {
        const other = { ...sealed, action: { intent: 'textInput', uid: 'u', text } as const };
        expect(hasValidChecksum(other)).toBe(text === 'abc');
      }),
    );
  });

  it('of an earlier version have no seal to break', () => {
    expect(hasValidChecksum(turn)).toBe(true);
    expect(checksumTurn(turn)).toMatch(/^[0-9a-f]{8}$/);
  });
});
