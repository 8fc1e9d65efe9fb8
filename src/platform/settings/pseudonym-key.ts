import type { PseudonymKey } from '../../core/demonstration/pseudonyms/key.ts';
import { pseudonymKeyShape } from '../../core/demonstration/pseudonyms/key.ts';

const KEY = 'pseudonyms';

/** The library's pseudonyms. They say who is who, so they are in no export; wiping the data deletes them. */
export async function readPseudonyms(): Promise<PseudonymKey> {
  const stored: unknown = (await chrome.storage.local.get(KEY))[KEY];
  return pseudonymKeyShape(stored, KEY) === null ? (stored as PseudonymKey) : [];
}

export async function writePseudonyms(key: PseudonymKey): Promise<void> {
  await chrome.storage.local.set({ [KEY]: key });
}
