/*
 * How a browser writes a document out (HTML Standard, "serializing HTML fragments"): what has no end
 * tag, whose text is written raw, how values are escaped. Attributes are always ` name="value"`.
 */

/** Elements without content and end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Elements whose text is written without escapes. */
export const RAW_TAGS: ReadonlySet<string> = new Set(
  'script style xmp iframe noembed noframes plaintext noscript'.split(' '),
);

/** Where the name of the start tag at `from` (its `<`) ends. */
export function findNameEnd(html: string, from: number): number {
  let at = from + 1;
  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code === 0x20 || code === 0x3e) break;
    at++;
  }
  return at;
}

/** One attribute as written: `="` at `equals`, closing quote at `quote`. */
export interface WrittenAttribute {
  name: string;
  equals: number;
  quote: number;
}

/**
 * The `="` of the attribute whose name begins at `from`; -1 without. A name has at least one character,
 * which may itself be `=`, and holds neither space nor `>`.
 */
function findEquals(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === 0x20 || code === 0x3e) return -1;
    if (at > from && code === 0x3d && html.charCodeAt(at + 1) === 0x22) return at;
  }
  return -1;
}

/** The attribute that begins with the space at `at`, or null when there is none. */
export function readAttribute(html: string, at: number): WrittenAttribute | null {
  if (html.charCodeAt(at) !== 0x20) return null;
  const equals = findEquals(html, at + 1);
  const quote = equals < 0 ? -1 : html.indexOf('"', equals + 2);
  return quote < 0 ? null : { name: html.slice(at + 1, equals), equals, quote };
}

/** Reads the attributes that begin at `at`, with names as written. */
export function readAttributes(html: string, at: number): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (let part = readAttribute(html, at); part; part = readAttribute(html, part.quote + 1)) {
    attributes[part.name] = unescapeText(html.slice(part.equals + 2, part.quote));
  }
  return attributes;
}

/** Reads them with names in lower case, as a parser would. */
export function readFoldedAttributes(html: string, at: number): Record<string, string> {
  const named = Object.entries(readAttributes(html, at));
  return Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]));
}

/** The place after the `>` of a start tag whose name ends at `nameEnd`; -1 when it is not one a browser wrote. */
export function findTagEnd(html: string, nameEnd: number): number {
  let at = nameEnd;
  while (html.charCodeAt(at) === 0x20) {
    const equals = findEquals(html, at + 1);
    if (equals < 0) return -1;
    const quote = html.indexOf('"', equals + 2);
    if (quote < 0) return -1;
    at = quote + 1;
  }
  return html.charCodeAt(at) === 0x3e ? at + 1 : -1;
}

/**
 * The start tag that begins at `from`, with attributes set (a text) or removed (null). Keys are lower
 * case and match names in any case, as a parser would; what is not there yet comes last, in the map's order.
 */
export function editStartTag(
  html: string,
  from: number,
  nameEnd: number,
  edits: ReadonlyMap<string, string | null>,
): string {
  const added = new Map(edits);
  let tag = html.slice(from, nameEnd);
  let at = nameEnd;
  for (let part = readAttribute(html, at); part; part = readAttribute(html, at)) {
    const key = part.name.toLowerCase();
    const value = edits.get(key);
    if (value === undefined) tag += html.slice(at, part.quote + 1);
    else if (value !== null && added.has(key)) tag += writeAttribute(part.name, value);
    added.delete(key);
    at = part.quote + 1;
  }
  for (const [name, value] of added) if (value !== null) tag += writeAttribute(name, value);
  return `${tag}>`;
}

export function writeAttribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

export function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text)
    ? text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('\u00a0', '&nbsp;')
    : text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
};

/** Undoes the escapes above; other entities never occur in what a browser writes. */
export function unescapeText(text: string): string {
  return text.includes('&')
    ? text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    : text;
}

/*
 * Scripts can put text into comments and raw-text elements that ends them early when the page is
 * parsed again, or that swallows what follows. The text is changed as little as possible so that it
 * does not.
 */

/** A comment with its marks; instructions (`<?…?>`) have no place in HTML and vanish. */
export function sanitizeComment(comment: string): string {
  if (!comment.startsWith('<!--')) return '';
  const data = comment.slice(4, -3);
  const harmless = data.replace(/--(?=!?>)/g, '- - ').replace(/^(?=-?>)/, ' ');
  return `<!--${harmless.replace(/--!$/, '-- !')}-->`;
}

/** Text of a raw-text element with this tag name (lower case). */
export function sanitizeRawText(text: string, name: string): string {
  if (name === 'plaintext') {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  }
  // Some parsers read the others as markup: then an unclosed comment or quote would go on behind them.
  if (name !== 'script' && name !== 'style' && !isCompleteMarkup(text)) {
    return text.replaceAll('<', '&lt;');
  }
  const closed = text.replace(new RegExp(`</(?=${name})`, 'gi'), '<\\/');
  // `<!--` followed by `<script` makes a parser expect two end tags.
  return name === 'script' && /<script/i.test(text) ? closed.replaceAll('<!--', '<\\!--') : closed;
}

/** Longer texts are not looked through. */
const MAX_CHECKED_LENGTH = 100_000;
const COMMENT = /<!--[\s\S]*?-->/g;
const TAG = /<\/?[a-z][^<>"']*(?:(?:"[^"<>]*"|'[^'<>]*')[^<>"']*)*>/gi;

function isCompleteMarkup(text: string): boolean {
  if (!text.includes('<')) return true;
  if (text.length > MAX_CHECKED_LENGTH) return false;
  return !text.replace(COMMENT, '').replace(TAG, '').includes('<');
}

/** The text as files and parsers can hold it: no NUL, no lone surrogate (those become U+FFFD). */
export function makeWellFormed(text: string): string {
  const whole = text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
