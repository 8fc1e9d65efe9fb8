/** RFC 4648 §4. */
export const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Two digits for every 12 bits. */
const PAIRS = Array.from(
  { length: 4096 },
  (_, bits) => BASE64_DIGITS.charAt(bits >> 6) + BASE64_DIGITS.charAt(bits & 63),
);

/** Returns the bytes as base64 with padding; core has no `btoa`. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = first * 65536 + second * 256 + third;
    parts.push(PAIRS[bits >> 12] ?? '', PAIRS[bits & 4095] ?? '');
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  const digits = parts.join('');
  return digits.slice(0, digits.length - padding) + '='.repeat(padding);
}

export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function writeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function readHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
