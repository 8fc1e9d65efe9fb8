import {
  getWindow,
  isRendered,
  listAnimations,
  listByName,
  measure,
  queryAll,
} from '../read/native.ts';

/** What may move by itself, beside pictures of a kind that may. */
const MOVERS = [
  ...['canvas', 'video', 'marquee', 'progress'],
  ...['animate', 'animateTransform', 'animateMotion'],
];

/** What may move by itself: films and drawings. Stays true until the document changes. */
export function listMovers(document: Document, shadowRoots: readonly ShadowRoot[]): Element[] {
  return [
    ...MOVERS.flatMap((name) => Array.from(listByName(document, name))),
    ...shadowRoots.flatMap((root) => Array.from(queryAll(root, MOVERS.join()))),
  ];
}

/**
 * Whether something of that, or a running animation, is in view. Of a canvas nobody can tell whether it is
 * being drawn on, so every one counts.
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
    if (isStill(element)) continue;
    const shown = element instanceof SVGAnimationElement ? element.ownerSVGElement : element;
    if (shown && isInView(shown)) return true;
  }
  return listAnimations(document).some(({ playState, effect, timeline }) => {
    // What follows the scrolling moves with it only.
    if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) return false;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return target !== null && isInView(target);
  });
}

function isStill(mover: Element): boolean {
  if (mover instanceof HTMLVideoElement) return mover.paused || mover.ended;
  if (mover instanceof HTMLProgressElement) return mover.position >= 0;
  return mover instanceof SVGAnimationElement && !isUnderWay(mover);
}

function isUnderWay(animation: SVGAnimationElement): boolean {
  if (animation.ownerSVGElement?.animationsPaused() !== false) return false;
  const repeats = Number.parseFloat(animation.getAttribute('repeatCount') ?? '1');
  const isEndless = Number.isNaN(repeats) || animation.hasAttribute('repeatDur');
  try {
    const beganAt = animation.getStartTime();
    const now = animation.getCurrentTime();
    return now >= beganAt && (isEndless || now < beganAt + repeats * animation.getSimpleDuration());
  } catch {
    // It has not begun, or has no length, and then sets a value once.
    return false;
  }
}
