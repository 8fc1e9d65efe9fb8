import { MARKUP_INSIDE } from '../../core/snapshot/snapshot.ts';
import type { BoxTaker, MeasureMode } from './boxes.ts';
import type { WalkedPart, WalkMemory } from './reuse/walk-memory.ts';
import type { FieldReader } from './secrets/fields.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import type { Uids } from './uids.ts';
import { HOST, STRAY, toNumber } from './uids.ts';
import { getParentOrHost, skipChildren } from '../composed-tree.ts';
import * as dom from '../native.ts';
import * as Kind from './element-kinds.ts';

/** What one pass over a document notes; the lists go with RawFrame's of the same names. */
export interface WalkResult {
  uids: NumberList;
  /** To be joined by spaces; one entry may hold several. */
  names: string[];
  spans: NumberList;
  omit: number[];
  /** Shadow roots that have to be written out, beside those in the parts. */
  roots: ShadowRoot[];
  /** Parts that were known, in document order. */
  parts: { element: Element; part: WalkedPart }[];
  /** What may change without a trace in the document: see frame-taker.ts. */
  templates: DocumentFragment[];
  hostless: Element[];
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

const WALKED_NODES =
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
): WalkResult {
  const { uids, shadowRoots, kinds, boxes, fields } = tools;
  const walked: WalkResult = {
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
  const parts = createPartRecorder(walked, tools, [...omit, ...always]);
  let walker = dom.makeTreeWalker(document, root, WALKED_NODES);
  const outer: { walker: TreeWalker; isDone: boolean }[] = [];
  /** Continues in a fragment; afterwards with the element's children, unless they are not written. */
  const enter = (fragment: Node, isInert: boolean): Node | null => {
    outer.push({ walker, isDone: isInert });
    boxes.enter(isInert);
    walker = dom.makeTreeWalker(document, fragment, WALKED_NODES);
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
    if (known === undefined && dom.getNodeType(node) !== Node.ELEMENT_NODE) {
      walked.spans.push(measureNonElement(node as CharacterData));
      node = walker.nextNode();
      continue;
    }
    const element = node as Element;
    let value = known ?? uids.add(element);
    const index = walked.uids.length;
    let name = kinds.nameOf(element, dom.getNodeName(element));
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

/** A comment's data; of an instruction, all that is written between `<?` and `?>`. */
function measureNonElement(node: CharacterData): number {
  if (dom.getNodeType(node) === Node.COMMENT_NODE) return node.length;
  return dom.getNodeName(node).length + 1 + node.length;
}

/** Raw text is stepped over by its length. With elements in it that does not work: it is read as markup. */
function noteRawText(element: Element, walked: WalkResult): void {
  let length = 0;
  let isMixed = false;
  let looksLikeMarkup = false;
  for (let child = dom.getFirstChild(element); child; child = dom.getNextSibling(child)) {
    if (dom.getNodeType(child) !== Node.TEXT_NODE) isMixed = true;
    else length += (child as CharacterData).length;
  }
  if (isMixed) looksLikeMarkup = element.textContent.includes('<');
  walked.spans.push(isMixed ? MARKUP_INSIDE : length);
  walked.isAmbiguous ||= looksLikeMarkup;
}

/** Smaller parts are walked through as fast as they are looked up. */
const MIN_PART_SIZE = 16;

export interface PartTools {
  uids: Pick<Uids, 'look'>;
  shadowRoots: Pick<ShadowRoots, 'find'>;
  boxes: Pick<BoxTaker, 'isAside'>;
  fields: Pick<FieldReader, 'visit'>;
  memory?: WalkMemory | undefined;
}

/** A part that is being walked through for the first time. */
interface OpenPart {
  element: Element;
  mode: MeasureMode;
  /** The node after it, and how deep in fragments. */
  end: Node | null;
  depth: number;
  /** How much had been noted before it. */
  from: Record<'index' | 'names' | 'spans' | 'roots' | 'frames' | 'hostless', number>;
  omitted: number;
  templates: number;
  wasAmbiguous: boolean;
  fields: WalkedPart['fields'];
  strays: Element[];
}

/** Lets a walk pass over parts out of sight that it knows, and remembers those it had to go through. */
function createPartRecorder(
  walked: WalkResult,
  { uids, shadowRoots, boxes, fields, memory }: PartTools,
  /** Elements that must be come by whatever is known. */
  visited: readonly Element[],
) {
  const busy = new Set<Node>();
  for (const element of memory ? visited : []) {
    for (let at: Node | null = element; at; at = getParentOrHost(at)) busy.add(at);
  }
  let open: OpenPart | null = null;

  const holds = (part: WalkedPart, element: Element, mode: MeasureMode): boolean =>
    part.mode === mode &&
    !busy.has(element) &&
    part.hostless.every((host) => shadowRoots.find(host) === null) &&
    (mode === 'none' || part.strays.every(boxes.isAside));

  const finish = (): void => {
    if (!open) return;
    const { element, mode, from, omitted, templates, wasAmbiguous, strays } = open;
    const isWhole =
      walked.omit.length === omitted &&
      walked.templates.length === templates &&
      walked.isAmbiguous === wasAmbiguous;
    if (isWhole && walked.uids.length - from.index >= MIN_PART_SIZE) {
      memory?.put(element, {
        mode,
        uids: walked.uids.pack(from.index),
        names: walked.names.slice(from.names).join(' '),
        spans: walked.spans.pack(from.spans),
        roots: walked.roots.slice(from.roots),
        frames: rebaseIndexes(from.index, walked.frames.slice(from.frames)),
        fields: rebaseIndexes(from.index, open.fields),
        hostless: walked.hostless.slice(from.hostless),
        strays,
      });
    }
    open = null;
  };

  return {
    /** Notes what is known of an element out of sight; false when it has to be walked through. */
    recall(element: Element, mode: MeasureMode): boolean {
      const part = open ? undefined : memory?.get(element);
      if (!part || !holds(part, element, mode)) return false;
      const start = walked.uids.length;
      walked.uids.append(part.uids);
      walked.names.push(part.names);
      walked.spans.append(part.spans);
      walked.parts.push({ element, part });
      for (const host of part.hostless) walked.hostless.push(host);
      for (const frame of part.frames) {
        walked.frames.push({ ...frame, index: start + frame.index });
      }
      for (const field of part.fields) fields.visit(field.element, start + field.index);
      return true;
    },

    /** The walk goes into an element out of sight. */
    begin(element: Element, mode: MeasureMode, depth: number): void {
      if (!memory || open) return;
      open = {
        element,
        mode,
        end: findNodeAfter(element),
        depth,
        from: {
          index: walked.uids.length,
          names: walked.names.length,
          spans: walked.spans.length,
          roots: walked.roots.length,
          frames: walked.frames.length,
          hostless: walked.hostless.length,
        },
        omitted: walked.omit.length,
        templates: walked.templates.length,
        wasAmbiguous: walked.isAmbiguous,
        fields: [],
        strays: [],
      };
    },

    /** The walk comes to a node, or to the end (null) of the fragment it is in. */
    arrive(node: Node | null, depth: number): void {
      if (open?.depth === depth && (node === null || node === open.end)) finish();
    },

    note(element: Element, index: number, isField: boolean): void {
      if (!open) return;
      if (isField) open.fields.push({ index, element });
      if (((uids.look(element) ?? 0) & STRAY) !== 0) open.strays.push(element);
    },
  };
}

function rebaseIndexes<T extends { index: number }>(start: number, items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, index: item.index - start }));
}

/** The node that a walk comes to after an element and all in it. */
function findNodeAfter(element: Element): Node | null {
  for (let at: Node | null = element; at; at = dom.getParentNode(at)) {
    for (let next = dom.getNextSibling(at); next; next = dom.getNextSibling(next)) {
      if (WALKED_NODE_TYPES.has(dom.getNodeType(next))) return next;
    }
  }
  return null;
}

const WALKED_NODE_TYPES = new Set<number>([
  Node.ELEMENT_NODE,
  Node.COMMENT_NODE,
  Node.PROCESSING_INSTRUCTION_NODE,
]);

type NumberList = ReturnType<typeof createNumberList>;

/** A growing list of 32-bit numbers, packed from the start. */
function createNumberList() {
  let held = new Uint32Array(1024);
  let length = 0;
  const makeRoom = (needed: number): void => {
    if (needed <= held.length) return;
    const larger = new Uint32Array(Math.max(needed, 2 * held.length));
    larger.set(held);
    held = larger;
  };
  return {
    get length() {
      return length;
    },
    push: (number: number): void => {
      makeRoom(length + 1);
      held[length++] = number;
    },
    append: (numbers: Uint32Array): void => {
      makeRoom(length + numbers.length);
      held.set(numbers, length);
      length += numbers.length;
    },
    /** A copy of the numbers from `start` on. */
    pack: (start: number = 0): Uint32Array<ArrayBuffer> => held.slice(start, length),
  };
}
