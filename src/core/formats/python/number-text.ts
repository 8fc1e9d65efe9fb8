/** A float as Python's `str` writes it: shortest digits, always with a fraction or an exponent. */
export function writeFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) return writeExponent(value);
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}

function writeExponent(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits}e${exponent[0] ?? '+'}${exponent.slice(1).padStart(2, '0')}`;
}

/** A float rounded to one decimal (half to even) as Python prints it. */
export function writeFloat1(value: number): string {
  return writeFloat(roundHalfEven(value, 1));
}

/**
 * A JSON number as Python prints it after `round(number, 1)`: an integer bare, anything else with one
 * decimal. A whole number that was written `402.0` cannot be told from `402` once JavaScript has read
 * it, and prints as an integer.
 */
export function writeJsonNumber1(value: number): string {
  return Number.isInteger(value) ? String(value) : writeFloat1(value);
}

/**
 * Python's `round(value, digits)`: decided on the exact binary value, and of two equally near results
 * the even one. `toFixed` is exact too but goes away from zero on a tie; ties are rare, since a binary
 * value is one only when `value · 2^(digits+1)` is an odd integer. For `digits` from 0 to 15.
 */
export function roundHalfEven(value: number, digits: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const fixed = Math.abs(value).toFixed(digits);
  const size = isTie(value, digits) && isOdd(fixed) ? stepDown(fixed, digits) : Number(fixed);
  return value < 0 || Object.is(value, -0) ? -size : size;
}

function isTie(value: number, digits: number): boolean {
  return Math.abs((value * 2 ** (digits + 1)) % 2) === 1;
}

function isOdd(fixed: string): boolean {
  return Number(fixed.at(-1)) % 2 === 1;
}

/** The neighbour below: the odd last digit less one, so nothing is borrowed. */
function stepDown(fixed: string, digits: number): number {
  return Number((Number(fixed) - 10 ** -digits).toFixed(digits));
}
