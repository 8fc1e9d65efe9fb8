/** A rectangle in fractions (0 … 1) of an image's width and height. */
export interface FractionRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function scaleRect(rect: FractionRect, scaleX: number, scaleY: number): FractionRect {
  const { x, y, width, height } = rect;
  return { x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY };
}

/** Returns the CSS that places an element over a part of its container. */
export function placeRect({ x, y, width, height }: FractionRect) {
  const [left, top] = [`${x * 100}%`, `${y * 100}%`];
  return { left, top, width: `${width * 100}%`, height: `${height * 100}%` };
}

/** The smallest width of a view, as a share of the image's width. */
const MIN_VIEW_SHARE = 0.25;
/** The size of a view relative to its target, so that a reader sees the surroundings. */
const TARGET_MARGIN_FACTOR = 1.8;

function clamp(value: number, high: number): number {
  return Math.min(Math.max(value, 0), high);
}

/** Returns the part of a screenshot that a thumbnail shows: around the target, or the top of the page. */
export function cropAroundTarget(
  image: Pick<FractionRect, 'width' | 'height'>,
  box: FractionRect | null,
  aspect: number,
): FractionRect {
  const most = Math.min(image.width, image.height * aspect);
  const target = box && scaleRect(box, image.width, image.height);
  const wanted = target
    ? Math.max(
        image.width * MIN_VIEW_SHARE,
        target.width * TARGET_MARGIN_FACTOR,
        target.height * TARGET_MARGIN_FACTOR * aspect,
      )
    : most;
  const width = Math.min(wanted, most) / image.width;
  const height = Math.min(wanted, most) / aspect / image.height;
  if (!box) return { x: (1 - width) / 2, y: 0, width, height };
  return {
    x: clamp(box.x + box.width / 2 - width / 2, 1 - width),
    y: clamp(box.y + box.height / 2 - height / 2, 1 - height),
    width,
    height,
  };
}

/** Converts `box` from fractions of the image to fractions of `view`. */
export function projectBox(box: FractionRect, view: FractionRect): FractionRect {
  const moved = { ...box, x: box.x - view.x, y: box.y - view.y };
  return scaleRect(moved, 1 / view.width, 1 / view.height);
}
