import { writeAttributes } from '../formats/dmr/document.ts';
import type { OtrCandidate } from '../formats/otr/candidates-part.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { collapse, cut } from '../ranking/visible-text.ts';
import { walkElements } from '../snapshot/find.ts';
import type { ElementNode } from '../snapshot/node.ts';

const LONGEST = 200;
const MOST_OPTIONS = 20;

/** Elements of a page by frame and uid. */
export type Nodes = ReadonlyMap<string, ElementNode>;

/** The elements that these candidates are. */
export function indexNodes(tree: ElementNode, candidates: readonly Candidate[]): Nodes {
  const uids = new Set(candidates.map(({ uid }) => uid));
  const nodes = new Map<string, ElementNode>();
  for (const node of walkElements(tree)) {
    if (node.uid !== null && uids.has(node.uid)) nodes.set(keyOf(node.frameId, node.uid), node);
  }
  return nodes;
}

/**
 * A candidate of a page that is open, as a document of WebLINX's (format notes §3.4), with what that does
 * not tell behind it: its accessible name, role, state, options and what it stands beside.
 */
export function describeLive(candidate: Candidate, nodes: Nodes | null): OtrCandidate {
  const { uid, tag, role, fields, box, checked, options, disabled, xpath } = candidate;
  const node = nodes?.get(keyOf(candidate.frameId, uid));
  const more: Record<string, string> = {
    name: oneLine(fields.name),
    role: role === 'generic' ? '' : role,
    label: fields.label === fields.name ? '' : oneLine(fields.label),
    placeholder: fields.placeholder === fields.name ? '' : oneLine(fields.placeholder),
    value: oneLine(fields.value),
    checked: checked === null ? '' : String(checked),
    options: options.slice(0, MOST_OPTIONS).join(' | '),
    context: oneLine(fields.context.split('\n').join(' / ')),
    state: disabled ? 'disabled' : '',
  };
  return {
    uid,
    fields: {
      tag,
      xpath,
      text: oneLine(fields.text),
      bbox: box
        ? (['x', 'y', 'width', 'height'] as const)
            .map((side) => `${side}=${Math.round(box[side])}`)
            .join(' ')
        : '',
      attributes: node ? writeAttributes(Object.entries(node.attributes)) : '',
      children: listChildTags(node),
    },
    more: Object.fromEntries(Object.entries(more).filter(([, text]) => text !== '')),
  };
}

function listChildTags(node: ElementNode | undefined): string {
  const elements = node?.children.filter((child) => typeof child !== 'string') ?? [];
  return elements
    .slice(0, 2)
    .map(({ tag }) => tag)
    .join(' ');
}

function oneLine(text: string): string {
  return cut(collapse(text), LONGEST);
}

function keyOf(frameId: number, uid: string): string {
  return `${frameId} ${uid}`;
}
