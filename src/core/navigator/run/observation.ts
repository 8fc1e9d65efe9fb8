import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { cut } from '../../ranking/page/visible-text.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { walkElements } from '../../snapshot/element-tree.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';

/** A page as the navigator sees it. */
export interface Observation {
  tabId: number;
  url: string;
  title: string;
  candidates: readonly Candidate[];
  /** What else might be pressed though nothing calls it clickable (`listLeaves`); absent: not looked for. */
  listLeaves?: () => readonly Candidate[];
  /** The element that has the keyboard focus, when it is known. */
  focused?: Uid | null;
  /** Says how large the visible part is and how far it is scrolled. */
  page?: PageSnapshot;
  /** The same as a tree, which is read-only; read from `page` if absent. */
  root?: ElementNode;
  /** What style sheets make transparent, where that was read. */
  unseen?: ReadonlySet<Uid>;
}

/** Smaller ones hold nothing for a person. CSS px. */
const MIN_SIZE = { width: 60, height: 30 };
const MAX_NAME = 60;
const MAX_LISTED = 3;

/**
 * Names of the frames that a page shows and that could not be read: of a `blob:` address, of the browser or of
 * another extension. Observations lack what is in them. `hidden`: invisible elements.
 */
export function listUnreadFrames(root: ElementNode, hidden?: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (const node of walkElements(root)) {
    if (!isFrame(node) || node.content || !node.box || hidden?.has(node.uid ?? '')) continue;
    const { width, height } = node.box;
    if (width >= MIN_SIZE.width && height >= MIN_SIZE.height) names.push(nameFrame(node));
  }
  return [...new Set(names)].slice(0, MAX_LISTED);
}

/** As a sentence for the user, who may look for something in there; empty where all was read. */
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
