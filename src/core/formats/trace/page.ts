import type { ForeignElement } from '../foreign/write-page.ts';

/** A text; a reference to node `at` of the snapshot `back` snapshots before; or an element with attributes and children. */
type TraceNode = string | readonly unknown[];

/** A larger page was made to fill the memory: references can name the same nodes again and again. */
const MOST_NODES = 200_000;
/** Deeper than browsers build from markup; each level is a call. */
const MOST_DEPTH = 1000;

/** The page of a snapshot, and the element that is marked as the action's target. */
export interface TracePage {
  html: ForeignElement;
  target: ForeignElement | null;
}

/**
 * The snapshots of one frame of a Playwright trace, in order. A snapshot refers to unchanged nodes of earlier ones, counted in
 * post-order without references (https://github.com/microsoft/playwright, packages/trace/src/snapshot.ts).
 */
export class TraceFrame {
  private readonly snapshots: { html: TraceNode; nodes?: TraceNode[] }[] = [];
  private readonly numbers: Map<object, number>;

  /** `numbers` counts the elements of all frames. */
  constructor(numbers: Map<object, number>) {
    this.numbers = numbers;
  }

  /** Adds the next snapshot, and returns its index. */
  push(html: unknown): number {
    this.snapshots.push({ html: toNode(html) });
    return this.snapshots.length - 1;
  }

  /** Builds the page of a snapshot; null when it is damaged or too large. */
  build(index: number): TracePage | null {
    const state = { left: MOST_NODES, target: null as ForeignElement | null };
    const html = this.resolve(this.snapshots[index]?.html ?? '', index, state, 0);
    if (html === null || typeof html === 'string' || html.tag !== 'html') return null;
    return state.left > 0 ? { html, target: state.target } : null;
  }

  private resolve(
    node: TraceNode,
    index: number,
    state: { left: number; target: ForeignElement | null },
    depth: number,
  ): ForeignElement | string | null {
    state.left -= 1;
    if (state.left <= 0 || depth > MOST_DEPTH) return null;
    if (typeof node === 'string') return node;
    const [name, attributes = {}, ...children] = node;
    if (Array.isArray(name)) {
      const [back, at] = name as unknown[];
      if (typeof back !== 'number' || typeof at !== 'number' || back < 1) return null;
      const known = this.listNodes(index - back)[at];
      return known === undefined ? null : this.resolve(known, index - back, state, depth + 1);
    }
    if (typeof name !== 'string') return null;
    const number = this.numbers.get(node) ?? this.numbers.size;
    this.numbers.set(node, number);
    const element: ForeignElement = {
      ...{ tag: name.toLowerCase(), number, children: [] },
      attributes: readAttributes(attributes),
    };
    for (const child of children) {
      const built = this.resolve(toNode(child), index, state, depth + 1);
      const isRoot = built !== null && typeof built !== 'string' && SHADOW in built.attributes;
      if (isRoot) element.shadow = built.children;
      else if (built !== null) element.children.push(built);
    }
    if (TARGET in element.attributes) state.target = element;
    applyState(element);
    return element;
  }

  private listNodes(index: number): readonly TraceNode[] {
    const snapshot = this.snapshots[index];
    if (!snapshot) return [];
    snapshot.nodes ??= [...listPostOrder(snapshot.html, 0)];
    return snapshot.nodes;
  }
}

function* listPostOrder(node: TraceNode, depth: number): Generator<TraceNode> {
  if (typeof node === 'string') yield node;
  else if (typeof node[0] === 'string' && depth <= MOST_DEPTH) {
    for (const child of node.slice(2)) yield* listPostOrder(toNode(child), depth + 1);
    yield node;
  }
}

function toNode(value: unknown): TraceNode {
  return Array.isArray(value) ? value : typeof value === 'string' ? value : '';
}

function readAttributes(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts as [string, string][]);
}

const TARGET = '__playwright_target__';
const SHADOW = '__playwright_shadow_root_';
/** Live state that attributes do not show. */
const VALUE = '__playwright_value_';
const FLAGS = { __playwright_checked_: 'checked', __playwright_selected_: 'selected' };

function applyState(element: ForeignElement): void {
  const { attributes, tag } = element;
  const value = attributes[VALUE];
  if (value !== undefined && tag === 'textarea') element.children = [value];
  else if (value !== undefined && value !== '') attributes['value'] = value;
  else if (value === '') delete attributes['value'];
  for (const [mark, name] of Object.entries(FLAGS)) {
    if (attributes[mark] === 'true') attributes[name] = '';
    else if (attributes[mark] === 'false') Reflect.deleteProperty(attributes, name);
  }
  if (SHADOW in attributes) return;
  element.attributes = Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !name.startsWith('__playwright_')),
  );
}
