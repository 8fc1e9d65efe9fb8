import * as dom from '../../native.ts';
import { isInView } from '../target-box.ts';

/** Something in view that moves by itself. */
export interface Mover {
  element: Element;
  /** Whether what moves stays within its own box: a film does, what an animation carries through the page does not. */
  staysInside: boolean;
  /** Moves once, from where it was before to where it will be: `transitionrun` and `transitionend` tell of it. */
  isTransition: boolean;
}

/** What may move by itself, beside pictures of a kind that may. */
const MOVING_ELEMENTS = [
  ...['canvas', 'video', 'marquee', 'progress'],
  ...['animate', 'animateTransform', 'animateMotion'],
];

/** What may move by itself: films and drawings. Stays true until the document changes. */
export function listMovingElements(
  document: Document,
  shadowRoots: readonly ShadowRoot[],
): Element[] {
  return [
    ...MOVING_ELEMENTS.flatMap((name) => Array.from(dom.listByName(document, name))),
    ...shadowRoots.flatMap((root) => Array.from(dom.queryAll(root, MOVING_ELEMENTS.join()))),
  ];
}

/**
 * What of that, and of running animations, is in view. Whether a canvas is being drawn on cannot be seen, so every one
 * counts.
 */
export function listMovers(document: Document, elements: readonly Element[]): Mover[] {
  const window = dom.getWindow(document);
  if (!window) return [];
  const isShown = (element: Element): boolean => {
    const rect = dom.measure(element);
    const isEmpty = rect.width === 0 || rect.height === 0;
    return !isEmpty && isInView(rect, window) && dom.isRendered(element);
  };
  const inherent = elements.flatMap((element): Mover[] => {
    const shown = element instanceof SVGAnimationElement ? element.ownerSVGElement : element;
    const isMoving = !isPaused(element) && shown !== null && isShown(shown);
    return isMoving ? [{ element: shown, staysInside: true, isTransition: false }] : [];
  });
  const animated = dom.listAnimations(document).flatMap((animation): Mover[] => {
    const { playState, effect, timeline } = animation;
    // What follows the scrolling moves with it only.
    if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) return [];
    if (!(effect instanceof KeyframeEffect) || !effect.target) return [];
    const { target } = effect;
    const isTransition = animation instanceof CSSTransition;
    const mover = { element: target, staysInside: isPaintOnly(effect), isTransition };
    return isShown(target) ? [mover] : [];
  });
  return [...inherent, ...animated];
}

/** What an animation of these changes stays where it is. */
const PAINT_ONLY =
  /^(?:opacity|visibility|fill|stroke|color|.*Color|background.*|boxShadow|textShadow|filter)$/;
/** Of a keyframe, what is no property. */
const KEYFRAME_MEMBERS = new Set(['offset', 'computedOffset', 'easing', 'composite']);

function isPaintOnly(effect: KeyframeEffect): boolean {
  return effect
    .getKeyframes()
    .flatMap(Object.keys)
    .every((name) => KEYFRAME_MEMBERS.has(name) || PAINT_ONLY.test(name));
}

/**
 * What shows all of a movement: the element itself, or what it is cut off at; null when nothing cuts it off, so that it
 * may be anywhere.
 */
export function findMovingArea({ element, staysInside }: Mover): Element | null {
  if (staysInside) return element;
  let { position } = getComputedStyle(element);
  for (let at = dom.getParentElement(element); at; at = dom.getParentElement(at)) {
    const parent = dom.getParentElement(at);
    // What the root and the body cut off is cut off at the window.
    if (position === 'fixed' || !parent || !dom.getParentElement(parent)) return null;
    const style = getComputedStyle(at);
    // Only what it is placed in cuts off what is placed absolutely.
    const holds = position !== 'absolute' || style.position !== 'static';
    if (holds && style.overflowX !== 'visible' && style.overflowY !== 'visible') return at;
    if (holds) ({ position } = style);
  }
  return null;
}

function isPaused(mover: Element): boolean {
  if (mover instanceof HTMLVideoElement) return mover.paused || mover.ended;
  if (mover instanceof HTMLProgressElement) return mover.position >= 0;
  return mover instanceof SVGAnimationElement && !isAnimating(mover);
}

function isAnimating(animation: SVGAnimationElement): boolean {
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
