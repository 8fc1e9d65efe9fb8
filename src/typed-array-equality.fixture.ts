/*
 * Runs before each test file. Vitest compares typed arrays key by key, which takes seconds of CPU for 200 kB.
 */
import { expect } from 'vitest';

function isTypedArray(value: unknown): value is Uint8Array | Float32Array {
  return value instanceof Uint8Array || value instanceof Float32Array;
}

expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (!isTypedArray(a) || !isTypedArray(b)) return undefined;
    const isSame =
      a.constructor === b.constructor &&
      a.length === b.length &&
      a.every((value: number, at: number) => Object.is(value, b[at]));
    // Vitest compares different arrays itself, and shows where they differ.
    return isSame ? true : undefined;
  },
]);
