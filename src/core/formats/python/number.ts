import { stripSpace } from './text.ts';

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
