import type { Hash } from '../core/demonstration/demonstration.ts';
import { readContent } from '../platform/store/read.ts';
import { connectStore } from './connection.ts';

/** URLs of stored images, made once each and given back when `signal` aborts. */
export function openImages(signal: AbortSignal): (hash: Hash) => Promise<string | null> {
  const urls = new Map<Hash, Promise<string | null>>();
  const open = async (hash: Hash): Promise<string | null> => {
    const bytes = await readContent(await connectStore(), hash);
    return bytes && URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
  };
  signal.addEventListener('abort', () => {
    for (const url of urls.values()) void url.then((made) => made && URL.revokeObjectURL(made));
  });
  return (hash) => {
    const known = urls.get(hash) ?? open(hash);
    urls.set(hash, known);
    return known;
  };
}
