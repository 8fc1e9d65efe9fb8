import { MARKUP_INSIDE } from '../../core/snapshot/snapshot.ts';
import {
  getFirstChild,
  getNextSibling,
  getNodeName,
  getNodeType,
  makeTreeWalker,
} from '../read/native.ts';
import type { BoxTaker } from './boxes.ts';
import type { FieldReader } from './fields.ts';
import * as Kind from './kinds.ts';
import { createNumberList } from './number-list.ts';
import type { NumberList } from './number-list.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import { HOST, toNumber } from './uids.ts';
import type { Uids } from './uids.ts';
import type { Part, WalkMemory } from './walk-memory.ts';
import { createPartKeeper } from './walk-parts.ts';

/** What one pass over a document notes; the lists go with RawFrame's of the same names. */
export interface Walked {
  uids: NumberList;
  /** To be joined by spaces; one entry may hold several. */
  names: string[];
  spans: NumberList;
  omit: number[];
  /** Shadow roots that have to be written out, beside those in the parts. */
  roots: ShadowRoot[];
  /** Parts that were known, in document order. */
  parts: { element: Element; part: Part }[];
  /** What may change without a trace in the document: see reuse.ts. */
  templates: DocumentFragment[];
  hostless: Element[];
  /** Frame elements, with their index. */
  frames: { index: number; element: HTMLElement }[];
  /** Whether what the browser writes could be misread in spite of all notes. */
  isAmbiguous: boolean;
}

export interface WalkTools {
  uids: Uids;
  shadowRoots: ShadowRoots;
  kinds: Kind.KindReader;
  boxes: BoxTaker;
  fields: FieldReader;
  memory?: WalkMemory | undefined;
}

const SHOWN =
  NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION;

/**
 * Goes once over all elements under `root`, itself first, in the order in which `getHTML` writes
 * their start tags: a host's shadow root before its children, a template's content instead of them.
 */
export function walkDocument(
  document: Document,
  root: Element,
  tools: WalkTools,
  { omit, always }: { omit: readonly Element[]; always: readonly Element[] },
): Walked {
  const { uids, shadowRoots, kinds, boxes, fields } = tools;
  const walked: Walked = {
    uids: createNumberList(),
    names: [],
    spans: createNumberList(),
    omit: [],
    roots: [],
    parts: [],
    templates: [],
    hostless: [],
    frames: [],
    isAmbiguous: false,
  };
  const parts = createPartKeeper(walked, tools, [...omit, ...always]);
  let walker = makeTreeWalker(document, root, SHOWN);
  const outer: { walker: TreeWalker; isDone: boolean }[] = [];
  /** Continues in a fragment; afterwards with the element's children, unless they are not written. */
  const enter = (fragment: Node, isInert: boolean): Node | null => {
    outer.push({ walker, isDone: isInert });
    boxes.enter(isInert);
    walker = makeTreeWalker(document, fragment, SHOWN);
    return walker.nextNode();
  };

  let node: Node | null = root;
  for (;;) {
    parts.arrive(node, outer.length);
    if (node === null) {
      const back = outer.pop();
      if (!back) break;
      boxes.leave();
      ({ walker } = back);
      node = back.isDone ? skipChildren(walker) : walker.nextNode();
      continue;
    }
    const known = uids.look(node);
    if (known === undefined && getNodeType(node) !== Node.ELEMENT_NODE) {
      walked.spans.push(measureAside(node as CharacterData));
      node = walker.nextNode();
      continue;
    }
    const element = node as Element;
    let value = known ?? uids.add(element);
    const index = walked.uids.length;
    let name = kinds.nameOf(element, getNodeName(element));
    let kind = kinds.kindOf(name);
    if ((kind & ~(Kind.CUSTOM | Kind.BUILT_IN_HOST)) !== 0 && !kinds.isGenuine(element, name)) {
      kind = 0;
      name = name.toLowerCase();
    }
    if ((kind & Kind.CUSTOM) !== 0 || (known === undefined && (kind & Kind.BUILT_IN_HOST) !== 0)) {
      if ((value & HOST) === 0) {
        if (shadowRoots.find(element)) value |= HOST;
        else if ((kind & Kind.CUSTOM) !== 0) walked.hostless.push(element);
      }
    }
    const shadowRoot = (value & HOST) === 0 ? null : shadowRoots.known(element);
    walked.uids.push(toNumber(value));
    walked.names.push(shadowRoot ? `${name}/` : name);
    if (omit.length > 0 && omit.includes(element)) walked.omit.push(index);
    const aside = boxes.visit(element, index, value);
    parts.note(element, index, (kind & Kind.FIELD) !== 0);
    if (aside && (kind & ~(Kind.CUSTOM | Kind.BUILT_IN_HOST)) === 0) {
      if (parts.recall(element, aside)) {
        node = skipChildren(walker);
        continue;
      }
      parts.begin(element, aside, outer.length);
    }
    if (shadowRoot) {
      walked.roots.push(shadowRoot);
      node = enter(shadowRoot, false);
      continue;
    }
    if ((kind & Kind.FIELD) !== 0) fields.visit(element, index);
    if ((kind & Kind.FRAME) !== 0 && element instanceof HTMLElement) {
      walked.frames.push({ index, element });
    }
    if ((kind & Kind.RAW) !== 0) noteRawText(element, walked);
    if ((kind & Kind.TEMPLATE) !== 0 && element instanceof HTMLTemplateElement) {
      walked.templates.push(element.content);
      node = enter(element.content, true);
    } else node = (kind & Kind.VOID) === 0 ? walker.nextNode() : skipChildren(walker);
  }
  return walked;
}

/** The next node that is not inside the walker's current one. */
function skipChildren(walker: TreeWalker): Node | null {
  do {
    const next = walker.nextSibling();
    if (next) return next;
  } while (walker.parentNode());
  return null;
}

/** A comment's data; of an instruction, all that is written between `<?` and `?>`. */
function measureAside(node: CharacterData): number {
  if (getNodeType(node) === Node.COMMENT_NODE) return node.length;
  return getNodeName(node).length + 1 + node.length;
}

/** Raw text is stepped over by its length. With elements in it that does not work: it is read as markup. */
function noteRawText(element: Element, walked: Walked): void {
  let length = 0;
  let isMixed = false;
  let looksLikeMarkup = false;
  for (let child = getFirstChild(element); child; child = getNextSibling(child)) {
    if (getNodeType(child) !== Node.TEXT_NODE) isMixed = true;
    else length += (child as CharacterData).length;
  }
  if (isMixed) looksLikeMarkup = element.textContent.includes('<');
  walked.spans.push(isMixed ? MARKUP_INSIDE : length);
  walked.isAmbiguous ||= looksLikeMarkup;
}
