import type { ActionOf, Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { ITEM_NOUNS, PLACE_NOUNS } from '../../ranking/lexicon/query-words.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import {
  findAround,
  findByUid,
  holds as holdsNode,
  readWholeText,
  walkElements,
  withAncestors,
} from '../../snapshot/element-tree.ts';
import { containsWords, isNamed, isTextField, isToggle, normalizeName } from '../form-controls.ts';
import type { TaskOf } from '../request/step.ts';
import { findTarget } from '../target/find-target.ts';
import type { FoundTarget, Grounded, Sight } from '../target/grounded.ts';
import { act, found, getOnly, isUsable, lost } from '../target/grounded.ts';

/**
 * What a page shows and a person points at, in view or not: an element that can be pressed, or a text that nothing calls
 * clickable. Boxes and fields beside it are not it.
 */
export async function findThing(words: string, sight: Sight): Promise<FoundTarget> {
  const pressed = sight.candidates.filter(
    (each) => isUsable(each) && !isToggle(each) && !isTextField(each),
  );
  const pool = [...pressed, ...(sight.listLeaves?.({ isInView: false }) ?? [])];
  for (const name of [words, dropNouns(words)]) {
    const called = pool.filter((each) => isNamed(each, name));
    const only = getOnly(called.filter((each) => !called.some((other) => holds(each, other))));
    if (only) return found(only);
  }
  return findTarget(words, 'click', pool, sight);
}

/** "The task Buy milk", "the Done column": what it is called by. */
export function dropNouns(words: string): string {
  const isNoun = (word = ''): boolean =>
    ITEM_NOUNS.has(word.toLowerCase()) || PLACE_NOUNS.has(word.toLowerCase());
  const said = words.replace(/^(?:the|my|this)\s+/iu, '').split(/\s+/u);
  if (said.length > 1 && isNoun(said[0])) said.shift();
  else if (said.length > 1 && isNoun(said.at(-1))) said.pop();
  return said.join(' ').replace(/^(?:called|named)\s+/iu, '');
}

function holds(outer: Candidate, inner: Candidate): boolean {
  return outer.frameId === inner.frameId && inner.xpath.startsWith(`${outer.xpath}/`);
}

/** "Move Buy milk to Done": onto what is called so, or into the list that it heads. */
export async function groundDrag({ target, to }: TaskOf<'drag'>, sight: Sight): Promise<Grounded> {
  const source = await findThing(target, sight);
  if (source.kind !== 'found') return source.kind === 'ask' ? lostAmong(target) : source;
  const onto = await findThing(to, sight);
  if (onto.kind !== 'found') return onto.kind === 'ask' ? lostAmong(to) : onto;
  const [item, place] = [source.candidate, onto.candidate];
  if (item.uid === place.uid) return lost(`“${target}” and “${to}” are the same to me here.`);
  const { action, destination, result } = planDrag(item, place, sight.root);
  return { ...act(action, item, result ? [result] : []), destination };
}

interface DragPlan {
  action: ActionOf<'drag'>;
  /** The place, as the element that the drag ends on. */
  destination: Candidate;
  /** The item must be shown in the place afterwards. Null if both are in one list, or the page's elements are unknown. */
  result: TaskOf<'shown'> | null;
}

/** Plans to drag an item onto a place, or into the part of the page that the place is the name of. */
export function planDrag(
  item: Candidate,
  place: Candidate,
  root: ElementNode | undefined,
): DragPlan {
  const { onto, part } = findDrop(item, place, root);
  const text = nameCandidate(item);
  const isBeside =
    item.items?.[0]?.list === place.items?.[0]?.list && !isInSection(item, place, root);
  const lack = `“${text}” is not in “${nameCandidate(place)}” now.`;
  const [x, y] = [measureWay(item, place, 'x'), measureWay(item, place, 'y')];
  return {
    action: { intent: 'drag', uid: item.uid, toUid: onto, x, y },
    destination: { ...place, uid: onto },
    result: part === null || isBeside ? null : { kind: 'shown', text, within: part, lack },
  };
}

const HEADING = /^h[1-6]$/u;

/** Whether the item stands in a part of the page with a heading that doesn't hold the place: a column of a board. */
function isInSection(item: Candidate, place: Candidate, root: ElementNode | undefined): boolean {
  const [from, to] = root ? [findByUid(root, item.uid), findByUid(root, place.uid)] : [];
  const part = from && to ? findPart(to, from) : null;
  if (!from || !part) return false;
  return [...walkElements(part)].some(
    (node) => HEADING.test(node.tag) && !holdsNode(node, from) && !holdsNode(from, node),
  );
}

function lostAmong(words: string): Grounded {
  return lost(`There are several that fit “${words}”: say which one.`);
}

/** Between the middles of two elements, CSS px. */
function measureWay(from: Candidate, to: Candidate, side: 'x' | 'y'): number {
  const size = side === 'x' ? 'width' : 'height';
  const [start, end] = [from.box, to.box].map((box) => (box ? box[side] + box[size] / 2 : 0));
  return Math.round((end ?? 0) - (start ?? 0));
}

/**
 * A list is called by its heading, and takes things below it. Of the part of the page around the place that doesn't hold
 * the item, something of the item's own make counts: another item, else the list. Without one it is the place itself.
 */
function findDrop(
  item: Candidate,
  place: Candidate,
  root: ElementNode | undefined,
): { onto: Uid; part: Uid | null } {
  const [from, to] = root ? [findByUid(root, item.uid), findByUid(root, place.uid)] : [];
  const part = from && to ? findPart(from, to) : null;
  if (!from || !part) return { onto: place.uid, part: null };
  const inPart = [...walkElements(part)];
  for (const each of withAncestors(from)) {
    if (each === part.parent) break;
    const like = inPart.findLast((other) => other.box !== null && isLike(other, each));
    if (like?.uid) return { onto: like.uid, part: part.uid };
  }
  return { onto: place.uid, part: part.uid };
}

/** The largest part of the page around `to` that doesn't hold `from`. */
export function findPart(from: ElementNode, to: ElementNode): ElementNode | null {
  const around = new Set(withAncestors(from));
  return findAround(to, ({ parent }) => parent === null || around.has(parent));
}

function isLike(one: ElementNode, other: ElementNode): boolean {
  const [own, others] = [one, other].map(({ attributes }) => attributes['class'] ?? '');
  return one.tag === other.tag && own === others;
}

/** Whether something that was moved or renamed is where, and as, it was asked for. */
export function groundShown(task: TaskOf<'shown'>, sight: Sight): Grounded {
  return isThere(task, sight) ? { kind: 'skip', text: '' } : lost(task.lack);
}

export function isThere(
  { text, within }: TaskOf<'shown'>,
  { root, candidates }: Pick<Sight, 'root' | 'candidates'>,
): boolean {
  const wanted = normalizeName(text);
  const isIn = (node: ElementNode | null | undefined): boolean =>
    node != null && containsWords(normalizeName(readWholeText(node)), wanted);
  const part = root && within !== null ? findByUid(root, within) : root;
  // The page has drawn that part again, so that only the receipt tells.
  if (within !== null && part === null) return true;
  const isHeld = candidates.some(({ fields }) => normalizeName(fields.value) === wanted);
  // What was dropped on a bin or a folder is on the page no more.
  const isGone = within !== null && !isIn(root);
  return isIn(part) || isHeld || isGone;
}
