/** Separators (but the plain space), controls, formats, surrogates, private use and unassigned. */
const NOT_PRINTABLE = /[\p{C}\p{Z}]/u;

/**
 * Python's `str.isprintable` for one character (a code point). Which code points are assigned depends
 * on the Unicode version: an engine newer than the Python that is compared with calls more of them
 * printable.
 */
export function isPrintable(character: string): boolean {
  return character === ' ' || !NOT_PRINTABLE.test(character);
}
