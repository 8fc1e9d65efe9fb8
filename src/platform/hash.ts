import type { Hash } from '../core/demonstration/demonstration.ts';

/** SHA-256 of the bytes, in hex. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Hash> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
