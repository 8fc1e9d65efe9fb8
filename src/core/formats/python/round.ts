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
