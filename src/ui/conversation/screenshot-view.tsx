import { createContext, use, useEffect, useState } from 'react';
import { formatImageRegion } from '../../core/snapshot/image-areas.ts';
import { NoImageIcon } from '../components/icons.tsx';
import type { FractionRect } from './crop-screenshot.ts';
import { cropAroundTarget, placeRect, projectBox, scaleRect } from './crop-screenshot.ts';
import type { ScreenshotModel } from './entry.ts';
import styles from './screenshot-view.module.css';

interface StoredPicture {
  /** An id for `ImageSource`. */
  image: string;
  /** Px. */
  width: number;
  height: number;
}

interface PictureMark {
  rect: FractionRect;
  /** `chosen`: another element than the one that was meant. */
  kind: 'target' | 'chosen';
}

/** An image with elements outlined. */
function Picture({ url, alt, marks }: { url: string; alt: string; marks: readonly PictureMark[] }) {
  return (
    <>
      <img className={styles.image} src={url} alt={alt} decoding="async" draggable={false} />
      {marks.map(({ rect, kind }) => (
        <span key={kind} className={styles.target} data-kind={kind} style={placeRect(rect)} />
      ))}
    </>
  );
}

function markTarget(rect: FractionRect | null): PictureMark[] {
  return rect ? [{ rect, kind: 'target' }] : [];
}

const THUMBNAIL_ASPECT = 3 / 2;

/** The part of the screenshot around the target, or an empty box of the same size. */
export function ScreenshotThumbnail({ shot }: { shot: ScreenshotModel }) {
  if (shot.status === 'none') return null;
  if (shot.status !== 'kept') return <EmptyThumbnail status={shot.status} />;
  const view = cropAroundTarget(shot, shot.box, THUMBNAIL_ASPECT);
  return <Thumbnail shot={shot} view={view} box={shot.box} />;
}

/** The upper part of a page; an empty box of the same size without a screenshot. */
export function PageThumbnail({ shot }: { shot: StoredPicture | null }) {
  if (!shot) return <EmptyThumbnail status="missing" />;
  const height = Math.min(1, shot.width / THUMBNAIL_ASPECT / shot.height);
  return <Thumbnail shot={shot} view={{ x: 0, y: 0, width: 1, height }} box={null} />;
}

interface ThumbnailProps {
  shot: StoredPicture;
  /** The part that is shown. */
  view: FractionRect;
  box: FractionRect | null;
}

function Thumbnail({ shot, view, box }: ThumbnailProps) {
  const url = useImage(formatImageRegion(shot.image, scaleRect(view, shot.width, shot.height)));
  if (!url) return <EmptyThumbnail status={url === null ? 'missing' : 'pending'} />;
  return (
    <span className={styles.thumbnail} data-status="kept">
      <Picture url={url} alt="" marks={markTarget(box && projectBox(box, view))} />
    </span>
  );
}

function EmptyThumbnail({ status }: { status: 'pending' | 'missing' }) {
  return (
    <span className={styles.thumbnail} data-status={status}>
      {status === 'missing' && <NoImageIcon />}
    </span>
  );
}

interface FullScreenshotProps {
  shot: StoredPicture;
  /** The target, which is outlined. */
  box?: FractionRect | null;
  alt: string;
}

export function FullScreenshot({ shot, box = null, alt }: FullScreenshotProps) {
  const url = useImage(shot.image);
  return (
    <span className={styles.whole} style={{ aspectRatio: `${shot.width} / ${shot.height}` }}>
      {url && <Picture url={url} alt={alt} marks={markTarget(box)} />}
    </span>
  );
}

/** A whole screenshot, whose size is not known before, with elements outlined. */
export function MarkedScreenshot(props: { image: string; marks: readonly PictureMark[] }) {
  const url = useImage(props.image);
  return (
    <span className={styles.marked}>{url && <Picture url={url} alt="" marks={props.marks} />}</span>
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
