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

/** Python's `str.isprintable` for one code point. A JavaScript engine with a newer Unicode version finds more of them printable. */
export function isPrintable(character: string): boolean {
  return character === ' ' || !NOT_PRINTABLE.test(character);
}

/** Writes a float as Python's `str` does: shortest digits, always with a fraction or an exponent. */
export function writeFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** Writes a float rounded to one decimal (half to even) as Python prints it. */
export function writeFloat1(value: number): string {
  return writeFloat(roundHalfEven(value, 1));
}

/**
 * Writes a JSON number as Python prints it after `round(number, 1)`: an integer bare, anything else with one decimal.
 * Deviation: `402.0` prints as an integer, since JavaScript's JSON doesn't distinguish it from `402`.
 */
export function writeJsonNumber1(value: number): string {
  return Number.isInteger(value) ? String(value) : writeFloat1(value);
}

/**
 * Python's `round(value, digits)` for 0 to 15 digits: decided on the exact binary value, and of two equally near results
 * the even one. `toFixed` is exact too but rounds a tie away from zero; `value · 2^(digits+1)` is an odd integer then.
 */
export function roundHalfEven(value: number, digits: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const fixed = Math.abs(value).toFixed(digits);
  const isTie = Math.abs((value * 2 ** (digits + 1)) % 2) === 1;
  const isOdd = Number(fixed.at(-1)) % 2 === 1;
  const size = isTie && isOdd ? (Number(fixed) - 10 ** -digits).toFixed(digits) : fixed;
  return value < 0 || Object.is(value, -0) ? -Number(size) : Number(size);
}

const FLOAT = /^[+-]?(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?$/;
const NAMED = /^([+-]?)(inf|infinity|nan)$/i;

/** Python's `float(text)`, for ASCII digits; null where it raises ValueError. */
export function readFloat(text: string): number | null {
  const trimmed = stripSpace(text);
  if (FLOAT.test(trimmed)) return Number(trimmed.replaceAll('_', ''));
  const [, sign, name] = NAMED.exec(trimmed) ?? [];
  if (name === undefined) return null;
  if (name.toLowerCase() === 'nan') return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const CONTROLS_AND_SPACE = /^[\0-\x20]+/;

/** Schemes whose last path segment may have `;parameters`; the first entry is an address without a scheme. */
const WITH_PARAMETERS = new Set(
  ' ftp hdl prospero http https shttp rtsp rtsps rtspu sip sips mms sftp tel'.split(' '),
);

/** Characters that NFKC turns into one that would change where the host ends. */
const DELIMITERS = /[/?#@:]/;

/** Splits a URL like Python's `urllib.parse.urlparse`, without decoding anything; null where that raises ValueError. */
export function splitUrl(url: string): { netloc: string; path: string } | null {
  const clean = url.replace(CONTROLS_AND_SPACE, '').replace(/[\t\r\n]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(clean)?.[1] ?? '';
  let rest = scheme === '' ? clean : clean.slice(scheme.length + 1);
  let netloc = '';
  if (rest.startsWith('//')) {
    netloc = /^[^/?#]*/.exec(rest.slice(2))?.[0] ?? '';
    rest = rest.slice(2 + netloc.length);
    if (netloc.includes('[') !== netloc.includes(']') || isDeceptive(netloc)) return null;
  }
  const path = /^[^?#]*/.exec(rest)?.[0] ?? '';
  return { netloc, path: WITH_PARAMETERS.has(scheme.toLowerCase()) ? cutParameters(path) : path };
}

function isDeceptive(netloc: string): boolean {
  const bare = netloc.replace(/[@:#?]/g, '');
  const normal = bare.normalize('NFKC');
  return normal !== bare && DELIMITERS.test(normal);
}

/** Without the `;parameters` of the last segment. */
function cutParameters(path: string): string {
  const at = path.indexOf(';', Math.max(0, path.lastIndexOf('/')));
  return at === -1 ? path : path.slice(0, at);
}
