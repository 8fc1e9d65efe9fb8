import { RAW_TAGS, VOID_TAGS } from '../../core/snapshot/markup.ts';
import { getLocalName, getNamespace } from '../native.ts';
import { BUILT_IN_HOSTS } from './shadow-roots.ts';

/* What the walk has to do for an element beyond noting it; bits of one number. */

/** Its children are not written out. */
export const VOID = 1;
/** Its text is written raw. */
export const RAW = 2;
/** Its children are in another fragment. */
export const TEMPLATE = 4;
/** Holds live state. */
export const FIELD = 8;
/** May show another document. */
export const FRAME = 16;
/** May have got a shadow root. */
export const BUILT_IN_HOST = 32;
/** May get a shadow root at any time. */
export const CUSTOM = 64;

export const XHTML = 'http://www.w3.org/1999/xhtml';

const KINDS = new Map<string, number>();
function addKind(kind: number, names: Iterable<string>): void {
  for (const name of names) {
    const upper = name.toUpperCase();
    KINDS.set(upper, (KINDS.get(upper) ?? 0) | kind);
  }
}
addKind(VOID, VOID_TAGS);
addKind(RAW, RAW_TAGS);
addKind(TEMPLATE, ['template']);
addKind(FIELD, ['input', 'textarea', 'select', 'option']);
addKind(FRAME, ['iframe', 'frame', 'object']);
addKind(BUILT_IN_HOST, BUILT_IN_HOSTS);

export type KindReader = ReturnType<typeof createKindReader>;

/** Names and kinds of the elements of one document; `name` is what RawFrame.names wants. */
export function createKindReader(isXml: boolean) {
  const kinds = new Map(KINDS);
  return {
    kindOf: (nodeName: string): number => {
      const known = kinds.get(nodeName);
      if (known !== undefined) return known;
      const custom = nodeName.includes('-') ? CUSTOM : 0;
      // A prefix does not keep an element from being void, but from anything else.
      const prefixed = nodeName.includes(':') ? (KINDS.get(dropPrefix(nodeName)) ?? 0) & VOID : 0;
      const kind = custom | prefixed;
      kinds.set(nodeName, kind);
      return kind;
    },
    // Foreign elements and those made with an upper-case local name are written as ordinary ones.
    /** Whether an element whose name has a kind really is that element of HTML. */
    isGenuine: (element: Element, nodeName: string): boolean =>
      getLocalName(element) === dropPrefix(nodeName).toLowerCase() &&
      getNamespace(element) === XHTML,
    /** In XML documents `nodeName` is as written: HTML's elements are put in upper case. */
    nameOf: (element: Element, nodeName: string): string => {
      if (!isXml) return nodeName;
      const isHtml = getNamespace(element) === XHTML && getLocalName(element) === nodeName;
      return isHtml ? nodeName.toUpperCase() : nodeName;
    },
  };
}

function dropPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
