import type { Hash } from '../core/demonstration/demonstration.ts';
import { readContent } from '../platform/store/read.ts';
import { connectStore } from './connection.ts';

/** An image that nobody shows is kept this long: cards come back when a reader scrolls to and fro. */
const LINGER_MS = 2000;

/** URLs of stored images, each made once for all that show it, and given back when none does. */
export function openImages(signal: AbortSignal) {
  const shown = new Map<Hash, { url: Promise<string | null>; users: number }>();

  async function make(hash: Hash): Promise<string | null> {
    const bytes = await readContent(await connectStore(), hash);
    return bytes && URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
  }

  function giveBack(hash: Hash): void {
    const image = shown.get(hash);
    if (!image || image.users > 0) return;
    shown.delete(hash);
    void image.url.then((url) => url && URL.revokeObjectURL(url)).catch(() => undefined);
  }

  signal.addEventListener('abort', () => {
    for (const [hash, image] of shown) {
      image.users = 0;
      giveBack(hash);
    }
  });

  return {
    open(hash: Hash): Promise<string | null> {
      const image = shown.get(hash) ?? { url: make(hash), users: 0 };
      image.users += 1;
      shown.set(hash, image);
      return image.url;
    },
    close(hash: Hash): void {
      const image = shown.get(hash);
      if (!image) return;
      image.users -= 1;
      setTimeout(() => giveBack(hash), LINGER_MS);
    },
  };
}
