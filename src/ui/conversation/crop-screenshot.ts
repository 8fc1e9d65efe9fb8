/** A rectangle in fractions (0 … 1) of something else's width and height. */
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

/** A thumbnail never enlarges the page beyond a view this share of the image's width. */
const MIN_VIEW_SHARE = 0.25;
/** How many times its own size a target gets around it, so that a reader sees where it is. */
const TARGET_MARGIN_FACTOR = 1.8;

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/**
 * The part of a screenshot that a small frame shows: around the target where there is one, else
 * the top of the page. Fills the frame (same aspect) and stays within the image.
 * @param image its size in px
 * @param box the target in fractions of the image, or null
 * @param aspect the frame's width divided by its height
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

/** `box` seen from `view`: both in fractions of one image, the result in fractions of the view. */
export function projectBox(box: FractionRect, view: FractionRect): FractionRect {
  return {
    x: (box.x - view.x) / view.width,
    y: (box.y - view.y) / view.height,
    width: box.width / view.width,
    height: box.height / view.height,
  };
}
