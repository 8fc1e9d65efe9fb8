import { each, number, objectWith, oneOf, text } from '../../core/shape.ts';

/** A key of an endpoint that only its passphrase opens. Plain JSON; bytes are base64. */
export interface SealedKey {
  version: 1;
  /** Of PBKDF2 with SHA-256. */
  iterations: number;
  salt: string;
  iv: string;
  /** AES-256-GCM, the tag at its end. */
  data: string;
}

/** What OWASP's Password Storage Cheat Sheet asks for PBKDF2-HMAC-SHA256. */
const ITERATIONS = 600_000;

const SALT_BYTES = 16;

/** NIST SP 800-38D: 96 bits, never twice with the same key; the salt makes each key a new one. */
const IV_BYTES = 12;

export async function sealKey(apiKey: string, passphrase: string): Promise<SealedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await deriveKey(passphrase, salt, ITERATIONS);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    key,
    new TextEncoder().encode(apiKey),
  );
  return {
    version: 1,
    iterations: ITERATIONS,
    salt: toBase64(salt),
    iv: toBase64(iv),
    data: toBase64(new Uint8Array(sealed)),
  };
}

/** The key; null when the passphrase is another, or what is stored was changed. */
export async function openKey(sealed: SealedKey, passphrase: string): Promise<string | null> {
  const key = await deriveKey(passphrase, fromBase64(sealed.salt), sealed.iterations);
  try {
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: fromBase64(sealed.iv) },
      key,
      fromBase64(sealed.data),
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

const sealedShape = objectWith({
  version: oneOf(1),
  iterations: number,
  ...each(text, 'salt', 'iv', 'data'),
});

export function readSealedKey(stored: unknown): SealedKey | null {
  return sealedShape(stored, 'seal') === null ? (stored as SealedKey) : null;
}

async function deriveKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  // The same letters can be typed in several ways; they must open the same seal.
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(encoded: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
}
