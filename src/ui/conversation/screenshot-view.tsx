import type { CSSProperties } from 'react';
import { createContext, use, useEffect, useState } from 'react';
import type { ImageRegion } from '../../core/snapshot/image-areas.ts';
import { formatImageRegion } from '../../core/snapshot/image-areas.ts';
import { NoImageIcon } from '../components/icons.tsx';
import type { FractionRect } from './crop-screenshot.ts';
import { cropAroundTarget, projectBox } from './crop-screenshot.ts';
import type { ScreenshotModel } from './entry.ts';
import styles from './screenshot-view.module.css';

type StoredScreenshot = ScreenshotModel & { status: 'kept' };

const THUMBNAIL_ASPECT = 3 / 2;
const WHOLE: FractionRect = { x: 0, y: 0, width: 1, height: 1 };

function percent(fraction: number): string {
  return `${String(fraction * 100)}%`;
}

function toImagePart({ width, height }: StoredScreenshot, view: FractionRect): ImageRegion {
  return {
    x: view.x * width,
    y: view.y * height,
    width: view.width * width,
    height: view.height * height,
  };
}

function placeBox(box: FractionRect): CSSProperties {
  return {
    left: percent(box.x),
    top: percent(box.y),
    width: percent(box.width),
    height: percent(box.height),
  };
}

/** `view` is the part of the screenshot that the URL shows. */
interface PictureProps {
  shot: StoredScreenshot;
  url: string;
  view: FractionRect;
  alt: string;
}

function Picture({ shot, url, view, alt }: PictureProps) {
  return (
    <>
      <img className={styles.image} src={url} alt={alt} decoding="async" draggable={false} />
      {shot.box !== null && (
        <span className={styles.target} style={placeBox(projectBox(shot.box, view))} />
      )}
    </>
  );
}

function StoredThumbnail({ shot }: { shot: StoredScreenshot }) {
  const view = cropAroundTarget(shot, shot.box, THUMBNAIL_ASPECT);
  const image = useImage(formatImageRegion(shot.image, toImagePart(shot, view)));
  const status = image.state === 'opening' ? 'pending' : image.url === null ? 'missing' : 'kept';
  return (
    <span className={styles.thumbnail} data-status={status}>
      {image.state === 'open' && image.url !== null && (
        <Picture shot={shot} url={image.url} view={view} alt="" />
      )}
      {status === 'missing' && <NoImageIcon />}
    </span>
  );
}

/** The part of the screenshot around the target, or an empty box of the same size. */
export function ScreenshotThumbnail({ shot }: { shot: ScreenshotModel }) {
  if (shot.status === 'none') return null;
  if (shot.status === 'kept') return <StoredThumbnail shot={shot} />;
  return (
    <span className={styles.thumbnail} data-status={shot.status}>
      {shot.status === 'missing' && <NoImageIcon />}
    </span>
  );
}

export function FullScreenshot({ shot, alt }: { shot: StoredScreenshot; alt: string }) {
  const image = useImage(shot.image);
  return (
    <span
      className={styles.whole}
      style={{ aspectRatio: `${String(shot.width)} / ${String(shot.height)}` }}
    >
      {image.state === 'open' && image.url !== null && (
        <Picture shot={shot} url={image.url} view={WHOLE} alt={alt} />
      )}
    </span>
  );
}

/** Provides URLs of stored images while they are shown. */
export interface ImageSource {
  /** Opens an image or a part of one (core/snapshot/image-areas). Returns null if it is missing. Each call needs a `close`. */
  open: (image: string) => Promise<string | null>;
  close: (image: string) => void;
}

const NO_IMAGES: ImageSource = { open: () => Promise.resolve(null), close: () => undefined };

export const ImageSourceContext = createContext<ImageSource>(NO_IMAGES);

/** Returns the URL of a stored image while the component is mounted; null if it is missing. */
function useImage(image: string): { state: 'opening' } | { state: 'open'; url: string | null } {
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
