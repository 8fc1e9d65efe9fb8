import type { CSSProperties } from 'react';
import { NoImageIcon } from '../icons/glyphs.tsx';
import type { ImagePart } from '../../core/demonstration/image-part.ts';
import { namePart } from '../../core/demonstration/image-part.ts';
import { useImage } from '../images/image-source.tsx';
import type { Shot } from './entry.ts';
import type { Fractions } from './frame-shot.ts';
import { frameShot, projectBox } from './frame-shot.ts';
import styles from './shot-view.module.css';

type KeptShot = Shot & { status: 'kept' };

const THUMBNAIL_ASPECT = 3 / 2;
const WHOLE: Fractions = { x: 0, y: 0, width: 1, height: 1 };

function percent(fraction: number): string {
  return `${String(fraction * 100)}%`;
}

/** A view of a screenshot in its px. */
function cutOut({ width, height }: KeptShot, view: Fractions): ImagePart {
  return {
    x: view.x * width,
    y: view.y * height,
    width: view.width * width,
    height: view.height * height,
  };
}

function placeBox(box: Fractions): CSSProperties {
  return {
    left: percent(box.x),
    top: percent(box.y),
    width: percent(box.width),
    height: percent(box.height),
  };
}

/** `view` is what the URL shows of the screenshot. */
function Picture({
  shot,
  url,
  view,
  alt,
}: {
  shot: KeptShot;
  url: string;
  view: Fractions;
  alt: string;
}) {
  return (
    <>
      <img className={styles.image} src={url} alt={alt} decoding="async" draggable={false} />
      {shot.box !== null && (
        <span className={styles.target} style={placeBox(projectBox(shot.box, view))} />
      )}
    </>
  );
}

function KeptThumbnail({ shot }: { shot: KeptShot }) {
  const view = frameShot(shot, shot.box, THUMBNAIL_ASPECT);
  const image = useImage(namePart(shot.image, cutOut(shot, view)));
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

/** The part of the screenshot around the target; a still box of the same size while there is none. */
export function ShotThumbnail({ shot }: { shot: Shot }) {
  if (shot.status === 'none') return null;
  if (shot.status === 'kept') return <KeptThumbnail shot={shot} />;
  return (
    <span className={styles.thumbnail} data-status={shot.status}>
      {shot.status === 'missing' && <NoImageIcon />}
    </span>
  );
}

/** The whole screenshot, as wide as there is room. */
export function ShotWhole({ shot, alt }: { shot: KeptShot; alt: string }) {
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
