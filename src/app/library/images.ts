import { parseImageRegion } from '../../core/snapshot/image-areas.ts';
import { cutOutPart } from '../../platform/image/draw.ts';
import { storeReader } from './store-reader.ts';

/** How long an image outlives its last user: cards come back when the user scrolls to and fro. */
const LINGER_MS = 2000;

/** Shares the URLs of stored images and their parts among views; a part is drawn `thumbnailWidth` CSS px wide. */
export function openImages(signal: AbortSignal, thumbnailWidth: number) {
  const shown = new Map<string, { url: Promise<string | null>; users: number }>();

  async function make(name: string): Promise<string | null> {
    const { image, part } = parseImageRegion(name);
    const bytes = await storeReader.read(image);
    if (!bytes) return null;
    const blob = part
      ? await cutOutPart(bytes, part, Math.ceil(thumbnailWidth * devicePixelRatio))
      : new Blob([bytes], { type: 'image/png' });
    // The blob has its own copy.
    storeReader.letGo(bytes.buffer);
    return URL.createObjectURL(blob);
  }

  function revoke(name: string): void {
    const image = shown.get(name);
    if (!image || image.users > 0) return;
    shown.delete(name);
    void image.url.then((url) => url && URL.revokeObjectURL(url)).catch(() => undefined);
  }

  signal.addEventListener('abort', () => {
    for (const [name, image] of shown) {
      image.users = 0;
      revoke(name);
    }
  });

  return {
    open(name: string): Promise<string | null> {
      const image = shown.get(name) ?? { url: make(name), users: 0 };
      image.users += 1;
      shown.set(name, image);
      return image.url;
    },
    close(name: string): void {
      const image = shown.get(name);
      if (!image) return;
      image.users -= 1;
      setTimeout(() => revoke(name), LINGER_MS);
    },
  };
}
