import { findAll, isUsable, openInside, readNames } from './find-place.ts';
import type { Place } from './instructions.ts';

/** What check.ts asks in a page. */
export interface Looked {
  /** How many elements each place leads to. */
  found: number;
  shown: boolean;
  tag: string;
  names: string;
}

declare global {
  var lookAt: (places: readonly Place[]) => Looked[];
  var countElements: () => number;
}

globalThis.lookAt = (places) =>
  places.map((place) => {
    const elements = findAll(document, place);
    const [first] = elements;
    return {
      found: elements.length,
      shown: first !== undefined && isUsable(first),
      tag: first?.localName ?? '',
      names: first ? readNames(first) : '',
    };
  });

globalThis.countElements = () => countIn(document);

function countIn(root: ParentNode): number {
  return [...root.querySelectorAll('*')].reduce((sum, element) => {
    const inside = openInside(element);
    return sum + 1 + (inside ? countIn(inside) : 0);
  }, 0);
}
