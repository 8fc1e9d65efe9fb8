import type { SecretDigest } from '../../core/demonstration/secrets/digest.ts';
import { isSecretDigest } from '../../core/demonstration/secrets/digest.ts';

/*
 * Digests of what was typed into secret fields, by demonstration. In `storage.session`: memory that all
 * pages of the extension share, that content scripts cannot read, and that is gone with the browser.
 */

function nameKey(demonstrationId: string): string {
  return `secretDigests:${demonstrationId}`;
}

export async function readDigests(demonstrationId: string): Promise<SecretDigest[]> {
  const key = nameKey(demonstrationId);
  const stored: unknown = (await chrome.storage.session.get(key))[key];
  return Array.isArray(stored) ? stored.filter(isSecretDigest) : [];
}

export async function writeDigests(
  demonstrationId: string,
  digests: readonly SecretDigest[],
): Promise<void> {
  await chrome.storage.session.set({ [nameKey(demonstrationId)]: digests });
}

export async function forgetDigests(demonstrationId: string): Promise<void> {
  await chrome.storage.session.remove(nameKey(demonstrationId));
}
