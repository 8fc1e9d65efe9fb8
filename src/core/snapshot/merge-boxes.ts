import type { Box } from './snapshot.ts';

/** As few boxes as cover all of those that have an area: boxes that touch become one. */
export function mergeBoxes(boxes: readonly Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    if (!(box.width > 0 && box.height > 0)) continue;
    let joined = box;
    for (
      let at = merged.findIndex((one) => doTouch(one, joined));
      at >= 0;
      at = merged.findIndex((one) => doTouch(one, joined))
    ) {
      const [one] = merged.splice(at, 1);
      if (one) joined = uniteBoxes(one, joined);
    }
    merged.push(joined);
  }
  return merged;
}

function doTouch(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

/** The smallest box that holds both. */
export function uniteBoxes(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
