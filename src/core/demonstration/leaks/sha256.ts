/*
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in one task: what a page's last moment needs, and pages
 * without https, where the browser's own digest is missing.
 */

const BLOCK = 64;

const ROUNDS = readFractions(64, 1 / 3);
const START = readFractions(8, 1 / 2);

/** The first 32 bits of the fractions of roots of the first primes, as the standard defines its constants. */
function readFractions(count: number, power: number): Uint32Array {
  const fractions = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    if (!isPrime(candidate)) continue;
    const root = candidate ** power;
    fractions[found++] = Math.floor((root - Math.floor(root)) * 2 ** 32);
  }
  return fractions;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

/** HMAC-SHA-256 of the message, 32 bytes. */
export function signBytes(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? digestBytes(key) : key);
  const inner = join(
    padded.map((byte) => byte ^ 0x36),
    message,
  );
  return digestBytes(
    join(
      padded.map((byte) => byte ^ 0x5c),
      digestBytes(inner),
    ),
  );
}

/** SHA-256 of the message, 32 bytes. */
export function digestBytes(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, message.length << 3);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < length; at += BLOCK) {
    for (let word = 0; word < 16; word++) words[word] = view.getUint32(at + 4 * word);
    mixBlock(state, words);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let word = 0; word < 8; word++) out.setUint32(4 * word, state[word] ?? 0);
  return digest;
}

function mixBlock(state: Uint32Array, words: Uint32Array): void {
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + low + (words[at - 7] ?? 0) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const spread = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + spread + choice + (ROUNDS[at] ?? 0) + (words[at] ?? 0)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) {
    state[at] = (state[at] ?? 0) + value;
  }
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
