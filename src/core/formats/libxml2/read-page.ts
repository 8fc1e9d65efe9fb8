import { RAW_TAGS } from './elements.ts';
import { resolveReferences } from './entities.ts';
import type { LxmlNode } from './node.ts';
import { listElements } from './node.ts';
import { cutPrefix, readName, readStartTag } from './start-tag.ts';
import { TreeBuilder } from './tree-builder.ts';

/**
 * A page file as `lxml.html.fromstring` reads it with libxml2 2.9 to 2.13; null for a page without any
 * content, where that raises. xpaths, children and pruning of the public library are those of this
 * tree, which differs from a browser's: see `deviations` in read-page.test.ts, and libxml2-trees.json
 * for trees that libxml2 2.9.14 made.
 *
 * A page without a head element counts as a fragment: its root is the only child of the body, or the
 * body renamed div or span.
 *
 * Not as libxml2:
 * - names of character references are HTML 5's, not HTML 4's;
 * - `<?…>` is a comment, not a processing instruction;
 * - a comment that is never closed swallows the rest, and is left out as there;
 * - attributes of a second html tag are dropped;
 * - element names of 100 characters and more are not cut;
 * - the single child that stands for a fragment keeps its parents here too, but a fragment whose body
 *   is missing (a frameset) gives null instead of an error.
 * libxml2 2.14 and later tokenize as HTML 5 does: there, names such as `@click` stay, prefixes stay,
 * and textarea, title, iframe and noscript hold text.
 */
export function readPageTree(html: string): LxmlNode | null {
  const source = html.replaceAll('\0', '').replace(/^[ \t\r\n]+/, '');
  const root = buildTree(source);
  if (root === null || /^<(?:html|!doctype)/i.test(source)) return root;
  return unwrapFragment(root);
}

function buildTree(html: string): LxmlNode | null {
  const builder = new TreeBuilder();
  let at = 0;
  while (at < html.length && !builder.isOverfull) {
    const tag = builder.openTag;
    const from = tag !== null && RAW_TAGS.has(tag) ? findRawEnd(html, at, tag) : null;
    if (from !== null && from > at) {
      const raw = html.slice(at, from);
      builder.addText(raw, raw);
      at = from;
    } else {
      at = readNext(html, at, builder);
    }
  }
  return builder.root;
}

/** Adds what begins at `at` and says where it ends. */
function readNext(html: string, at: number, builder: TreeBuilder): number {
  if (html[at] !== '<') return readText(html, at, at, builder);
  if (html.startsWith('<!--', at)) return readComment(html, at + 4, /--!?>/g, builder);
  if (html[at + 1] === '?') return readComment(html, at + 2, />/g, builder);
  if (/^<!doctype/i.test(html.slice(at, at + 9))) return skipPast(html, at, '>');
  if (html[at + 1] === '/') return readEndTag(html, at, builder);
  if (!/[A-Za-z_:]/.test(html[at + 1] ?? '')) return readText(html, at, at + 1, builder);
  const tag = readStartTag(html, at);
  builder.startElement(tag);
  return tag.end;
}

/** `searchFrom` is behind a `<` that opens nothing. */
function readText(html: string, at: number, searchFrom: number, builder: TreeBuilder): number {
  const next = html.indexOf('<', searchFrom);
  const end = next === -1 ? html.length : next;
  const raw = html.slice(at, end);
  builder.addText(resolveReferences(raw), raw);
  return end;
}

function readComment(html: string, from: number, close: RegExp, builder: TreeBuilder): number {
  close.lastIndex = from;
  const end = close.exec(html);
  if (end === null) return html.length;
  builder.addComment(html.slice(from, end.index));
  return close.lastIndex;
}

/** `</` without a name behind it is dropped, and what follows is text. */
function readEndTag(html: string, at: number, builder: TreeBuilder): number {
  const name = readName(html, at + 2);
  if (name === '') return at + 2;
  builder.endElement(cutPrefix(name));
  return skipPast(html, at, '>');
}

function skipPast(html: string, at: number, mark: string): number {
  const end = html.indexOf(mark, at);
  return end === -1 ? html.length : end + mark.length;
}

/** Where `</script` or the like stands; raw text that is never closed goes to the end. */
function findRawEnd(html: string, at: number, tag: string): number {
  for (let from = html.indexOf('</', at); from !== -1; from = html.indexOf('</', from + 2)) {
    if (html.slice(from + 2, from + 2 + tag.length).toLowerCase() === tag) return from;
  }
  return html.length;
}

function unwrapFragment(root: LxmlNode): LxmlNode | null {
  if (root.children.some((child) => child.tag === 'head')) return root;
  const body = root.children.find((child) => child.tag === 'body');
  if (!body) return null;
  const [only, ...others] = body.children;
  if (only && others.length === 0 && body.text.trim() === '' && only.tail.trim() === '') {
    return only;
  }
  body.tag = hasBlock(body) ? 'div' : 'span';
  return body;
}

/** What lxml counts as blocks when it names a fragment's root. */
const BLOCKS = new Set(
  'address blockquote caption center col colgroup dd del dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr ins isindex legend li menu noscript ol optgroup option p pre table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

function hasBlock(body: LxmlNode): boolean {
  return listElements(body).some((element) => BLOCKS.has(element.tag));
}
