import { readAttribute, unescapeText } from './markup.ts';
import type { ElementNode } from './node.ts';
import { scanHtml } from './scan.ts';
import type { HtmlVisitor } from './scan.ts';
import { UID_ATTRIBUTE } from './snapshot.ts';

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
  return scanHtml(html, new TreeBuilder(html, root));
}

class TreeBuilder implements HtmlVisitor {
  private readonly html: string;
  private readonly stack: { node: ElementNode; into: (ElementNode | string)[] }[];

  constructor(html: string, root: ElementNode) {
    this.html = html;
    this.stack = [{ node: root, into: root.children }];
  }

  open(name: string, _from: number, nameEnd: number, _to: number, isVoid: boolean): void {
    const parent = this.stack.at(-1);
    if (!parent) return;
    const attributes = readAttributes(this.html, nameEnd);
    const closed = name === 'template' ? readShadowMode(parent.node, attributes) : null;
    if (closed !== null) {
      const shadow = { closed, children: [] };
      parent.node.shadow = shadow;
      this.stack.push({ node: parent.node, into: shadow.children });
      return;
    }
    const node = makeElement(name, attributes, parent.node.frameId, parent.node);
    parent.into.push(node);
    if (!isVoid) this.stack.push({ node, into: node.children });
  }

  close(): void {
    this.stack.pop();
  }

  text(from: number, to: number, isRaw: boolean): void {
    const text = this.html.slice(from, to);
    const into = this.stack.at(-1)?.into;
    if (into) appendText(into, isRaw ? text : unescapeText(text));
  }
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

function readAttributes(html: string, nameEnd: number): Record<string, string> {
  const attributes: Record<string, string> = {};
  let at = nameEnd;
  for (let part = readAttribute(html, at); part; part = readAttribute(html, at)) {
    attributes[part.name] = unescapeText(html.slice(part.equals + 2, part.quote));
    at = part.quote + 1;
  }
  return attributes;
}
