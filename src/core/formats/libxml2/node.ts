/** What a comment has in place of a tag. */
export const COMMENT = '#comment';

/**
 * A node of a page as Python's lxml sees it: text belongs to the node before it, as `tail`. Comments
 * are nodes too (`tag` is COMMENT, `text` their data).
 */
export interface LxmlNode {
  /** Lower case, without a prefix. */
  tag: string;
  /** In source order. null is an attribute without a value, and prints bare. */
  attributes: Map<string, string | null>;
  parent: LxmlNode | null;
  children: LxmlNode[];
  /** Before the first child. */
  text: string;
  /** Behind the node's end, up to the next node. */
  tail: string;
}

export function makeNode(tag: string, parent: LxmlNode | null): LxmlNode {
  return { tag, attributes: new Map(), parent, children: [], text: '', tail: '' };
}

/** All elements under and with `root` in document order; no comments. */
export function listElements(root: LxmlNode): LxmlNode[] {
  const elements: LxmlNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.tag === COMMENT) continue;
    elements.push(node);
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child) waiting.push(child);
    }
  }
  return elements;
}

/** A deep copy without a parent: pruning changes the tree. */
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
