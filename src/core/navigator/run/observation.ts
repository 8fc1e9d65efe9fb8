import type { Uid } from '../../action/action.ts';
import type { PageTool } from '../../action/page-tool.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { cut } from '../../ranking/page/visible-text.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { walkElements } from '../../snapshot/element-tree.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';

export interface Observation {
  tabId: number;
  url: string;
  title: string;
  candidates: readonly Candidate[];
  /** Lists elements that may be clickable although nothing says so; those in view only, unless told otherwise. */
  listLeaves?: (options?: { isInView: boolean }) => readonly Candidate[];
  /** The element with the keyboard focus, if known. */
  focused?: Uid | null;
  /** What the page registers for agents, where the browser has WebMCP. */
  tools?: readonly PageTool[];
  page?: PageSnapshot;
  /** `page` as a tree, which is read-only. */
  root?: ElementNode;
  /** What style sheets make transparent. */
  unseen?: ReadonlySet<Uid>;
}

/** Smaller frames show nothing to a person. CSS px. */
const MIN_SIZE = { width: 60, height: 30 };
const MAX_NAME = 60;
const MAX_LISTED = 3;

/** Names the visible frames that could not be read: `blob:` addresses, and pages of the browser or of other extensions. */
export function listUnreadFrames(root: ElementNode, hidden?: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (const node of walkElements(root)) {
    if (!isFrame(node) || node.content || !node.box || hidden?.has(node.uid ?? '')) continue;
    const { width, height } = node.box;
    if (width >= MIN_SIZE.width && height >= MIN_SIZE.height) names.push(nameFrame(node));
  }
  return [...new Set(names)].slice(0, MAX_LISTED);
}

export function describeUnreadFrames(root: ElementNode | undefined): string {
  const [first, ...more] = root ? listUnreadFrames(root) : [];
  if (first === undefined) return '';
  const names = [first, ...more].map((name) => `“${name}”`).join(', ');
  return `What is in the ${more.length > 0 ? 'frames' : 'frame'} ${names} of this page I cannot read.`;
}

function isFrame({ tag, attributes }: ElementNode): boolean {
  if (tag === 'iframe' || tag === 'frame') return true;
  return (tag === 'embed' || tag === 'object') && attributes['type'] === 'application/pdf';
}

function nameFrame({ attributes, tag }: ElementNode): string {
  const { title = '', name = '', id = '', src = '', data = '' } = attributes;
  const [, scheme = '', host = ''] =
    /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/iu.exec(src || data) ?? [];
  const address = host === '' ? scheme && `${scheme}:` : host;
  const called = [title, attributes['aria-label'] ?? '', name, id, address, tag];
  return cut(called.find((each) => each.trim() !== '')?.trim() ?? tag, MAX_NAME);
}
