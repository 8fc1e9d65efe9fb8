/** One field of a protobuf message (protobuf.dev/programming-guides/encoding). */
export interface Field {
  number: number;
  /** Of varints; 0 for others. */
  value: number;
  /** Of length-delimited fields; null for others. */
  bytes: Uint8Array | null;
  /** The 4 or 8 bytes of fields that always have so many, low first. */
  fixed?: Uint8Array;
}

/** Thrown where bytes are no such message, or end within it. */
class BrokenMessage extends Error {}

/** Fields in order, without copying. Throws `BrokenMessage`. */
export function* readFields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new BrokenMessage('it ends too early');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new BrokenMessage('a number is too long');
  };
  const skip = (length: number): void => {
    at += length;
    if (at > bytes.length) throw new BrokenMessage('it ends too early');
  };
  while (at < bytes.length) {
    const key = readVarint();
    const number = Math.floor(key / 8);
    const wire = key % 8;
    if (number === 0) throw new BrokenMessage('a field has no number');
    if (wire === 0) {
      yield { number, value: readVarint(), bytes: null };
    } else if (wire === 2) {
      const length = readVarint();
      const from = at;
      skip(length);
      yield { number, value: 0, bytes: bytes.subarray(from, at) };
    } else if (wire === 5 || wire === 1) {
      const from = at;
      skip(wire === 5 ? 4 : 8);
      yield { number, value: 0, bytes: null, fixed: bytes.subarray(from, at) };
    } else {
      throw new BrokenMessage('a field has no known type');
    }
  }
}
