import { listRoots } from './composed-tree.ts';
import { isCovered } from './preflight.ts';
import type { Hitting } from './preflight.ts';
import { listControls } from './sightings.ts';

/** Controls that are asked about: what is under a point is found in microseconds, but pages have any number. */
const MOST = 2000;

/**
 * The controls in view that a press would not reach, because another layer of the page (a banner, a fixed
 * bar, a dialog that does not say it is one) lies over them. Costs a layout where one is due.
 */
export function listCovered(ctx: Hitting): Element[] {
  const inView = listRoots(ctx).flatMap((root) => listControls(root).filter(isInView));
  return inView.slice(0, MOST).filter((element) => isCovered(element, ctx));
}

function isInView(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left;
}
