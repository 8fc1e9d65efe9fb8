import type { MindNode } from './tree.ts';

const SALIENT = new Set(
  (
    'alt aria_description aria_label aria_role input_checked input_value label name option_selected ' +
    'placeholder role text_value title type value'
  ).split(' '),
);
const SILENT_ROLES = new Set(['presentation', 'none', 'link']);
/** Nothing of these is ever seen. Deviation: what the published cleaner does with them is not known. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'meta', 'link', 'base']);

/**
 * The page as models get it (`cleaned_html`, after Mind2Web's `clean_tree`): only salient attributes,
 * no empty texts, and elements that say nothing dissolved. Elements whose id is in `kept` stay, whatever
 * they are and wherever they stand, so that no candidate and no target can be lost.
 */
export function cleanTree(root: MindNode, kept: ReadonlySet<string>): MindNode {
  return { ...root, attributes: cleanAttributes(root), children: cleanChildren(root, kept) };
}

function cleanChildren(node: MindNode, kept: ReadonlySet<string>): MindNode[] {
  return node.children.flatMap((child) => cleanNode(child, kept));
}

function cleanNode(node: MindNode, kept: ReadonlySet<string>): MindNode[] {
  if (node.element === null) {
    const text = collapse(node.text);
    return text === '' ? [] : [{ ...node, text }];
  }
  const isKept = kept.has(node.id);
  const children = cleanChildren(node, kept);
  if (UNSEEN.has(node.tag) && !isKept) return children.filter((child) => holds(child, kept));
  const attributes = cleanAttributes(node);
  const hasText = children.some((child) => child.element === null);
  if (!isKept && attributes.size === 0 && !hasText && children.length <= 1) return children;
  return [{ ...node, attributes, children }];
}

function holds(node: MindNode, kept: ReadonlySet<string>): boolean {
  return kept.has(node.id) || node.children.some((child) => holds(child, kept));
}

function cleanAttributes(node: MindNode): Map<string, string> {
  const cleaned = new Map<string, string>();
  for (const [name, value] of node.attributes) {
    const text = collapse(value);
    if (node.tag === 'svg' && name === 'class') {
      const icons = text.match(/\S*icon\S*/gi)?.join(' ') ?? '';
      if (icons !== '') cleaned.set(name, icons);
    }
    if (!SALIENT.has(name) || text === '') continue;
    if (name === 'role' && SILENT_ROLES.has(text)) continue;
    if (name === 'type' && text === 'hidden') continue;
    cleaned.set(name, text);
  }
  return cleaned;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
