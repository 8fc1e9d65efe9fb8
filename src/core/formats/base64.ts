const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Two digits for every 12 bits. */
const PAIRS = Array.from(
  { length: 4096 },
  (_, bits) => DIGITS.charAt(bits >> 6) + DIGITS.charAt(bits & 63),
);

/** The bytes as base64 with padding (RFC 4648 §4); core has no `btoa`. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  const whole = bytes.length - (bytes.length % 3);
  for (let at = 0; at < whole; at += 3) {
    const bits = byteAt(bytes, at) * 65536 + byteAt(bytes, at + 1) * 256 + byteAt(bytes, at + 2);
    parts.push(PAIRS[bits >> 12] ?? '', PAIRS[bits & 4095] ?? '');
  }
  const rest = bytes.length - whole;
  if (rest === 0) return parts.join('');
  const bits = byteAt(bytes, whole) * 65536 + byteAt(bytes, whole + 1) * 256;
  const digits = (PAIRS[bits >> 12] ?? '') + (PAIRS[bits & 4095] ?? '');
  return `${parts.join('')}${digits.slice(0, rest + 1)}${'='.repeat(3 - rest)}`;
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
