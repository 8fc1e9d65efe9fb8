import {
  getWindow,
  isRendered,
  listAnimations,
  listByName,
  measure,
  queryAll,
} from '../read/native.ts';

/** What may move by itself: videos and canvases. Stays true until the document changes. */
export function listMovers(document: Document, shadowRoots: readonly ShadowRoot[]): Element[] {
  return [
    ...listByName(document, 'canvas'),
    ...listByName(document, 'video'),
    ...shadowRoots.flatMap((root) => Array.from(queryAll(root, 'canvas, video'))),
  ];
}

/**
 * Whether a playing video, a canvas or a running animation is in view. Of a canvas nobody can tell
 * whether it is being drawn on, so every one counts.
 */
export function isAnythingMoving(document: Document, movers: readonly Element[]): boolean {
  const window = getWindow(document);
  if (!window) return false;
  const isInView = (element: Element): boolean => {
    const { left, top, right, bottom } = measure(element);
    const { innerWidth, innerHeight } = window;
    const overlaps = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return overlaps && right > left && bottom > top && isRendered(element);
  };
  for (const element of movers) {
    const isStill = element instanceof HTMLVideoElement && (element.paused || element.ended);
    if (!isStill && isInView(element)) return true;
  }
  return listAnimations(document).some(({ playState, effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === 'running' && target !== null && isInView(target);
  });
}
