import { EMPTY_TAGS, isClosedBy, readEndPriority, readImpliedParent } from './elements.ts';
import type { LxmlNode } from './node.ts';
import { COMMENT, makeNode } from './node.ts';
import type { StartTag } from './start-tag.ts';

/** libxml2 gives up when more elements than this are open. */
const MAX_OPEN = 257;

const BLANK = /^[ \t\r\n]*$/;

/** Puts tags and texts together to a tree in libxml2's way. */
export class TreeBuilder {
  /** The html element, once there is one. */
  root: LxmlNode | null = null;
  /** True when nesting went too deep: the rest of the page is lost. */
  isOverfull = false;
  private readonly open: LxmlNode[] = [];
  private sawHead = false;
  private sawBody = false;
  /** Start tags of html, head and body that were dropped, and whose end tags are to be. */
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

  /** Text that stands directly in html or head goes into a paragraph. */
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
