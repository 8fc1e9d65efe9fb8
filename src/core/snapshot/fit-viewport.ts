import type { Box } from './snapshot.ts';

interface Size {
  width: number;
  height: number;
}

/** Where a viewport lies in a frame of the film: the whole of it, as large as fits, in the middle. */
export interface Fit extends Box {
  /** Frame px per CSS px. */
  scale: number;
}

/** The browser scales a tab into the frame size that was asked for and leaves black bars where it does not fill it. */
export function fitViewport(viewport: Size, frame: Size): Fit {
  const scale = Math.min(frame.width / viewport.width, frame.height / viewport.height);
  const width = viewport.width * scale;
  const height = viewport.height * scale;
  return { scale, width, height, x: (frame.width - width) / 2, y: (frame.height - height) / 2 };
}
