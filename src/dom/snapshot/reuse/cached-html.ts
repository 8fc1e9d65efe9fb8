import { escapeText } from '../../../core/snapshot/markup.ts';
import { XHTML } from '../element-kinds.ts';
import type { ShadowRoots } from '../shadow-roots.ts';
import type { WalkResult } from '../walk.ts';
import type { WalkedPart, WalkMemory, WrittenPart } from './walk-memory.ts';
import { getParentOrHost } from '../../composed-tree.ts';
import * as dom from '../../native.ts';
import * as Kind from '../element-kinds.ts';

export interface CachedHtmlTools {
  kinds: Kind.KindReader;
  shadowRoots: Pick<ShadowRoots, 'known'>;
  memory?: WalkMemory | undefined;
}

/** So many known elements have to come on each that is written by itself, or the browser is as fast alone. */
const MIN_CACHED_RATIO = 8;

/**
 * What `getHTML` writes of the document, put together from what it wrote before of the parts that the
 * walk passed over and what it writes now of the rest: most of a press goes into it otherwise. Null
 * where that cannot be done, or would not be faster.
 */
export function writeFromParts(
  root: Element,
  walked: Pick<WalkResult, 'parts' | 'roots'>,
  { kinds, shadowRoots, memory }: CachedHtmlTools,
): string | null {
  if (!memory || walked.parts.length === 0) return null;
  const parts = new Map<Element, WalkedPart>();
  /** What holds a part: written tag by tag, and what else is in there element by element. */
  const holders = new Set<Element>();
  const roots = [...walked.roots];
  let known = 0;
  for (const { element, part } of walked.parts) {
    const around = findNewAncestors(element, root, holders);
    if (around?.every((holder) => isPlain(holder, kinds, shadowRoots))) {
      for (const holder of around) holders.add(holder);
      parts.set(element, part);
      known += part.uids.length;
    } else for (const inside of part.roots) roots.push(inside);
  }
  if (known <= MIN_CACHED_RATIO * countChildren(holders)) return null;
  const rootsOf = groupRoots(roots, holders);
  if (!rootsOf) return null;

  const writePart = createPartWriter(memory);
  const pieces: string[] = [];
  const pending: (Node | string)[] = [];
  pushChildren(root, pending);
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item === 'string') {
      pieces.push(item);
      continue;
    }
    if (dom.getNodeType(item) !== Node.ELEMENT_NODE) {
      const leaf = writeLeaf(item);
      if (leaf === null) return null;
      pieces.push(leaf);
      continue;
    }
    const element = item as Element;
    const part = parts.get(element);
    if (part) {
      pieces.push(writePart(element, part));
      continue;
    }
    const { start, end } = writeTags(element);
    pieces.push(start);
    if (holders.has(element)) {
      pending.push(end);
      pushChildren(element, pending);
    } else pieces.push(element.getHTML({ shadowRoots: rootsOf.get(element) ?? [] }), end);
  }
  return pieces.join('');
}

function findNewAncestors(
  element: Element,
  root: Element,
  holders: ReadonlySet<Element>,
): Element[] | null {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== root;) {
    at = dom.getParentElement(at);
    if (at === null) return null;
    if (holders.has(at)) break;
    found.push(at);
  }
  return found;
}

function isPlain(
  element: Element,
  kinds: Kind.KindReader,
  shadowRoots: Pick<ShadowRoots, 'known'>,
): boolean {
  const kind = kinds.kindOf(dom.getNodeName(element));
  return (kind & (Kind.RAW | Kind.TEMPLATE)) === 0 && shadowRoots.known(element) === null;
}

function countChildren(holders: ReadonlySet<Element>): number {
  let count = 0;
  for (const holder of holders) count += dom.countElements(holder);
  return count;
}

/** Shadow roots by the child of a holder that they are in; null when one is nowhere in there. */
function groupRoots(
  roots: readonly ShadowRoot[],
  holders: ReadonlySet<Node>,
): Map<Node, ShadowRoot[]> | null {
  const grouped = new Map<Node, ShadowRoot[]>();
  for (const root of roots) {
    let child: Node = root;
    let at = getParentOrHost(root);
    for (; at && !holders.has(at); at = getParentOrHost(at)) child = at;
    // In a template's content nothing leads back to the template.
    if (!at) return null;
    const others = grouped.get(child);
    if (others) others.push(root);
    else grouped.set(child, [root]);
  }
  return grouped;
}

function pushChildren(parent: Node, pending: (Node | string)[]): void {
  const children: Node[] = [];
  for (let child = dom.getFirstChild(parent); child; child = dom.getNextSibling(child)) {
    children.push(child);
  }
  for (let child = children.pop(); child; child = children.pop()) pending.push(child);
}

function writeLeaf(node: Node): string | null {
  const data = dom.getNodeValue(node) ?? '';
  const type = dom.getNodeType(node);
  if (type === Node.TEXT_NODE) return escapeText(data);
  return type === Node.COMMENT_NODE ? `<!--${data}-->` : null;
}

/**
 * Scripts change what a drawing's attributes are written as without a trace in the document
 * (`SVGAnimatedRect.baseVal` and its like, SVG 2 §4.6): each is compared with how it was.
 */
const OUTERMOST_DRAWING = 'svg:not(svg svg)';

/** Writes the element of a part with all that is in it, as the browser does; what is known to be the same is not written again. */
function createPartWriter(memory: Pick<WalkMemory, 'written' | 'keepWritten'>) {
  return (element: Element, part: WalkedPart): string => {
    const before = memory.written(part);
    if (before?.drawings.every(isDrawingUnchanged)) return before.html;
    const { start, end } = writeTags(element);
    const html = start + element.getHTML({ shadowRoots: part.roots }) + end;
    if (dom.getNamespace(element) === XHTML) {
      memory.keepWritten(part, { html, drawings: listDrawings([element, ...part.roots]) });
    }
    return html;
  };
}

function listDrawings(roots: readonly (Element | ShadowRoot)[]): WrittenPart['drawings'] {
  return roots.flatMap((root) =>
    Array.from(dom.queryAll(root, OUTERMOST_DRAWING), (drawing) => ({
      drawing,
      html: dom.getOuterHtml(drawing),
    })),
  );
}

function isDrawingUnchanged({ drawing, html }: WrittenPart['drawings'][number]): boolean {
  return dom.getOuterHtml(drawing) === html;
}

let inertDocument: Document | null = null;

/**
 * An element's own tags as the browser writes them; `end` is empty for a void element. Written of a
 * copy in a document where nothing is loaded, upgraded or run: the page cannot notice.
 */
function writeTags(element: Element): { start: string; end: string } {
  inertDocument ??= dom.getImplementation(document).createHTMLDocument('');
  const both = dom.getOuterHtml(dom.importInto(inertDocument, element, false));
  // In attributes the browser escapes what looks like a tag.
  const at = both.indexOf('</');
  return at < 0 ? { start: both, end: '' } : { start: both.slice(0, at), end: both.slice(at) };
}
