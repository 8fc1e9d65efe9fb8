import type { SecretDigest } from '../../../core/demonstration/secrets/digest.ts';
import { isSecretDigest } from '../../../core/demonstration/secrets/digest.ts';
import type { SecretSearch } from '../../../core/demonstration/secrets/search.ts';
import { createSecretSearch } from '../../../core/demonstration/secrets/search.ts';
import {
  forgetDigests,
  readDigests,
  writeDigests,
} from '../../../platform/settings/secret-digests.ts';

/** Limits what a page that floods us with secrets can cost: each of them slows every search. */
const MOST = 600;

interface Known {
  digests: SecretDigest[];
  search: SecretSearch;
}

/**
 * Knows the secrets typed while a demonstration is recorded. In memory only, which outlives the service worker but not
 * the browser.
 */
export class SecretGuard {
  private readonly known = new Map<string, Promise<Known>>();

  /** Adds what a content script reports. Returns false if there was nothing new. */
  async add(demonstrationId: string, reported: unknown): Promise<boolean> {
    const items: unknown[] = Array.isArray(reported) ? reported : [];
    const fresh = items.filter(isSecretDigest);
    if (fresh.length === 0) return false;
    // Before the first await, so that a turn right behind this message is searched for these too.
    const added = this.get(demonstrationId).then(({ digests }) =>
      index([...digests, ...fresh].slice(0, MOST)),
    );
    this.known.set(demonstrationId, added);
    await writeDigests(demonstrationId, (await added).digests);
    return true;
  }

  /** Returns a search for the secrets in what is about to be stored. */
  async search(demonstrationId: string): Promise<SecretSearch> {
    return (await this.get(demonstrationId)).search;
  }

  async forget(demonstrationId: string): Promise<void> {
    this.known.delete(demonstrationId);
    await forgetDigests(demonstrationId);
  }

  private get(demonstrationId: string): Promise<Known> {
    const known = this.known.get(demonstrationId) ?? readDigests(demonstrationId).then(index);
    this.known.set(demonstrationId, known);
    return known;
  }
}

function index(digests: SecretDigest[]): Known {
  return { digests, search: createSecretSearch(digests) };
}
