import type { ApartReader } from '../../platform/store/read-apart.ts';
import { readApart } from '../../platform/store/read-apart.ts';

/** The extension page's own, for what it reads over its whole life; it ends with the page. */
export const storeReader = openStoreReader();

/** For whoever reads much of the store; to be closed. Pages only: service workers have no workers. */
export function openStoreReader(): ApartReader {
  return readApart(
    () =>
      new Worker(new URL('../../entrypoints/reader-worker/reader-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
