/** The tag of comments. */
export const COMMENT = '#comment';

/** A node of a page as in Python's lxml, where text belongs to the node before it. Comments have their data in `text`. */
export interface LxmlNode {
  /** Lower case, without a prefix. */
  tag: string;
  /** In source order. Null is an attribute without a value, which prints bare. */
  attributes: Map<string, string | null>;
  parent: LxmlNode | null;
  children: LxmlNode[];
  /** Before the first child. */
  text: string;
  /** After the node's end, up to the next node. */
  tail: string;
}

export function makeNode(tag: string, parent: LxmlNode | null): LxmlNode {
  return { tag, attributes: new Map(), parent, children: [], text: '', tail: '' };
}

/** Returns `root` and all elements below in document order, without comments. */
export function listElements(root: LxmlNode): LxmlNode[] {
  const elements: LxmlNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.tag === COMMENT) continue;
    elements.push(node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return elements;
}

/** Returns a deep copy without a parent. */
export function copyTree(root: LxmlNode): LxmlNode {
  const copy = copyNode(root, null);
  const waiting = [{ from: root, to: copy }];
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    for (const child of task.from.children) {
      const to = copyNode(child, task.to);
      task.to.children.push(to);
      waiting.push({ from: child, to });
    }
  }
  return copy;
}

function copyNode(node: LxmlNode, parent: LxmlNode | null): LxmlNode {
  return { ...node, attributes: new Map(node.attributes), parent, children: [] };
}

/**
 * Returns libxml2's node path of `root` and every element below: `/html/body/div[2]/a`, with a number only where siblings
 * share the name.
 */
export function listPaths(root: LxmlNode): Map<LxmlNode, string> {
  const steps: string[] = [];
  // A fragment's root can have parents.
  for (let node: LxmlNode | null = root; node; node = node.parent) {
    steps.push(node.parent ? (listSteps(node.parent).get(node) ?? node.tag) : node.tag);
  }
  const paths = new Map([[root, `/${steps.reverse().join('/')}`]]);
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const base = paths.get(node) ?? '';
    for (const [child, step] of listSteps(node)) {
      paths.set(child, `${base}/${step}`);
      waiting.push(child);
    }
  }
  return paths;
}

function listSteps({ children }: LxmlNode): Map<LxmlNode, string> {
  const totals = new Map<string, number>();
  for (const { tag } of children) totals.set(tag, (totals.get(tag) ?? 0) + 1);
  const seen = new Map<string, number>();
  const steps = new Map<LxmlNode, string>();
  for (const child of children) {
    if (child.tag === COMMENT) continue;
    const place = (seen.get(child.tag) ?? 0) + 1;
    seen.set(child.tag, place);
    steps.set(child, totals.get(child.tag) === 1 ? child.tag : `${child.tag}[${place}]`);
  }
  return steps;
}
