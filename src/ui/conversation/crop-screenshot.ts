/** A rectangle in fractions (0 … 1) of an image's width and height. */
export interface FractionRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** The smallest width of a view, as a share of the image's width. */
const MIN_VIEW_SHARE = 0.25;
/** The size of a view relative to its target, so that a reader sees the surroundings. */
const TARGET_MARGIN_FACTOR = 1.8;

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/**
 * Returns the part of a screenshot that a thumbnail shows: around the target, or the top of the page. It has the
 * thumbnail's aspect ratio and stays within the image.
 * @param image size in px
 * @param box the target in fractions of the image
 * @returns the view in fractions of the image
 */
export function cropAroundTarget(
  image: Size,
  box: FractionRect | null,
  aspect: number,
): FractionRect {
  const most = Math.min(image.width, image.height * aspect);
  const wanted =
    box === null
      ? most
      : Math.max(
          image.width * MIN_VIEW_SHARE,
          box.width * image.width * TARGET_MARGIN_FACTOR,
          box.height * image.height * TARGET_MARGIN_FACTOR * aspect,
        );
  const width = Math.min(wanted, most) / image.width;
  const height = Math.min(wanted, most) / aspect / image.height;
  if (box === null) return { x: (1 - width) / 2, y: 0, width, height };
  return {
    x: clamp(box.x + box.width / 2 - width / 2, 0, 1 - width),
    y: clamp(box.y + box.height / 2 - height / 2, 0, 1 - height),
    width,
    height,
  };
}

/** Converts `box` from fractions of the image to fractions of `view`. */
export function projectBox(box: FractionRect, view: FractionRect): FractionRect {
  return {
    x: (box.x - view.x) / view.width,
    y: (box.y - view.y) / view.height,
    width: box.width / view.width,
    height: box.height / view.height,
  };
}
