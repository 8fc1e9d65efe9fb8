import type { Box } from '../../core/snapshot/snapshot.ts';
import { getClientHeight, getClientWidth, getDocumentElement, measure } from '../read/native.ts';
import { makeElement } from './make-element.ts';

/** The outline round a target and the label beside it. */
export interface Mark {
  show(target: Element | Box, label: string): void;
  hide(): void;
  isShown(): boolean;
}

/** Space between the target's edge and the outline, CSS px. */
const GAP = 4;
const MARGIN = 8;

export function createMark(document: Document, root: ShadowRoot): Mark {
  const outline = makeElement(document, 'div');
  outline.className = 'mark';
  outline.hidden = true;
  const label = makeElement(document, 'div');
  label.className = 'label';
  label.hidden = true;
  root.append(outline, label);
  let target: Element | Box | null = null;
  let frame = 0;

  /** Every frame while shown: pages move targets in ways no event tells of. */
  function follow(): void {
    if (!target) return;
    draw(target instanceof Element ? boxOf(target) : target);
    frame = requestAnimationFrame(follow);
  }

  function draw(box: Box | null): void {
    outline.hidden = box === null;
    label.hidden = box === null || label.textContent === '';
    if (!box) return;
    outline.style.width = `${box.width + 2 * GAP}px`;
    outline.style.height = `${box.height + 2 * GAP}px`;
    outline.style.translate = `${box.x - GAP}px ${box.y - GAP}px`;
    const view = getDocumentElement(document) ?? outline;
    const { offsetWidth: width, offsetHeight: height } = label;
    const above = box.y - GAP - height - 4;
    const below = box.y + box.height + GAP + 4;
    const y = above >= MARGIN ? above : Math.min(below, getClientHeight(view) - height - MARGIN);
    const x = Math.max(MARGIN, Math.min(box.x - GAP, getClientWidth(view) - width - MARGIN));
    label.style.translate = `${x}px ${y}px`;
  }

  return {
    show(next, text) {
      target = next;
      label.textContent = text;
      cancelAnimationFrame(frame);
      follow();
    },
    hide() {
      target = null;
      cancelAnimationFrame(frame);
      draw(null);
    },
    isShown: () => target !== null,
  };
}

function boxOf(element: Element): Box | null {
  const rect = measure(element);
  return rect.width > 0 && rect.height > 0 ? rect : null;
}
