import { findTarget } from './find-target.ts';
import type { Grounded, Sight } from './find-target.ts';
import type { TaskOf } from '../request/step.ts';

/** Far beyond any page: browsers stop at its end. CSS px. */
const TO_THE_END = 1_000_000;
/** Used for scrolling when the size of the visible part is not known. CSS px. */
const USUAL_VIEWPORT = { width: 1280, height: 720 };

/** The size of the visible part of the page. */
export function viewportOf({ observation }: Sight): { width: number; height: number } {
  return observation.page?.frames[0]?.viewport ?? USUAL_VIEWPORT;
}

/** Scrolls the page, or what has a scroll bar of its own. */
export async function groundScroll(
  { direction, extent, target: words }: TaskOf<'scroll'>,
  sight: Sight,
): Promise<Grounded> {
  const inside =
    words === undefined || /^(?:page|window|screen|site)$/i.test(words)
      ? null
      : await findTarget(words, null, sight.observation.candidates, sight);
  if (inside && inside.kind !== 'found') return inside;
  const target = inside?.candidate ?? null;
  const { width, height } = viewportOf(sight);
  const vertical = direction === 'up' || direction === 'down';
  const pixels =
    extent === 'end'
      ? TO_THE_END
      : 'pixels' in extent
        ? extent.pixels
        : Math.round(extent.screens * (vertical ? height : width));
  const by = direction === 'up' || direction === 'left' ? -pixels : pixels;
  const [x, y] = vertical ? [0, by] : [by, 0];
  const uid = target?.uid ?? null;
  return { kind: 'act', action: { intent: 'scroll', x, y, uid }, target, next: [] };
}
