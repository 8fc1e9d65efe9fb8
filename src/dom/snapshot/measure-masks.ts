import type { Box, MaskReport } from '../../core/snapshot/snapshot.ts';
import { isRendered, measure } from '../read/native.ts';
import { isAskew, measurePlace } from './places.ts';
import { measureRegion } from './regions.ts';

/** What is looked at for masks. */
export interface MaskTargets {
  /** Secret fields. */
  fields: readonly Element[];
  /** Masked regions. */
  regions: readonly Element[];
  /** All frame elements, with the tokens of the documents in them. */
  frames: readonly { element: HTMLElement; tokens: readonly string[] }[];
}

/** Where the document with this token must not be shown, as it is at this moment. */
export function measureMasks(
  window: Window,
  token: string,
  { fields, regions, frames }: MaskTargets,
): MaskReport {
  const boxes: Box[] = [];
  const children: MaskReport['children'] = [];
  for (const field of fields) if (isRendered(field)) keep(boxes, measure(field));
  for (const region of regions) {
    for (const rect of measureRegion(region)) keep(boxes, rect);
  }
  for (const { element, tokens } of frames) {
    if (tokens.length === 0) continue;
    const [box] = keep([], measure(element));
    if (!box) continue;
    const place = measurePlace(element, window);
    const askew = isAskew(element, window) ? { askew: true } : {};
    for (const child of tokens) children.push({ token: child, place, box, ...askew });
  }
  const { innerWidth: width, innerHeight: height } = window;
  return {
    token,
    boxes,
    children,
    viewport: { width, height },
    pinch: readPinch(window),
  };
}

function keep(boxes: Box[], { x, y, width, height }: DOMRect): Box[] {
  if (width > 0 && height > 0) boxes.push({ x, y, width, height });
  return boxes;
}

function readPinch({ visualViewport }: Window): MaskReport['pinch'] {
  if (!visualViewport || visualViewport.scale === 1) return null;
  const { offsetLeft: x, offsetTop: y, scale } = visualViewport;
  return { x, y, scale };
}
