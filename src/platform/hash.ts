import { writeHex } from '../core/bytes.ts';
import type { Hash } from '../core/demonstration/demonstration.ts';

/** Returns the SHA-256 of the bytes in hex. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Hash> {
  return writeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
