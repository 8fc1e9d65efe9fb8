import { stripSpace } from './space.ts';

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
