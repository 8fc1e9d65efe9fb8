import { encodeText, readHex, writeHex } from '../../core/bytes.ts';

/**
 * Proofs of a shared key, for both ends of the link (docs/mcp.md). A proof covers both nonces and who gives it, so that it
 * can neither be replayed nor returned to its sender.
 */
export type Prover = 'server' | 'panel';

const NONCE_BYTES = 24;
const TOKEN_BYTES = 32;

export function makeNonce(): string {
  return writeHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
}

export function makeToken(): string {
  return writeHex(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
}

/** Names a key without revealing it, so that the other end knows which one is meant. */
export async function nameKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encodeText(`wayscribe key ${key}`));
  return writeHex(new Uint8Array(digest)).slice(0, 16);
}

/** `nonces`: the panel's, then the server's. */
export async function prove(
  key: string,
  by: Prover,
  nonces: readonly [string, string],
): Promise<string> {
  const secret = await importKey(key, 'sign');
  const signature = await crypto.subtle.sign('HMAC', secret, encodeText(covered(by, nonces)));
  return writeHex(new Uint8Array(signature));
}

/** Takes the same time for every wrong proof. */
export async function isProof(
  proof: string,
  key: string,
  by: Prover,
  nonces: readonly [string, string],
): Promise<boolean> {
  const secret = await importKey(key, 'verify');
  return crypto.subtle.verify('HMAC', secret, readHex(proof), encodeText(covered(by, nonces)));
}

function covered(by: Prover, nonces: readonly [string, string]): string {
  return ['wayscribe link 1', by, ...nonces].join('\n');
}

function importKey(key: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encodeText(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    use,
  ]);
}
