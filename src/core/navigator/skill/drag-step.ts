import type { ActionOf } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findAround, findByUid, walkElements } from '../../snapshot/element-tree.ts';
import type { Observation } from '../run/observation.ts';
import type { DragPlan } from '../widgets/drag.ts';
import { findPart, planDrag } from '../widgets/drag.ts';
import type { FoundAgain } from './find-again.ts';
import { findAgain, readName } from './find-again.ts';
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
): Candidate | null {
  const [from, to] = [findByUid(root, uid), toUid === null ? null : findByUid(root, toUid)];
  const part = from && to ? findPart(from, to) : null;
  if (!part || findAround(from, (around) => around === part)) return null;
  const byUid = new Map(shown.map((each) => [each.uid, each]));
  const inPart = [...walkElements(part)].flatMap((node) => byUid.get(node.uid ?? '') ?? []);
  const named = inPart.filter((each) => readName(each) !== '');
  return named.find(({ role }) => role === 'heading') ?? named[0] ?? null;
}

export type FoundDrag =
  | ({ kind: 'found'; item: Candidate } & DragPlan)
  /** `missing`: what is not there, or is there several times. */
  | { kind: 'several' | 'none'; missing: SkillTarget };

/** Finds what a step drags, and the place it drags it to. */
export function findDrag(
  { action, target, drop }: SkillStep,
  page: Observation,
  isTranslated: boolean,
): FoundDrag | null {
  if (action.intent !== 'drag' || !target) return null;
  const shown = listDraggable(page);
  const item = findNamed(target, shown, isTranslated);
  if (!('candidate' in item)) return { kind: item.kind, missing: target };
  const { uid } = item.candidate;
  if (!drop) {
    const by = { ...action, uid, toUid: null };
    return { kind: 'found', item: item.candidate, action: by, destination: null, result: null };
  }
  const place = findNamed(drop, shown, isTranslated);
  if (!('candidate' in place) || place.candidate.uid === uid)
    return { kind: 'candidate' in place ? 'none' : place.kind, missing: drop };
  return {
    kind: 'found',
    item: item.candidate,
    ...planDrag(item.candidate, place.candidate, page.root),
  };
}

/** A name is data here: another name is another thing. A handle has none. */
function findNamed(
  target: SkillTarget,
  shown: readonly Candidate[],
  isTranslated: boolean,
): FoundAgain {
  const found = findAgain(target, shown, isTranslated);
  return found.kind === 'changed' && target.name !== '' ? { kind: 'none' } : found;
}
