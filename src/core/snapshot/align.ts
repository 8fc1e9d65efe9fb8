import { findNameEnd, findTagEnd, RAW_TAGS, VOID_TAGS } from './markup.ts';
import { MARKUP_INSIDE } from './snapshot.ts';
import type { RawFrame } from './snapshot.ts';

/** What `alignMarkup` finds, in order; all places are offsets in the html. */
export interface MarkupVisitor {
  /** `index` is the element's in the RawFrame; -1 for a shadow root's template and for a tag that was not walked. */
  open(
    index: number,
    from: number,
    nameEnd: number,
    to: number,
    isVoid: boolean,
    name: string,
  ): void;
  close(from: number, to: number): void;
  /** A comment, or an instruction `<?…?>`. */
  aside(from: number, to: number): void;
  /** Unescaped text of a raw-text element; `name` is its tag's. */
  rawText(from: number, to: number, name: string): void;
}

/** How many entries are looked through for a way back in step. */
const MAX_LOOKAHEAD = 200;

/**
 * Goes through the html of a RawFrame and says which start tag is which element, by the names and
 * lengths noted when it was walked. Returns whether everything fitted; where it does not, tags it
 * cannot place get -1 and it looks for a way back in step. Never throws, whatever it is given.
 */
export function alignMarkup(
  raw: Pick<RawFrame, 'html' | 'names' | 'spans'>,
  visitor: MarkupVisitor,
): boolean {
  return new Alignment(raw, visitor).run();
}

class Alignment {
  private readonly html: string;
  private readonly names: string[];
  private readonly spans: Uint32Array;
  private readonly visitor: MarkupVisitor;
  private exact = true;
  private next = 1;
  private span = 0;
  private shadow: boolean;

  constructor(raw: Pick<RawFrame, 'html' | 'names' | 'spans'>, visitor: MarkupVisitor) {
    this.html = raw.html;
    this.names = raw.names.split(' ');
    this.spans = raw.spans;
    this.visitor = visitor;
    this.shadow = this.isHost(0);
  }

  run(): boolean {
    let at = 0;
    for (;;) {
      const from = this.html.indexOf('<', at);
      if (from < 0) break;
      const mark = this.html.charCodeAt(from + 1);
      if (mark === 0x2f) at = this.passEndTag(from);
      else if (mark === 0x21 || mark === 0x3f) at = this.passAside(from);
      else at = this.passStartTag(from);
    }
    return this.exact && this.next >= this.names.length && this.span === this.spans.length;
  }

  private passEndTag(from: number): number {
    const end = this.html.indexOf('>', from);
    const to = end < 0 ? this.html.length : end + 1;
    this.visitor.close(from, to);
    return to;
  }

  private passAside(from: number): number {
    const [open, end] = this.html.charCodeAt(from + 1) === 0x21 ? ['<!--', '-->'] : ['<?', '?>'];
    const inside = from + open.length;
    let close = inside + (this.spans[this.span++] ?? 0);
    if (!this.html.startsWith(end, close)) {
      this.exact = false;
      close = this.html.indexOf(end, inside);
    }
    const to = close < 0 ? this.html.length : close + end.length;
    this.visitor.aside(from, to);
    return to;
  }

  private passStartTag(from: number): number {
    const nameEnd = findNameEnd(this.html, from);
    const to = findTagEnd(this.html, nameEnd);
    if (to < 0) {
      this.exact = false;
      return nameEnd;
    }
    const name = this.html.slice(from + 1, nameEnd);
    if (this.shadow) {
      this.shadow = false;
      if (name === 'template' && this.html.startsWith(' shadowrootmode=', nameEnd)) {
        this.visitor.open(-1, from, nameEnd, to, false, name);
        return to;
      }
      this.exact = false;
    }
    const index = this.place(name, to);
    const known = index >= 0 ? this.isHtml(index) : true;
    this.shadow = index >= 0 && this.isHost(index);
    // A prefix does not keep an element from being void.
    const local = name.slice(name.indexOf(':') + 1);
    this.visitor.open(index, from, nameEnd, to, known && VOID_TAGS.has(local), name);
    return known && RAW_TAGS.has(name) ? this.passRaw(index, to, name) : to;
  }

  private passRaw(index: number, from: number, name: string): number {
    const end = `</${name}>`;
    if (index >= 0) {
      const length = this.spans[this.span++] ?? MARKUP_INSIDE;
      // In an inert document (a template's) noscript is written as markup: then the length does not fit.
      if (length === MARKUP_INSIDE) return from;
      if (this.html.startsWith(end, from + length)) {
        if (length > 0) this.visitor.rawText(from, from + length, name);
        return from + length;
      }
      if (name === 'noscript') return from;
      this.exact = false;
    }
    const close = this.html.indexOf(end, from);
    if (close < 0) return from;
    this.visitor.rawText(from, close, name);
    return close;
  }

  /** The element a start tag belongs to; when out of step, the nearest one that fits together with its successor. */
  private place(name: string, to: number): number {
    if (this.isNamed(this.next, name)) return this.next++;
    this.exact = false;
    const following = this.peekName(to);
    const last = Math.min(this.next + MAX_LOOKAHEAD, this.names.length - 1);
    for (let index = this.next + 1; index <= last; index++) {
      if (!this.isNamed(index, name)) continue;
      if (following !== null && !this.isNamed(index + 1, following)) continue;
      this.next = index + 1;
      return index;
    }
    return -1;
  }

  private peekName(from: number): string | null {
    const tag = /<([^\s/!?>][^\s>]*)/g;
    tag.lastIndex = from;
    return tag.exec(this.html)?.[1] ?? null;
  }

  private isNamed(index: number, name: string): boolean {
    const noted = this.names[index];
    if (noted === undefined) return false;
    const length = this.isHost(index) ? noted.length - 1 : noted.length;
    if (length !== name.length) return false;
    for (let at = 0; at < length; at++) {
      if (foldCase(noted.charCodeAt(at)) !== foldCase(name.charCodeAt(at))) return false;
    }
    return true;
  }

  private isHost(index: number): boolean {
    const noted = this.names[index];
    return noted !== undefined && noted.charCodeAt(noted.length - 1) === 0x2f;
  }

  /** Whether the rules for HTML's void and raw-text elements apply: such names are noted in upper case. */
  private isHtml(index: number): boolean {
    const first = this.names[index]?.charCodeAt(0) ?? 0;
    return first >= 0x41 && first <= 0x5a;
  }
}

/** ASCII letters to lower case. */
function foldCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}
