/** Python's text functions, as far as the papers' formats and metrics depend on them. Names say what they do in Python. */

/**
 * Python's whitespace (`str.isspace`, and `\s` in regular expressions), for a character class. JavaScript's `\s` lacks
 * U+001C…U+001F and U+0085, and has U+FEFF.
 */
const SPACE_CLASS =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const RUNS = new RegExp(`[${SPACE_CLASS}]+`, 'g');
const ENDS = new RegExp(`^[${SPACE_CLASS}]+|[${SPACE_CLASS}]+$`, 'g');

/** `text.strip()`. */
export function stripSpace(text: string): string {
  return text.replace(ENDS, '');
}

/** `re.sub(r'\s+', by, text)`. */
export function replaceSpaceRuns(text: string, by: string): string {
  return text.replace(RUNS, by);
}

/** `text.split()`: without empty pieces. */
export function splitAtSpace(text: string): string[] {
  const stripped = stripSpace(text);
  return stripped === '' ? [] : stripped.split(RUNS);
}

/** `len(text)`: code points. Lone surrogates count as one each, as in Python. */
export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/** `text[:n]` for n from 0. A code point has at most two UTF-16 units. */
export function takeFirst(text: string, n: number): string {
  return Array.from(text.slice(0, 2 * n))
    .slice(0, n)
    .join('');
}

/** `text[len(text) - n:]` for n from 0. */
export function takeLast(text: string, n: number): string {
  return n === 0
    ? ''
    : Array.from(text.slice(-2 * n))
        .slice(-n)
        .join('');
}

const SHORT: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Most texts need no escapes. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;

/** Writes a string as `repr` does: single quotes unless only single quotes are inside, escapes for unprintable characters. */
export function writeRepr(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let written = '';
  for (const character of text) written += writeCharacter(character, quote);
  return quote + written + quote;
}

/** Writes a flat dict of strings as `repr` does. */
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

/** Separators, controls, formats, surrogates, private use and unassigned. */
const NOT_PRINTABLE = /[\p{C}\p{Z}]/u;

/** `str.isprintable` for one code point. An engine with a newer Unicode than the Python in question prints more of them. */
export function isPrintable(character: string): boolean {
  return character === ' ' || !NOT_PRINTABLE.test(character);
}
