import { parseFragment } from 'parse5';
import {
  BOOLEAN_ATTRIBUTES,
  EMPTY_TAGS,
  RAW_TAGS,
  isClosedBy,
  readEndPriority,
  readImpliedParent,
} from './elements.ts';
import type { LxmlNode } from './node.ts';
import { COMMENT, listElements, makeNode } from './node.ts';

/**
 * Reads a page file as `lxml.html.fromstring` does with libxml2 2.9 to 2.13; null for a page without content, where that
 * raises. The public library's xpaths, children and pruning are those of this tree, which differs from a browser's: see
 * `deviations` in read-page.test.ts, and libxml2-trees.json for trees that libxml2 2.9.14 made. A page without a head
 * element is a fragment: its root is the only child of the body, or the body renamed div or span.
 *
 * Deviations from libxml2: names of character references are HTML 5's; `<?…>` is a comment; attributes of a second html
 * tag are dropped; element names of 100 characters and more are not cut; a fragment without a body (a frameset) gives null
 * instead of an error. libxml2 2.14 and later tokenize as HTML 5 does: `@click` and prefixes stay, and textarea, title,
 * iframe and noscript have text only.
 */
export function readPageTree(html: string): LxmlNode | null {
  const source = html.replaceAll('\0', '').replace(/^[ \t\r\n]+/, '');
  const root = buildTree(source);
  return root === null || /^<(?:html|!doctype)/i.test(source) ? root : unwrapFragment(root);
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

/** Adds the node that begins at `at` and returns its end. */
function readNext(html: string, at: number, builder: TreeBuilder): number {
  if (html[at] !== '<') return readText(html, at, at, builder);
  if (html.startsWith('<!--', at)) return readComment(html, at + 4, /--!?>/g, builder);
  if (html[at + 1] === '?') return readComment(html, at + 2, />/g, builder);
  if (/^<!doctype/i.test(html.slice(at, at + 9))) return skipTag(html, at);
  if (html[at + 1] === '/') return readEndTag(html, at, builder);
  if (!/[A-Za-z_:]/.test(html[at + 1] ?? '')) return readText(html, at, at + 1, builder);
  const tag = readStartTag(html, at);
  builder.startElement(tag);
  return tag.end;
}

/** `searchFrom` is after a `<` that opens nothing. */
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

/** `</` without a name is dropped, and the rest is text. */
function readEndTag(html: string, at: number, builder: TreeBuilder): number {
  const name = match(NAME, html, at + 2);
  if (name === '') return at + 2;
  builder.endElement(cutPrefix(name));
  return skipTag(html, at);
}

function skipTag(html: string, at: number): number {
  const end = html.indexOf('>', at);
  return end === -1 ? html.length : end + 1;
}

/** Returns the place of the end tag; without one, raw text goes to the end of the page. */
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
  body.tag = listElements(body).some(({ tag }) => BLOCKS.has(tag)) ? 'div' : 'span';
  return body;
}

/** Blocks for lxml when it names a fragment's root. */
const BLOCKS = new Set(
  'address blockquote caption center col colgroup dd del dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr ins isindex legend li menu noscript ol optgroup option p pre table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** libxml2 stops when more elements are open. */
const MAX_OPEN = 257;

const BLANK = /^[ \t\r\n]*$/;

/** Builds a tree of tags and texts by libxml2's rules. */
class TreeBuilder {
  /** The html element. */
  root: LxmlNode | null = null;
  /** The nesting is too deep, so the rest of the page is dropped. */
  isOverfull = false;
  private readonly open: LxmlNode[] = [];
  private sawHead = false;
  private sawBody = false;
  /** How many start tags of html, head and body were dropped; as many end tags are. */
  private dropped = 0;

  get openTag(): string | null {
    return this.open.at(-1)?.tag ?? null;
  }

  startElement({ name, attributes, isClosed }: StartTag): void {
    this.closeFor(name);
    this.implyParents(name);
    if (this.isMisplaced(name)) {
      this.dropped++;
      return;
    }
    const node = this.push(name);
    if (node === null) return;
    node.attributes = attributes;
    if (isClosed || EMPTY_TAGS.has(name)) this.open.pop();
  }

  endElement(name: string): void {
    if (this.dropped > 0 && (name === 'html' || name === 'head' || name === 'body')) {
      this.dropped--;
      return;
    }
    const priority = readEndPriority(name);
    for (let at = this.open.length - 1; at >= 0; at--) {
      const tag = this.open[at]?.tag ?? '';
      if (tag === name) {
        this.open.length = at;
        return;
      }
      if (readEndPriority(tag) > priority) return;
    }
  }

  /** `raw` is the text as written, before its references were resolved. */
  addText(text: string, raw: string): void {
    if (!BLANK.test(raw)) this.implyParagraph();
    const node = this.open.at(-1);
    if (!node) return;
    const last = node.children.at(-1);
    if (last) last.tail += text;
    else node.text += text;
  }

  addComment(data: string): void {
    const parent = this.open.at(-1);
    if (!parent) return;
    const comment = makeNode(COMMENT, parent);
    comment.text = data;
    parent.children.push(comment);
  }

  private closeFor(name: string): void {
    for (let tag = this.openTag; tag !== null && isClosedBy(tag, name); tag = this.openTag) {
      this.open.pop();
    }
  }

  private implyParents(name: string): void {
    if (name === 'html') return;
    if (this.open.length === 0) this.push('html');
    if (name === 'head' || name === 'body') return;
    const implied = readImpliedParent(name);
    if (implied === 'head' && this.open.length <= 1) {
      if (!this.sawHead) this.push('head');
    } else if (implied === 'body' && !this.sawBody && !this.has('head') && !this.has('body')) {
      this.push('body');
    }
  }

  /** Text directly in html or head goes into a paragraph. */
  private implyParagraph(): void {
    const tag = this.openTag;
    if (tag !== null && tag !== 'html' && tag !== 'head') return;
    this.closeFor('p');
    this.implyParents('p');
    this.push('p');
  }

  private isMisplaced(name: string): boolean {
    if (name === 'html') return this.open.length > 0;
    if (name === 'head') return this.open.length !== 1;
    return name === 'body' && this.has('body');
  }

  private has(tag: string): boolean {
    return this.open.some((node) => node.tag === tag);
  }

  private push(tag: string): LxmlNode | null {
    if (this.open.length >= MAX_OPEN) {
      this.isOverfull = true;
      return null;
    }
    const parent = this.open.at(-1) ?? this.root;
    const node = makeNode(tag, parent);
    parent?.children.push(node);
    this.root ??= node;
    this.open.push(node);
    if (tag === 'head') this.sawHead = true;
    if (tag === 'body') this.sawBody = true;
    return node;
  }
}

interface StartTag {
  name: string;
  attributes: Map<string, string | null>;
  /** Written `<br/>`: closed at once, whatever the element. */
  isClosed: boolean;
  /** Behind its `>`. */
  end: number;
}

const NAME = /[A-Za-z_:.][A-Za-z0-9_:.-]*/y;
const BLANKS = /[ \t\r\n]*/y;
/** Anything else in place of a name is skipped up to the next blank, even inside quotes. */
const REJECTED = /(?:[^ \t\r\n>/]|\/(?!>))*/y;
const UNQUOTED = /[^ \t\r\n>]*/y;

/**
 * Reads the start tag whose `<` is at `from`: names that libxml2 rejects (`@click`, `[y]`) are dropped up to the next blank,
 * and the rest of a value after that blank is read as attributes. Of a repeated name the first counts.
 */
function readStartTag(html: string, from: number): StartTag {
  const written = match(NAME, html, from + 1);
  let at = skipBlanks(html, from + 1 + written.length);
  const attributes: StartTag['attributes'] = new Map();
  while (at < html.length && html[at] !== '>' && !html.startsWith('/>', at)) {
    const before = at;
    const name = match(NAME, html, at).toLowerCase();
    if (name === '') {
      at += match(REJECTED, html, at).length;
      // A lone slash.
      if (at === before) at++;
    } else {
      const value = readValue(html, at + name.length);
      at = value.end;
      const isBare = value.text === null && BOOLEAN_ATTRIBUTES.has(name);
      if (!attributes.has(name)) attributes.set(name, isBare ? name : value.text);
    }
    at = skipBlanks(html, at);
  }
  const isClosed = html[at] === '/';
  return { name: cutPrefix(written), attributes, isClosed, end: at + (isClosed ? 2 : 1) };
}

function readValue(html: string, nameEnd: number): { text: string | null; end: number } {
  const equals = skipBlanks(html, nameEnd);
  if (html[equals] !== '=') return { text: null, end: nameEnd };
  const from = skipBlanks(html, equals + 1);
  const quote = html[from];
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, from + 1);
    const to = close === -1 ? html.length : close;
    return { text: resolveReferences(html.slice(from + 1, to)), end: to + 1 };
  }
  const text = match(UNQUOTED, html, from);
  return { text: resolveReferences(text), end: from + text.length };
}

/** `g:plusone` becomes `plusone`; attributes keep their prefix. */
function cutPrefix(name: string): string {
  const lower = name.toLowerCase();
  const colon = lower.indexOf(':');
  return colon > 0 && colon < lower.length - 1 ? lower.slice(colon + 1) : lower;
}

function skipBlanks(html: string, at: number): number {
  return at + match(BLANKS, html, at).length;
}

function match(pattern: RegExp, html: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(html)?.[0] ?? '';
}

/** libxml2 requires the semicolon after a name, not after a number. */
const REFERENCE = /&(?:#[xX]([0-9a-fA-F]+);?|#(\d+);?|([a-zA-Z][a-zA-Z0-9]*);)/g;

const COMMON: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' },
};

/** Resolves character references; unknown ones stay. */
function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    REFERENCE,
    (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return COMMON[name] ?? resolveName(name);
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return isCharacter(code) ? String.fromCodePoint(code) : '';
    },
  );
}

/** XML's `Char`; libxml2 drops anything else. */
function isCharacter(code: number): boolean {
  if (code > 0x10ffff) return false;
  return /[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(String.fromCodePoint(code));
}

/** Resolves by parse5's table, which is HTML 5's. */
function resolveName(name: string): string {
  const [node] = parseFragment(`&${name};`).childNodes;
  return node && 'value' in node ? node.value : `&${name};`;
}
