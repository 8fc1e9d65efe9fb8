import type { ForeignElement } from '../foreign/write-page.ts';
import type { Members } from '../import-source.ts';
import { isObject } from '../../shape.ts';

/** A node of rrweb's serialized document (https://github.com/rrweb-io/rrweb, packages/types and packages/rrweb-snapshot). */
export interface RrwebNode {
  id: number;
  /** Text nodes have only `text`. */
  tag: string | null;
  text: string;
  attributes: Record<string, string>;
  children: RrwebNode[];
  parent: RrwebNode | null;
  /** In the shadow root of its parent. */
  isInShadow: boolean;
}

/** rrweb's NodeType. */
const TYPE = { document: 0, doctype: 1, element: 2, text: 3, cdata: 4, comment: 5 };
const MOST_DEPTH = 1000;
const MOST_NODES = 500_000;

/** A page as rrweb's events rebuild it. */
export class RrwebDocument {
  private readonly nodes = new Map<number, RrwebNode>();
  private root: RrwebNode | null = null;
  private written: ForeignElement | null = null;

  /** Replaces the page by a full snapshot; false when it is damaged. */
  load(node: unknown): boolean {
    this.nodes.clear();
    this.root = this.build(node, null, 0);
    this.written = null;
    return this.root !== null;
  }

  get(id: unknown): RrwebNode | null {
    return typeof id === 'number' ? (this.nodes.get(id) ?? null) : null;
  }

  /** The element that a person means by a node. */
  findElement(id: unknown): RrwebNode | null {
    let node = this.get(id);
    while (node && node.tag === null) node = node.parent;
    return node;
  }

  isDocument(id: unknown): boolean {
    const node = this.get(id);
    return node !== null && (node === this.root || node.tag === 'html' || node.tag === 'body');
  }

  /** Applies a mutation; returns how many of its parts are about unknown nodes. */
  mutate({ removes, adds, texts, attributes }: Members): number {
    this.written = null;
    let unknown = 0;
    for (const remove of listObjects(removes)) {
      const node = this.get(remove['id']);
      if (node) this.remove(node);
      else unknown += 1;
    }
    unknown += this.addAll(listObjects(adds));
    for (const change of listObjects(texts)) {
      const node = this.get(change['id']);
      if (node) node.text = typeof change['value'] === 'string' ? change['value'] : '';
      else unknown += 1;
    }
    for (const change of listObjects(attributes)) {
      const node = this.get(change['id']);
      if (node && isObject(change['attributes'])) setAttributes(node, change['attributes']);
      else unknown += 1;
    }
    return unknown;
  }

  /** Sets the live state of a control. */
  setInput(node: RrwebNode, text: string, isChecked: boolean): void {
    this.written = null;
    const type = node.attributes['type']?.toLowerCase();
    if (type === 'checkbox' || type === 'radio') {
      if (isChecked) node.attributes['checked'] = '';
      else delete node.attributes['checked'];
    } else if (node.tag === 'select') {
      for (const option of listOptions(node)) {
        if (readValue(option) === text) option.attributes['selected'] = '';
        else delete option.attributes['selected'];
      }
    } else if (node.tag === 'textarea') {
      const [first] = node.children;
      if (first && first.tag === null) first.text = text;
      else node.attributes['value'] = text;
    } else node.attributes['value'] = text;
  }

  /** Returns the html element; null without a page. */
  write(): ForeignElement | null {
    if (this.written || !this.root) return this.written;
    const html = this.root.children.find(({ tag }) => tag === 'html');
    this.written = html ? writeElement(html) : null;
    return this.written;
  }

  /** A node may stand before another that is added later in the list. */
  private addAll(adds: readonly Members[]): number {
    let waiting = [...adds];
    for (let before = -1; waiting.length !== before && waiting.length > 0;) {
      before = waiting.length;
      const ids = new Set(waiting.map(({ node }) => (isObject(node) ? node['id'] : null)));
      waiting = waiting.filter((add) => !this.add(add, ids));
    }
    return waiting.length;
  }

  private add({ parentId, nextId, node }: Members, waiting: ReadonlySet<unknown>): boolean {
    const parent = this.get(parentId);
    if (!parent || (nextId !== null && waiting.has(nextId))) return false;
    const next = this.get(nextId);
    const known = isObject(node) ? this.get(node['id']) : null;
    if (known) this.remove(known);
    let depth = 0;
    for (let at: RrwebNode | null = parent; at; at = at.parent) depth += 1;
    const built = this.build(node, parent, depth);
    if (!built) return true;
    const at = next ? parent.children.indexOf(next) : -1;
    parent.children.splice(at < 0 ? parent.children.length : at, 0, built);
    return true;
  }

  private remove(node: RrwebNode): void {
    const siblings = node.parent?.children;
    const at = siblings?.indexOf(node) ?? -1;
    if (at >= 0) siblings?.splice(at, 1);
    const waiting = [node];
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      this.nodes.delete(each.id);
      waiting.push(...each.children);
    }
  }

  /** Comments, doctypes and documents of inner frames are dropped. */
  private build(value: unknown, parent: RrwebNode | null, depth: number): RrwebNode | null {
    if (!isObject(value) || depth > MOST_DEPTH || this.nodes.size >= MOST_NODES) return null;
    const { id, type, tagName, textContent, childNodes, isShadow } = value;
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0) return null;
    const isElement = type === TYPE.element && typeof tagName === 'string';
    const isText = type === TYPE.text || type === TYPE.cdata;
    const isTop = type === TYPE.document && parent === null;
    if (!isElement && !isText && !isTop) return null;
    const node: RrwebNode = {
      ...{ id, tag: isElement ? tagName.toLowerCase() : null, parent, children: [] },
      ...{ text: typeof textContent === 'string' ? textContent : '', attributes: {} },
      isInShadow: isShadow === true,
    };
    this.nodes.set(id, node);
    if (isElement && isObject(value['attributes'])) setAttributes(node, value['attributes']);
    for (const child of listObjects(childNodes)) {
      const built = this.build(child, node, depth + 1);
      if (built) node.children.push(built);
    }
    return node;
  }
}

function setAttributes({ attributes }: RrwebNode, changes: Members): void {
  for (const [name, value] of Object.entries(changes)) {
    // rrweb's own: sizes, styles and pictures.
    if (name.startsWith('rr_') || name === '_cssText' || name === '__proto__') continue;
    if (value === null || value === false) Reflect.deleteProperty(attributes, name);
    else if (value === true) attributes[name] = '';
    else if (typeof value === 'string' || typeof value === 'number')
      attributes[name] = String(value);
  }
}

function writeElement(node: RrwebNode): ForeignElement {
  const inside = node.children.filter((child) => !child.isInShadow);
  const shadow = node.children.filter((child) => child.isInShadow);
  return {
    ...{ tag: node.tag ?? '', attributes: { ...node.attributes }, number: node.id },
    children: inside.map(writeNode),
    ...(shadow.length > 0 && { shadow: shadow.map(writeNode) }),
  };
}

function writeNode(node: RrwebNode): ForeignElement | string {
  return node.tag === null ? node.text : writeElement(node);
}

function listOptions(node: RrwebNode): RrwebNode[] {
  return node.children.flatMap((child) => (child.tag === 'option' ? [child] : listOptions(child)));
}

function readLabel(option: RrwebNode): string {
  const text = option.children.map((child) => child.text).join('');
  return text.replace(/\s+/g, ' ').trim();
}

function readValue(option: RrwebNode): string {
  return option.attributes['value'] ?? readLabel(option);
}

/** Returns the label of the option with this value; the value where there is none. */
export function readOptionLabel(select: RrwebNode, value: string): string {
  const option = listOptions(select).find((each) => readValue(each) === value);
  return option ? readLabel(option) : value;
}

function listObjects(list: unknown): Members[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
