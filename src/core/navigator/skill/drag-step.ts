import type { ActionOf } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import {
  findAround,
  findByUid,
  holds,
  isElement,
  walkElements,
} from '../../snapshot/element-tree.ts';
import type { Observation } from '../run/observation.ts';
import { findPart, isThere, planDrag } from '../widgets/drag.ts';
import type { FoundAgain } from './find-again.ts';
import { findAgain, isUnnamed, readName } from './find-again.ts';
import type { SkillStep, SkillTarget } from './skill.ts';

/*
 * Drags of skills. What is dragged, and where to, is mostly nothing that a page calls clickable: a card, and the empty part
 * of a list. So the skill remembers the words that call them, and finds these among all that is shown, as the request
 * `move Milk to Done` does.
 */

/** Everything on a page that can be dragged, or that calls a place by its name. */
export function listDraggable({
  candidates,
  listLeaves,
}: Pick<Observation, 'candidates' | 'listLeaves'>): Candidate[] {
  return [...candidates, ...(listLeaves?.({ isInView: false }) ?? [])];
}

/**
 * Of what was shown, what calls the part of the page that something was dropped in by a name: its heading, else the first
 * with a name. Null where nothing does, or where it was dropped in what it was in; then only the distance is known.
 */
export function findPlace(
  { uid, toUid }: ActionOf<'drag'>,
  shown: readonly Candidate[],
  root: ElementNode,
): { place: Candidate; part: ElementNode } | null {
  const [from, to] = [findByUid(root, uid), toUid === null ? null : findByUid(root, toUid)];
  const part = from && to ? findPart(from, to) : null;
  if (!part || findAround(from, (around) => around === part)) return null;
  const byUid = new Map(shown.map((each) => [each.uid, each]));
  const inPart = [...walkElements(part)].flatMap((node) => byUid.get(node.uid ?? '') ?? []);
  const named = inPart.filter((each) => !isUnnamed(readName(each)));
  const place = named.find(({ role }) => role === 'heading') ?? named[0];
  return place ? { place, part } : null;
}

export type FoundDrag =
  | {
      kind: 'found';
      item: Candidate;
      action: ActionOf<'drag'>;
      /** The place, as the element that the drag ends on; null for a drag by a distance. */
      destination: Candidate | null;
      result: DragResult | null;
    }
  | { kind: 'done' }
  /** `missing`: what is not there, or is there several times. */
  | { kind: 'several' | 'none'; missing: SkillTarget };

/** What must be so after a drag; `lack` says that it is not. */
export interface DragResult {
  lack: string;
  isSo: (page: Observation) => boolean;
}

/** Finds what a step drags, and the place it drags it to. */
export function findDrag(
  { action, target, drop, side }: SkillStep,
  page: Observation,
  isTranslated: boolean,
): FoundDrag | null {
  if (action.intent !== 'drag' || !target) return null;
  const shown = listDraggable(page);
  const found = findNamed(target, shown, isTranslated);
  if (!('candidate' in found)) return { kind: found.kind, missing: target };
  const item = found.candidate;
  if (!drop) {
    const by = { ...action, uid: item.uid, toUid: null };
    return { kind: 'found', item, action: by, destination: null, result: null };
  }
  const place = findNamed(drop, shown, isTranslated);
  if (!('candidate' in place)) return { kind: place.kind, missing: drop };
  const row = side && page.root ? findRow(item, place.candidate, page.root) : null;
  const sorted = row && side ? planSorting(action, row, side) : null;
  if (sorted) return sorted.kind === 'done' ? sorted : { ...sorted, item };
  const { result, ...plan } = planDrag(item, place.candidate, page.root);
  const isSo = (after: Observation): boolean => !result || isThere(result, after);
  return { kind: 'found', item, ...plan, result: result && { lack: result.lack, isSo } };
}

/** An item and the one that it is dropped on, in the list of both. */
interface Row {
  item: Candidate;
  place: Candidate;
  /** The elements of the list, and which of them are, or hold, the two. */
  elements: ElementNode[];
  from: number;
  to: number;
}

function findRow(item: Candidate, place: Candidate, root: ElementNode): Row | null {
  const [from, to] = [findByUid(root, item.uid), findByUid(root, place.uid)];
  const part = from && to ? findPart(from, to) : null;
  if (!from || !part) return null;
  const elements = (part.parent?.children ?? []).filter(isElement);
  const own = elements.findIndex((each) => holds(each, from));
  return own < 0 ? null : { item, place, elements, from: own, to: elements.indexOf(part) };
}

/**
 * The same gesture has the same outcome. Where the item stands on the other side of the place by now, the gesture is the
 * reverse one, and the outcome as well: there it is dropped on the place's neighbour.
 */
function planSorting(
  { x, y }: ActionOf<'drag'>,
  { item, place, elements, from, to }: Row,
  side: 'after' | 'before',
): { kind: 'done' } | Omit<Extract<FoundDrag, { kind: 'found' }>, 'item'> {
  const step = side === 'after' ? 1 : -1;
  if (from - to === step) return { kind: 'done' };
  const wasForward = (Math.abs(y) > Math.abs(x) ? y : x) > 0;
  const isForward = from < to;
  const uid = elements[wasForward === isForward ? to : to + step]?.uid ?? place.uid;
  const lack = `“${nameCandidate(item)}” is not ${side} “${nameCandidate(place)}” now.`;
  const isSo = ({ root }: Observation): boolean => {
    const now = root ? findRow(item, place, root) : null;
    // What the page has drawn again can't be compared, so that only the receipt tells.
    return !now || now.from - now.to === step;
  };
  return {
    kind: 'found',
    action: { intent: 'drag', uid: item.uid, toUid: uid, x, y },
    destination: { ...place, uid },
    result: { lack, isSo },
  };
}

/** A name is data here: another name is another thing. A handle has none, or only a sign such as “⠿”. */
function findNamed(
  target: SkillTarget,
  shown: readonly Candidate[],
  isTranslated: boolean,
): FoundAgain {
  const found = findAgain(target, shown, isTranslated);
  return found.kind === 'changed' && !isUnnamed(target.name) ? { kind: 'none' } : found;
}
