const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Fewer digits are found by chance: 36 bits. Values of four characters are not looked for in base64. */
const FEWEST = 6;

/**
 * What must stand in any base64 text (RFC 4648, both alphabets) whose content holds the value: the
 * digits that depend on it alone, for each of the three places at which it can begin within a group of
 * three bytes, for UTF-8 and for UTF-16.
 */
export function listBase64(value: string): string[] {
  const cores = new Set<string>();
  for (const bytes of [new TextEncoder().encode(value), encodeUtf16(value)]) {
    for (let skip = 0; skip < 3; skip++) {
      const core = encodeCore(bytes, skip);
      if (core.length < FEWEST) continue;
      cores.add(core).add(core.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...cores];
}

/** The digits whose six bits all come from the bytes, when `skip` others stand before them. */
function encodeCore(bytes: Uint8Array, skip: number): string {
  let core = '';
  const first = Math.ceil((8 * skip) / 6);
  const end = Math.floor((8 * (skip + bytes.length)) / 6);
  for (let digit = first; digit < end; digit++) {
    const bit = 6 * digit - 8 * skip;
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    core += DIGITS.charAt((pair >> (10 - (bit & 7))) & 63);
  }
  return core;
}

/** Little endian. */
function encodeUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let at = 0; at < text.length; at++) {
    bytes[2 * at] = text.charCodeAt(at) & 0xff;
    bytes[2 * at + 1] = text.charCodeAt(at) >> 8;
  }
  return bytes;
}
