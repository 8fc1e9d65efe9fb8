import type { CSSProperties } from 'react';
import { NoImageIcon } from '../icons/glyphs.tsx';
import type { Shot } from './entry.ts';
import type { Fractions } from './frame-shot.ts';
import { frameShot, projectBox } from './frame-shot.ts';
import styles from './shot-view.module.css';

const THUMBNAIL_ASPECT = 3 / 2;
const WHOLE: Fractions = { x: 0, y: 0, width: 1, height: 1 };

function percent(fraction: number): string {
  return `${String(fraction * 100)}%`;
}

function placeImage(view: Fractions): CSSProperties {
  return {
    width: percent(1 / view.width),
    height: percent(1 / view.height),
    left: percent(-view.x / view.width),
    top: percent(-view.y / view.height),
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

function Picture({
  shot,
  view,
  alt,
}: {
  shot: Shot & { status: 'kept' };
  view: Fractions;
  alt: string;
}) {
  return (
    <>
      <img
        className={styles.image}
        src={shot.url}
        alt={alt}
        style={placeImage(view)}
        draggable={false}
      />
      {shot.box !== null && (
        <span className={styles.target} style={placeBox(projectBox(shot.box, view))} />
      )}
    </>
  );
}

/** The part of the screenshot around the target; a still box of the same size while there is none. */
export function ShotThumbnail({ shot }: { shot: Shot }) {
  if (shot.status === 'none') return null;
  return (
    <span className={styles.thumbnail} data-status={shot.status}>
      {shot.status === 'kept' && (
        <Picture shot={shot} view={frameShot(shot, shot.box, THUMBNAIL_ASPECT)} alt="" />
      )}
      {shot.status === 'missing' && <NoImageIcon />}
    </span>
  );
}

/** The whole screenshot, as wide as there is room. */
export function ShotWhole({ shot, alt }: { shot: Shot & { status: 'kept' }; alt: string }) {
  return (
    <span
      className={styles.whole}
      style={{ aspectRatio: `${String(shot.width)} / ${String(shot.height)}` }}
    >
      <Picture shot={shot} view={WHOLE} alt={alt} />
    </span>
  );
}
