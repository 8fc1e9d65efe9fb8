import type { SecretDigest } from '../../../core/demonstration/secrets/digest.ts';
import { isSecretDigest } from '../../../core/demonstration/secrets/digest.ts';
import type { SecretSearch } from '../../../core/demonstration/secrets/search.ts';
import { createSecretSearch } from '../../../core/demonstration/secrets/search.ts';
import {
  forgetDigests,
  readDigests,
  writeDigests,
} from '../../../platform/settings/secret-digests.ts';

/** A page that floods us with secrets gets no further: each of them costs every search. */
const MOST = 600;

/** What is known of the secrets typed while a demonstration is recorded. */
export interface SecretGuard {
  /** Takes in what a content script tells; false when there was nothing new. */
  add(demonstrationId: string, reported: unknown): Promise<boolean>;
  /** Finds them in what is about to be kept. */
  search(demonstrationId: string): Promise<SecretSearch>;
  forget(demonstrationId: string): Promise<void>;
}

interface Known {
  digests: SecretDigest[];
  search: SecretSearch;
}

/** Remembers in memory only, in a way that outlives the service worker but not the browser. */
export function createSecretGuard(): SecretGuard {
  const known = new Map<string, Promise<Known>>();

  function get(id: string): Promise<Known> {
    const before = known.get(id);
    if (before) return before;
    const read = readDigests(id).then((digests) => ({
      digests,
      search: createSecretSearch(digests),
    }));
    known.set(id, read);
    return read;
  }

  return {
    add(id, reported) {
      const items: unknown[] = Array.isArray(reported) ? reported : [];
      const fresh = items.filter(isSecretDigest);
      if (fresh.length === 0) return Promise.resolve(false);
      // In the task of the message, so that a turn right behind it is searched for these too.
      const added = get(id).then(({ digests }) => {
        const all = [...digests, ...fresh].slice(0, MOST);
        return { digests: all, search: createSecretSearch(all) };
      });
      known.set(id, added);
      return added.then(({ digests }) => writeDigests(id, digests)).then(() => true);
    },
    search: (id) => get(id).then(({ search }) => search),
    forget(id) {
      known.delete(id);
      return forgetDigests(id);
    },
  };
}
