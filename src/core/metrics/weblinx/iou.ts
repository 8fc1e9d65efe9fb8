import type { WeblinxBox } from '../../formats/weblinx/boxes.ts';
import { ELEMENT_INTENTS } from './evaluated-action.ts';
import type { EvaluatedAction } from './evaluated-action.ts';

/**
 * How much of two elements' boxes lies in both: intersection over union.
 * null where it does not apply (other intents, or intents that differ); 0 when an element or its box
 * is missing.
 */
export function scoreIou(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== reference.intent || !ELEMENT_INTENTS.has(reference.intent)) return null;
  const [a, b] = [predicted.element?.box, reference.element?.box];
  return a && b ? measureOverlap(a, b) : 0;
}

type Sides = Pick<WeblinxBox, 'left' | 'top' | 'right' | 'bottom'>;

/**
 * Intersection over union, 0 … 1; boxes are not clipped to the viewport. Deviation: two boxes without
 * any area give 0, where the published code divides by zero.
 */
export function measureOverlap(a: Sides, b: Sides): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const shared = Math.max(0, width) * Math.max(0, height);
  const union = measureArea(a) + measureArea(b) - shared;
  return union === 0 ? 0 : shared / union;
}

export function measureArea({ left, top, right, bottom }: Sides): number {
  return (right - left) * (bottom - top);
}
