/** Reversed, as zip, gzip and PNG have it (ISO 3309). */
const POLYNOMIAL = 0xedb88320;
/** Bytes taken at once ("slicing by eight"): one table for each place among them. */
const AT_ONCE = 8;

const TABLES = makeTables();

/** CRC-32 of what `crc` is of and of `bytes` after it, unsigned; 0 is that of nothing. */
export function addToCrc32(crc: number, bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % AT_ONCE);
  let rest = ~crc;
  for (let at = 0; at < whole; at += AT_ONCE) {
    const low = rest ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    rest =
      look(7, low) ^
      look(6, low >>> 8) ^
      look(5, low >>> 16) ^
      look(4, low >>> 24) ^
      look(3, high) ^
      look(2, high >>> 8) ^
      look(1, high >>> 16) ^
      look(0, high >>> 24);
  }
  for (let at = whole; at < bytes.length; at++) {
    rest = (rest >>> 8) ^ look(0, rest ^ view.getUint8(at));
  }
  return ~rest >>> 0;
}

function look(table: number, byte: number): number {
  return TABLES[(table << 8) | (byte & 0xff)] ?? 0;
}

/** The first says what a byte makes of the rest, each other what the one before makes after a zero. */
function makeTables(): Int32Array {
  const tables = new Int32Array(AT_ONCE * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
    tables[byte] = rest;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256] ?? 0;
    tables[at] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}
