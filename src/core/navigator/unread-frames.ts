import { cut } from '../ranking/visible-text.ts';
import type { ElementNode } from '../snapshot/node.ts';
import { walkElements } from '../snapshot/find.ts';

/** Smaller ones hold nothing for a person. CSS px. */
const LEAST = { width: 60, height: 30 };
const LONGEST_NAME = 60;
const MOST = 3;

/**
 * Names of the frames that a page shows and that could not be read: of a `blob:` address, of the browser or of
 * another extension. What is in them is in no observation. `hidden`: elements that nobody can see.
 */
export function listUnreadFrames(root: ElementNode, hidden?: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (const node of walkElements(root)) {
    if (!isFrame(node) || node.content || !node.box || hidden?.has(node.uid ?? '')) continue;
    const { width, height } = node.box;
    if (width >= LEAST.width && height >= LEAST.height) names.push(nameFrame(node));
  }
  return [...new Set(names)].slice(0, MOST);
}

/** As a sentence for the user, who may look for something in there; empty where all was read. */
export function tellUnreadFrames(root: ElementNode | undefined): string {
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
  return cut(called.find((each) => each.trim() !== '')?.trim() ?? tag, LONGEST_NAME);
}
