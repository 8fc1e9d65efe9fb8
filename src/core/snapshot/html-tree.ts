import type { ElementNode } from './element-tree.ts';
import {
  RAW_TAGS,
  VOID_TAGS,
  findNameEnd,
  findTagEnd,
  readAttributes,
  unescapeText,
} from './markup.ts';
import { UID_ATTRIBUTE } from './snapshot.ts';

/** What `scanHtml` finds, in order; all places are offsets in the html. `name` is lower case. */
interface HtmlVisitor {
  open(name: string, from: number, nameEnd: number, to: number, isVoid: boolean): void;
  close(name: string, from: number, to: number): void;
  /** Escaped text, or raw text as it stands. */
  text?(from: number, to: number, isRaw: boolean): void;
}

/** Foreign elements with HTML inside. */
const HTML_INTEGRATION_TAGS = new Set(['foreignobject', 'desc', 'title', 'annotation-xml']);

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
    if (from > at) visitor.text?.(at, from, false);
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
    foreign.push(isHtml ? name === 'svg' || name === 'math' : !HTML_INTEGRATION_TAGS.has(name));
    if (isHtml && RAW_TAGS.has(name)) {
      const end = html.indexOf(`</${written}>`, to);
      if (end < 0) return false;
      if (end > to) visitor.text?.(to, end, true);
      at = end;
    }
  }
  if (at < html.length) visitor.text?.(at, html.length, false);
  return open.length === 0;
}

/** A new element; its uid is taken out of the attributes. */
export function makeElement(
  tag: string,
  attributes: Record<string, string>,
  frameId: number,
  parent: ElementNode | null,
): ElementNode {
  const uid = attributes[UID_ATTRIBUTE] ?? null;
  Reflect.deleteProperty(attributes, UID_ATTRIBUTE);
  const nothing = { children: [], shadow: null, content: null, box: null };
  return { tag, attributes, uid, frameId, parent, ...nothing };
}

/** Adds a text to the children of an element or shadow root; neighbouring texts become one. */
export function appendText(children: (ElementNode | string)[], text: string): void {
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else children.push(text);
}

/**
 * Builds the exact tree of html in the form `stitchFrame` leaves, under `root`. False, and `root` in
 * an unknown state, when the html is of another form: then a parser has to read it.
 */
export function buildTree(html: string, root: ElementNode): boolean {
  const stack: { node: ElementNode; into: (ElementNode | string)[] }[] = [
    { node: root, into: root.children },
  ];
  return scanHtml(html, {
    open(name, _from, nameEnd, _to, isVoid) {
      const parent = stack.at(-1);
      if (!parent) return;
      const attributes = readAttributes(html, nameEnd);
      const closed = name === 'template' ? readShadowMode(parent.node, attributes) : null;
      if (closed !== null) {
        const shadow = { closed, children: [] };
        parent.node.shadow = shadow;
        stack.push({ node: parent.node, into: shadow.children });
        return;
      }
      const node = makeElement(name, attributes, parent.node.frameId, parent.node);
      parent.into.push(node);
      if (!isVoid) stack.push({ node, into: node.children });
    },
    close: () => void stack.pop(),
    text(from, to, isRaw) {
      const text = html.slice(from, to);
      const into = stack.at(-1)?.into;
      if (into) appendText(into, isRaw ? text : unescapeText(text));
    },
  });
}

/** Whether the shadow root that this template stands for is closed; null when it is an ordinary template. */
export function readShadowMode(
  host: ElementNode,
  attributes: Readonly<Record<string, string>>,
): boolean | null {
  const mode = attributes['shadowrootmode'];
  // A template that is an element of the page has a uid.
  if (host.shadow || attributes[UID_ATTRIBUTE] !== undefined) return null;
  return mode === 'closed' ? true : mode === 'open' ? false : null;
}
