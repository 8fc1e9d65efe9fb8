import type { Uid } from '../../action/action.ts';
import { listCandidates } from '../../ranking/list-candidates.ts';
import { indexPage } from '../../ranking/page-index.ts';
import type { ElementNode } from '../../snapshot/node.ts';
import { findEquivalents } from './equivalents.ts';
import type { MindNode } from './tree.ts';

/** An entry of `pos_candidates` or `neg_candidates`. */
export interface MindCandidate {
  tag: string;
  /** A JSON object as text: all that `raw_html` says of it. */
  attributes: string;
  is_original_target?: boolean;
  is_top_level_target?: boolean;
  backend_node_id: string;
}

export interface MindCandidates {
  positives: MindCandidate[];
  negatives: MindCandidate[];
}

/**
 * The candidates of an action on a page. Positives: the target and what does the same, the original
 * target first. Negatives: every other element a person could act on, those that look like the target
 * first (same tag and same text or class), then in document order. Null when the target is not in the
 * page.
 */
export function listMindCandidates(
  root: ElementNode,
  tree: MindNode,
  uid: Uid,
): MindCandidates | null {
  const page = indexPage([root]);
  const target = page.elements.find((node) => node.uid === uid);
  if (!target) return null;
  const nodes = mapNodes(tree);
  const { top, all } = findEquivalents(target, page);
  const equivalents = [target, ...all.filter((node) => node !== target)];
  const positives = equivalents.flatMap((element) => {
    const node = nodes.get(element);
    if (!node) return [];
    const flags = {
      is_original_target: element === target,
      is_top_level_target: element === top,
    };
    return [describe(node, flags)];
  });
  const same = new Set<ElementNode>(all).add(target);
  const listed = new Set(listCandidates([root]).map((candidate) => candidate.uid));
  const others = page.elements.filter((node) => !same.has(node));
  const alike = others.filter((node) => looksLike(node, top) && node.box !== null);
  const rest = others.filter(({ uid: own }) => own !== null && listed.has(own));
  const negatives = [...new Set([...alike, ...rest])].flatMap((element) => {
    const node = nodes.get(element);
    return node ? [describe(node)] : [];
  });
  return { positives, negatives };
}

function mapNodes(tree: MindNode): Map<ElementNode, MindNode> {
  const nodes = new Map<ElementNode, MindNode>();
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.element) nodes.set(node.element, node);
    waiting.push(...node.children);
  }
  return nodes;
}

function describe(
  { id, tag, attributes }: MindNode,
  flags: Pick<MindCandidate, 'is_original_target' | 'is_top_level_target'> = {},
): MindCandidate {
  const written = JSON.stringify({ backend_node_id: id, ...Object.fromEntries(attributes) });
  return { tag, attributes: written, ...flags, backend_node_id: id };
}

/** What a careless model takes for the target: another row's button. */
function looksLike(node: ElementNode, target: ElementNode): boolean {
  if (node.tag !== target.tag || node.uid === null) return false;
  const style = target.attributes['class'];
  if (style !== undefined && style !== '' && node.attributes['class'] === style) return true;
  const text = ownText(target);
  return text !== '' && ownText(node) === text;
}

function ownText({ children }: ElementNode): string {
  const texts = children.filter((child) => typeof child === 'string');
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
