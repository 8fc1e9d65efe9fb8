import type { MaskReport } from '../core/snapshot/snapshot.ts';

/** Looks at what a content script says of its masks before it is reckoned with. */
export function isMaskReport(value: unknown): value is MaskReport {
  if (!isRecord(value) || typeof value['token'] !== 'string') return false;
  const { boxes, children, viewport, pinch } = value;
  return (
    Array.isArray(boxes) &&
    boxes.every(isBox) &&
    Array.isArray(children) &&
    children.every(isChild) &&
    hasNumbers(viewport, ['width', 'height']) &&
    (pinch === null || hasNumbers(pinch, ['x', 'y', 'scale']))
  );
}

function isChild(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['token'] === 'string' &&
    isBox(value['box']) &&
    hasNumbers(value['place'], ['x', 'y', 'scaleX', 'scaleY']) &&
    ['undefined', 'boolean'].includes(typeof value['askew'])
  );
}

function isBox(value: unknown): boolean {
  return hasNumbers(value, ['x', 'y', 'width', 'height']);
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => Number.isFinite(value[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
