import { getNextSibling, getNodeType, getParentNode } from '../read/native.ts';
import type { BoxTaker, Mode } from './boxes.ts';
import type { FieldReader } from './fields.ts';
import type { ShadowRoots } from './shadow-roots.ts';
import { STRAY } from './uids.ts';
import type { Uids } from './uids.ts';
import { findHolder } from './walk-memory.ts';
import type { Part, WalkMemory } from './walk-memory.ts';
import type { Walked } from './walk.ts';

/** Smaller parts are walked through as fast as they are looked up. */
const SMALLEST = 16;

export interface PartTools {
  uids: Pick<Uids, 'look'>;
  shadowRoots: Pick<ShadowRoots, 'find'>;
  boxes: Pick<BoxTaker, 'isAside'>;
  fields: Pick<FieldReader, 'visit'>;
  memory?: WalkMemory | undefined;
}

/** A part that is being walked through for the first time. */
interface Recording {
  element: Element;
  mode: Mode;
  /** The node after it, and how deep in fragments. */
  end: Node | null;
  depth: number;
  /** How much had been noted before it. */
  from: Record<'index' | 'names' | 'spans' | 'roots' | 'frames' | 'hostless', number>;
  omitted: number;
  templates: number;
  wasAmbiguous: boolean;
  fields: Part['fields'];
  strays: Element[];
}

/** Lets a walk pass over parts out of sight that it knows, and remembers those it had to go through. */
export function createPartKeeper(
  walked: Walked,
  { uids, shadowRoots, boxes, fields, memory }: PartTools,
  /** Elements that must be come by whatever is known. */
  visited: readonly Element[],
) {
  const busy = new Set<Node>();
  for (const element of memory ? visited : []) {
    for (let at: Node | null = element; at; at = findHolder(at)) busy.add(at);
  }
  let open: Recording | null = null;

  const holds = (part: Part, element: Element, mode: Mode): boolean =>
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
    if (isWhole && walked.uids.length - from.index >= SMALLEST) {
      memory?.put(element, {
        mode,
        uids: walked.uids.pack(from.index),
        names: walked.names.slice(from.names).join(' '),
        spans: walked.spans.pack(from.spans),
        roots: walked.roots.slice(from.roots),
        frames: countFrom(from.index, walked.frames.slice(from.frames)),
        fields: countFrom(from.index, open.fields),
        hostless: walked.hostless.slice(from.hostless),
        strays,
      });
    }
    open = null;
  };

  return {
    /** Notes what is known of an element out of sight; false when it has to be walked through. */
    recall(element: Element, mode: Mode): boolean {
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
    begin(element: Element, mode: Mode, depth: number): void {
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

    /** An element was noted. */
    note(element: Element, index: number, isField: boolean): void {
      if (!open) return;
      if (isField) open.fields.push({ index, element });
      if (((uids.look(element) ?? 0) & STRAY) !== 0) open.strays.push(element);
    },
  };
}

function countFrom<T extends { index: number }>(start: number, items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, index: item.index - start }));
}

/** The node that a walk comes to after an element and all in it. */
function findNodeAfter(element: Element): Node | null {
  for (let at: Node | null = element; at; at = getParentNode(at)) {
    for (let next = getNextSibling(at); next; next = getNextSibling(next)) {
      if (SHOWN_TYPES.has(getNodeType(next))) return next;
    }
  }
  return null;
}

const SHOWN_TYPES = new Set<number>([
  Node.ELEMENT_NODE,
  Node.COMMENT_NODE,
  Node.PROCESSING_INSTRUCTION_NODE,
]);
