/**
 * JSON as WebLINX's library reads it safely: it opens files with the locale's encoding, so every
 * character beyond ASCII is escaped; lone surrogates, which Python cannot write back, become U+FFFD.
 * NaN and infinities become null, as in JSON.stringify.
 */
export function writeAsciiJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replace(ESCAPE, (escape, loneSurrogate) => (loneSurrogate === undefined ? escape : '\\ufffd'))
    .replace(BEYOND_ASCII, escapeUnit);
}

/** One escape sequence of JSON.stringify; a `\udXXX` is always a lone surrogate (pairs stay literal). */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;
const BEYOND_ASCII = /[\u007f-\uffff]/g;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
