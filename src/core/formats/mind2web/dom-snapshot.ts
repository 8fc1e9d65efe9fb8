import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { MindNode } from './tree.ts';
import { buildMindTree } from './tree.ts';

/**
 * A page in the shape of Chrome's `DOMSnapshot.captureSnapshot`: indices into `strings`. One document
 * with the frames' documents in it, numbered like `raw_html`; boxes are page coordinates, CSS px.
 */
export interface DomSnapshot {
  documents: [
    {
      documentURL: number;
      title: number;
      scrollOffsetX: number;
      scrollOffsetY: number;
      nodes: {
        parentIndex: number[];
        nodeType: number[];
        nodeName: number[];
        nodeValue: number[];
        backendNodeId: number[];
        attributes: number[][];
      };
      layout: { nodeIndex: number[]; bounds: number[][] };
    },
  ];
  strings: string[];
}

export function writeDomSnapshot(page: PageSnapshot): DomSnapshot {
  const [top] = page.frames;
  const scroll = top?.scroll ?? { x: 0, y: 0 };
  const strings: string[] = [];
  const known = new Map<string, number>();
  const intern = (text: string): number => {
    const index = known.get(text) ?? strings.push(text) - 1;
    known.set(text, index);
    return index;
  };
  const nodes: DomSnapshot['documents'][0]['nodes'] = {
    parentIndex: [],
    nodeType: [],
    nodeName: [],
    nodeValue: [],
    backendNodeId: [],
    attributes: [],
  };
  const layout: DomSnapshot['documents'][0]['layout'] = { nodeIndex: [], bounds: [] };
  const waiting: { node: MindNode; parent: number }[] = [
    { node: buildMindTree(parsePage(page), scroll), parent: -1 },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent } = next;
    const { element } = node;
    const index = nodes.parentIndex.push(parent) - 1;
    nodes.nodeType.push(element ? 1 : 3);
    nodes.nodeName.push(intern(element ? element.tag.toUpperCase() : '#text'));
    nodes.nodeValue.push(element ? -1 : intern(node.text));
    nodes.backendNodeId.push(Number(node.id));
    const attributes = element ? Object.entries(element.attributes) : [];
    nodes.attributes.push(attributes.flatMap(([name, value]) => [intern(name), intern(value)]));
    const box = element?.box;
    if (box) {
      layout.nodeIndex.push(index);
      layout.bounds.push([box.x + scroll.x, box.y + scroll.y, box.width, box.height]);
    }
    for (const child of node.children.toReversed()) waiting.push({ node: child, parent: index });
  }
  const [documentURL, title] = [intern(top?.url ?? ''), intern(top?.title ?? '')];
  const place = { documentURL, title, scrollOffsetX: scroll.x, scrollOffsetY: scroll.y };
  return { documents: [{ ...place, nodes, layout }], strings };
}
