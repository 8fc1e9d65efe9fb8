import type { ElementNode } from '../../snapshot/element-tree.ts';
import type { PageIndex } from './page-index.ts';
import { flatChildren, isRendered } from './page-index.ts';

/** Formatting inside a word (`<b>S</b>ave`): no space goes between it and its neighbours. */
const GLUED = new Set([
  'b',
  'bdi',
  'em',
  'font',
  'i',
  'mark',
  's',
  'strong',
  'sub',
  'sup',
  'u',
  'wbr',
]);
/** Their text is not on the page, or belongs to a control and not to what surrounds it. */
export const TEXTLESS = new Set(
  'datalist iframe frame head noscript option optgroup script select style template textarea title'.split(
    ' ',
  ),
);

/** White space that is shown as one space. */
const UNEVEN = /\s\s|[^\S ]/;

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts to whole code points, with an ellipsis. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = Array.from(text.slice(0, (length + 1) * 2));
  return points.length <= length
    ? text
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * The text a person sees in an element, through shadow roots and slots, white space collapsed. What
 * `skip` names is left out with its subtree; reading stops soon after `limit` characters.
 */
export function readText(
  node: ElementNode,
  page: PageIndex,
  limit = 200,
  skip: (node: ElementNode) => boolean = () => false,
): string {
  let text = '';
  // Indented sources are mostly white space, which must not use up the limit.
  const add = (piece: string): void => {
    const spaced = UNEVEN.test(piece) ? piece.replace(/\s+/g, ' ') : piece;
    text += text.endsWith(' ') && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
  };
  const walk = (at: ElementNode): void => {
    for (const child of flatChildren(at, page)) {
      if (text.length > limit * 2) return;
      if (typeof child === 'string') {
        add(child);
      } else if (child.tag === 'br') {
        add(' ');
      } else if (!TEXTLESS.has(child.tag) && isRendered(child, page) && !skip(child)) {
        const gap = GLUED.has(child.tag) ? '' : ' ';
        add(gap);
        walk(child);
        add(gap);
      }
    }
  };
  walk(node);
  return cut(collapse(text), limit);
}
