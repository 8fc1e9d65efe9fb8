import type { ApartReader } from '../../platform/store/read-apart.ts';
import { readApart } from '../../platform/store/read-apart.ts';

/** For reads over the whole life of an extension page; it ends with the page. */
export const storeReader = openStoreReader();

/** Opens a reader in a worker of its own, to be closed. Pages only: service workers have no workers. */
export function openStoreReader(): ApartReader {
  return readApart(
    () =>
      new Worker(new URL('../../entrypoints/reader-worker/reader-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
