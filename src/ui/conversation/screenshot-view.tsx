import { createContext, use, useEffect, useState } from 'react';
import { formatImageRegion } from '../../core/snapshot/image-areas.ts';
import { NoImageIcon } from '../components/icons.tsx';
import type { FractionRect } from './crop-screenshot.ts';
import { cropAroundTarget, projectBox, scaleRect } from './crop-screenshot.ts';
import type { ScreenshotModel } from './entry.ts';
import styles from './screenshot-view.module.css';

type StoredScreenshot = ScreenshotModel & { status: 'kept' };

const THUMBNAIL_ASPECT = 3 / 2;
const WHOLE: FractionRect = { x: 0, y: 0, width: 1, height: 1 };

interface PictureProps {
  shot: StoredScreenshot;
  url: string;
  /** The part of the screenshot that the URL shows. */
  view: FractionRect;
  alt: string;
}

function Picture({ shot, url, view, alt }: PictureProps) {
  const target = shot.box && scaleRect(projectBox(shot.box, view), 100, 100);
  return (
    <>
      <img className={styles.image} src={url} alt={alt} decoding="async" draggable={false} />
      {target && (
        <span
          className={styles.target}
          style={{
            left: `${target.x}%`,
            top: `${target.y}%`,
            width: `${target.width}%`,
            height: `${target.height}%`,
          }}
        />
      )}
    </>
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

function StoredThumbnail({ shot }: { shot: StoredScreenshot }) {
  const view = cropAroundTarget(shot, shot.box, THUMBNAIL_ASPECT);
  const url = useImage(formatImageRegion(shot.image, scaleRect(view, shot.width, shot.height)));
  if (!url) {
    return <ScreenshotThumbnail shot={{ status: url === null ? 'missing' : 'pending' }} />;
  }
  return (
    <span className={styles.thumbnail} data-status="kept">
      <Picture shot={shot} url={url} view={view} alt="" />
    </span>
  );
}

export function FullScreenshot({ shot, alt }: { shot: StoredScreenshot; alt: string }) {
  const url = useImage(shot.image);
  return (
    <span className={styles.whole} style={{ aspectRatio: `${shot.width} / ${shot.height}` }}>
      {url && <Picture shot={shot} url={url} view={WHOLE} alt={alt} />}
    </span>
  );
}

/** The upper part of a page, small; an empty box of the same size without a screenshot. */
export function PageThumbnail({ shot }: { shot: StoredPicture | null }) {
  if (!shot) return <span className={styles.thumbnail} data-status="missing" />;
  return <PagePicture shot={shot} />;
}

interface StoredPicture {
  image: string;
  width: number;
  height: number;
}

function PagePicture({ shot: { image, width, height } }: { shot: StoredPicture }) {
  const part = { x: 0, y: 0, width, height: Math.min(height, width / THUMBNAIL_ASPECT) };
  const url = useImage(formatImageRegion(image, part));
  return (
    <span
      className={styles.thumbnail}
      data-status={url ? 'kept' : url === null ? 'missing' : 'pending'}
    >
      {url && <img className={styles.image} src={url} alt="" decoding="async" draggable={false} />}
    </span>
  );
}

/** In shares of the picture's size, 0 … 1. */
interface PictureMark {
  area: { left: number; top: number; width: number; height: number };
  /** `chosen`: another element than the one that was meant. */
  kind: 'target' | 'chosen';
}

/** A whole screenshot with elements outlined. */
export function MarkedScreenshot({
  image,
  marks,
}: {
  image: string;
  marks: readonly PictureMark[];
}) {
  const url = useImage(image);
  return (
    <span className={styles.marked}>
      {url && <img className={styles.image} src={url} alt="" decoding="async" draggable={false} />}
      {url &&
        marks.map(({ area, kind }) => (
          <span
            key={kind}
            className={styles.target}
            data-kind={kind}
            style={{
              left: `${area.left * 100}%`,
              top: `${area.top * 100}%`,
              width: `${area.width * 100}%`,
              height: `${area.height * 100}%`,
            }}
          />
        ))}
    </span>
  );
}

/** Provides URLs of stored images while they are shown. */
export interface ImageSource {
  /** Opens an image or a part of one (core/snapshot/image-areas). Returns null if it is missing. Each call needs a `close`. */
  open: (image: string) => Promise<string | null>;
  close: (image: string) => void;
}

export const ImageSourceContext = createContext<ImageSource>({
  open: () => Promise.resolve(null),
  close: () => undefined,
});

/** Returns the URL of a stored image while the component is mounted; undefined while it opens, null if it is missing. */
function useImage(image: string): string | null | undefined {
  const source = use(ImageSourceContext);
  const [opened, setOpened] = useState<{ image: string; url: string | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (url: string | null) => isWanted && setOpened({ image, url });
    source.open(image).then(show, () => show(null));
    return () => {
      isWanted = false;
      source.close(image);
    };
  }, [source, image]);
  return opened?.image === image ? opened.url : undefined;
}
