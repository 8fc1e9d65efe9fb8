import { BOOLEAN_ATTRIBUTES } from './elements.ts';
import { resolveReferences } from './entities.ts';

export interface StartTag {
  name: string;
  attributes: Map<string, string | null>;
  /** Written `<br/>`: closed at once, whatever the element. */
  isClosed: boolean;
  /** Behind its `>`. */
  end: number;
}

const NAME = /[A-Za-z_:.][A-Za-z0-9_:.-]*/y;
const BLANKS = /[ \t\r\n]*/y;
/** What stands where a name should: skipped up to the next blank, even inside quotes. */
const REJECTED = /(?:[^ \t\r\n>/]|\/(?!>))*/y;
const UNQUOTED = /[^ \t\r\n>]*/y;

/**
 * The start tag whose `<` is at `from`, read by libxml2's rules: names it does not accept (`@click`,
 * `[y]`) are dropped up to the next blank, and the rest of a value behind that blank is read as
 * attributes of its own. Of a repeated name the first counts.
 */
export function readStartTag(html: string, from: number): StartTag {
  const written = match(NAME, html, from + 1);
  let at = skipBlanks(html, from + 1 + written.length);
  const attributes: StartTag['attributes'] = new Map();
  while (at < html.length && html[at] !== '>' && !html.startsWith('/>', at)) {
    const before = at;
    const name = match(NAME, html, at).toLowerCase();
    if (name === '') {
      at += match(REJECTED, html, at).length;
      // A lone slash is all of it.
      if (at === before) at++;
    } else {
      const value = readValue(html, at + name.length);
      at = value.end;
      if (!attributes.has(name)) attributes.set(name, fillBoolean(name, value.text));
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

function fillBoolean(name: string, value: string | null): string | null {
  return value === null && BOOLEAN_ATTRIBUTES.has(name) ? name : value;
}

/** An element called `g:plusone` is a `plusone`; attributes keep their prefix. */
export function cutPrefix(name: string): string {
  const lower = name.toLowerCase();
  const colon = lower.indexOf(':');
  return colon > 0 && colon < lower.length - 1 ? lower.slice(colon + 1) : lower;
}

/** The name behind `from`, in which a start or end tag began; empty when it is none. */
export function readName(html: string, from: number): string {
  return match(NAME, html, from);
}

function skipBlanks(html: string, at: number): number {
  return at + match(BLANKS, html, at).length;
}

function match(pattern: RegExp, html: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(html)?.[0] ?? '';
}
