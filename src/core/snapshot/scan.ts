import { findNameEnd, findTagEnd, RAW_TAGS, VOID_TAGS } from './markup.ts';

/** What `scanHtml` finds, in order; all places are offsets in the html. `name` is lower case. */
export interface HtmlVisitor {
  open(name: string, from: number, nameEnd: number, to: number, isVoid: boolean): void;
  close(name: string, from: number, to: number): void;
  /** Escaped text, or raw text as it stands. */
  text(from: number, to: number, isRaw: boolean): void;
}

/** Foreign elements with HTML inside. */
const INTEGRATION = new Set(['foreignobject', 'desc', 'title', 'annotation-xml']);

/**
 * Reads html as a browser writes it (and as `stitchFrame` leaves it): every element has its end tag,
 * every attribute its quotes. So the tree is exactly the page's, even where a parser would build
 * another (a `tr` in a `div`, an `a` in an `a`). Returns false, having visited what came before, for
 * html that is not of this form.
 */
export function scanHtml(html: string, visitor: HtmlVisitor): boolean {
  const open: string[] = [];
  /** Per open element: whether what is directly in it is SVG or MathML. */
  const foreign: boolean[] = [];
  let at = 0;
  for (;;) {
    const from = html.indexOf('<', at);
    if (from < 0) break;
    if (from > at) visitor.text(at, from, false);
    if (html.startsWith('<!--', from)) {
      const end = html.indexOf('-->', from + 4);
      if (end < 0) return false;
      at = end + 3;
      continue;
    }
    if (html.charCodeAt(from + 1) === 0x2f) {
      const end = html.indexOf('>', from);
      if (end < 0) return false;
      at = end + 1;
      const name = html.slice(from + 2, end).toLowerCase();
      // Elements of other namespaces can be called so; what they hold is left beside them.
      if (name !== open.at(-1) && VOID_TAGS.has(name)) continue;
      if (open.pop() !== name) return false;
      foreign.pop();
      visitor.close(name, from, at);
      continue;
    }
    const nameEnd = findNameEnd(html, from);
    const to = findTagEnd(html, nameEnd);
    if (to < 0) return false;
    const written = html.slice(from + 1, nameEnd);
    const name = written.toLowerCase();
    const isHtml = foreign.at(-1) !== true;
    // A prefix does not keep an element from being void.
    const isVoid = isHtml && VOID_TAGS.has(name.slice(name.indexOf(':') + 1));
    visitor.open(name, from, nameEnd, to, isVoid);
    at = to;
    if (isVoid) continue;
    open.push(name);
    foreign.push(isHtml ? name === 'svg' || name === 'math' : !INTEGRATION.has(name));
    if (isHtml && RAW_TAGS.has(name)) {
      const end = html.indexOf(`</${written}>`, to);
      if (end < 0) return false;
      if (end > to) visitor.text(to, end, true);
      at = end;
    }
  }
  if (at < html.length) visitor.text(at, html.length, false);
  return open.length === 0;
}
