const SHORT: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** All printable and none that needs an escape: by far the most texts. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;

/**
 * A string as Python's `repr` writes it (Python reference, "String and Bytes literals"): single
 * quotes unless only single quotes are inside, escapes for what cannot be printed.
 */
export function writeRepr(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let written = '';
  for (const character of text) written += writeCharacter(character, quote);
  return quote + written + quote;
}

/** A flat dict of strings as Python prints it. */
export function writeDictRepr(dict: Readonly<Record<string, string>>): string {
  const members = Object.entries(dict).map(
    ([key, value]) => `${writeRepr(key)}: ${writeRepr(value)}`,
  );
  return `{${members.join(', ')}}`;
}

function writeCharacter(character: string, quote: string): string {
  if (character === quote) return `\\${quote}`;
  const short = SHORT[character];
  if (short !== undefined) return short;
  return isPrintable(character) ? character : escapeCodePoint(character.codePointAt(0) ?? 0);
}

function escapeCodePoint(code: number): string {
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

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
