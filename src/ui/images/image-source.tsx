import { createContext, use, useEffect, useState } from 'react';

/** Gives out URLs of stored images for as long as they are shown. */
export interface ImageSource {
  /** Of an image, or a part of one (core/demonstration/image-part). Null when there is none. Each call is matched by one of `close`. */
  open: (image: string) => Promise<string | null>;
  close: (image: string) => void;
}

const NO_IMAGES: ImageSource = { open: () => Promise.resolve(null), close: () => undefined };

export const ImageSourceContext = createContext<ImageSource>(NO_IMAGES);

/** The URL of a stored image while the caller is on the page; null when it cannot be had. */
export function useImage(
  image: string,
): { state: 'opening' } | { state: 'open'; url: string | null } {
  const source = use(ImageSourceContext);
  const [opened, setOpened] = useState<{ image: string; url: string | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    source.open(image).then(
      (url) => isWanted && setOpened({ image, url }),
      () => isWanted && setOpened({ image, url: null }),
    );
    return () => {
      isWanted = false;
      source.close(image);
    };
  }, [source, image]);
  return opened?.image === image ? { state: 'open', url: opened.url } : { state: 'opening' };
}
