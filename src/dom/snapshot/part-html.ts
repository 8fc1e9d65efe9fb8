import { getNamespace, getOuterHtml, queryAll } from '../read/native.ts';
import { XHTML } from './kinds.ts';
import { writeTags } from './tags.ts';
import type { Part, WalkMemory, WrittenPart } from './walk-memory.ts';

/**
 * Scripts change what a drawing's attributes are written as without a trace in the document
 * (`SVGAnimatedRect.baseVal` and its like, SVG 2 §4.6): each is compared with how it was.
 */
const OUTERMOST_DRAWING = 'svg:not(svg svg)';

/** Writes the element of a part with all that is in it, as the browser does; what is known to be the same is not written anew. */
export function createPartWriter(memory: Pick<WalkMemory, 'written' | 'keepWritten'>) {
  return (element: Element, part: Part): string => {
    const before = memory.written(part);
    if (before?.drawings.every(isSame)) return before.html;
    const { start, end } = writeTags(element);
    const html = start + element.getHTML({ shadowRoots: part.roots }) + end;
    if (getNamespace(element) === XHTML) {
      memory.keepWritten(part, { html, drawings: listDrawings([element, ...part.roots]) });
    }
    return html;
  };
}

function listDrawings(roots: readonly (Element | ShadowRoot)[]): WrittenPart['drawings'] {
  return roots.flatMap((root) =>
    Array.from(queryAll(root, OUTERMOST_DRAWING), (drawing) => ({
      drawing,
      html: getOuterHtml(drawing),
    })),
  );
}

function isSame({ drawing, html }: WrittenPart['drawings'][number]): boolean {
  return getOuterHtml(drawing) === html;
}
