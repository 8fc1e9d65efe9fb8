import type { Candidate } from '../../ranking/candidate.ts';
import { describeCandidate, nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import { isNamed, isTextField, isToggle } from '../form-controls.ts';
import { joinWords } from '../describe.ts';
import type { Plan } from './direct-each.ts';
import { MAX_OPTIONS } from './find-target.ts';
import type { Grounded, GroundingContext } from './find-target.ts';
import type { FollowUp } from '../request/follow-up.ts';
import { listGroup } from './last-action.ts';
import type { LastAction } from './last-action.ts';
import type { Step } from '../request/step.ts';

/** What a follow-up comes to: steps on the page, or why there are none. */
export type Followed = Plan | Extract<Grounded, { kind: 'ask' | 'lost' }>;

const NOTHING_BEFORE =
  'There is nothing before this that I could go on from. Say it in full, please.';

/** Works out a follow-up from what the last request did (`sight.acts`) and the page as it is now. */
export async function planFollowUp(followUp: FollowUp, sight: GroundingContext): Promise<Followed> {
  const acts = sight.lastActions ?? [];
  const last = acts.at(-1);
  if (!last) return { kind: 'lost', text: NOTHING_BEFORE };
  switch (followUp.kind) {
    case 'undo':
      return planUndo(acts, sight);
    case 'again':
      return repeatOn(last, findLast(last, sight));
    case 'next':
      return doOn(last, findNeighbour(last, followUp.by, sight), 'which one comes next');
    case 'nth':
      return replace(
        acts,
        followUp.instead,
        doOn(last, findNth(last, followUp.place, sight), 'which one that is'),
        sight,
      );
    case 'other':
      return replace(acts, true, planOther(last, sight), sight);
    case 'same':
      return replace(acts, followUp.instead, await planSame(last, followUp.words, sight), sight);
  }
}

function planUndo(acts: readonly LastAction[], sight: GroundingContext): Followed {
  const plan: Plan = [];
  const kept: string[] = [];
  for (const act of [...acts].reverse()) {
    if (act.undo) plan.push({ kind: 'bound', uid: act.undo.uid ?? '', task: act.undo.step });
    else kept.push(act.done);
  }
  const button = sight.observation.candidates.find(
    (each) => /^undo\b/iu.test(each.fields.name) && !each.disabled && each.box !== null,
  );
  if (plan.length === 0 && button) {
    return [{ kind: 'bound', uid: button.uid, task: { kind: 'click', target: 'Undo' } }];
  }
  if (kept.length === 0) return plan;
  const text = `I cannot take back that I ${joinWords(kept)}.`;
  return plan.length === 0 ? { kind: 'lost', text } : [{ kind: 'tell', text }, ...plan];
}

/** Takes back what was done first, where that is possible, and says what is not. */
function replace(
  acts: readonly LastAction[],
  instead: boolean,
  plan: Followed,
  sight: GroundingContext,
): Followed {
  if (!instead || !Array.isArray(plan)) return plan;
  const last = acts.at(-1);
  // Writing or choosing again in the same place needs no undo.
  const same = plan.some((task) => task.kind === 'bound' && task.uid === last?.undo?.uid);
  const isRadio = last?.role === 'radio' || last?.role === 'tab' || last?.role === 'option';
  if (!last || same || isRadio) return plan;
  const undone = planUndo([last], sight);
  if (Array.isArray(undone) && last.undo) return [...undone, ...plan];
  return [{ kind: 'tell', text: `I cannot take back that I ${last.done}.` }, ...plan];
}

function findLast(last: LastAction, { observation }: GroundingContext): Candidate | null {
  return observation.candidates.find(({ uid }) => uid === last.uid) ?? null;
}

function repeatOn(last: LastAction, target: Candidate | null): Followed {
  if (target) return bind(last.step, target);
  if (last.uid === null) return [{ kind: 'bound', uid: '', task: last.step }];
  return { kind: 'lost', text: `“${last.name}” is no longer on this page.` };
}

function doOn(last: LastAction, target: Candidate | null, unknown: string): Followed {
  if (target) return bind(last.step, target);
  return { kind: 'lost', text: `I do not know ${unknown}: please name it.` };
}

/** The same step for another element: words that led to the first one are no longer its name. */
function bind(step: Step, target: Candidate): Plan {
  const task = 'target' in step ? { ...step, target: nameCandidate(target) } : step;
  return [{ kind: 'bound', uid: target.uid, task }];
}

function findNeighbour(last: LastAction, by: 1 | -1, sight: GroundingContext): Candidate | null {
  const { item } = last;
  // The item it stood in may be gone: then the next has moved up to its place.
  const isGone = findLast(last, sight) === null;
  if (item) return findAnalogue(last, item.index + (isGone && by === 1 ? 0 : by), sight);
  const alike = listAlike(last, sight);
  const at = alike.findIndex(({ uid }) => uid === last.uid);
  return at < 0 ? null : (alike[at + by] ?? null);
}

function findNth(last: LastAction, place: number, sight: GroundingContext): Candidate | null {
  const at = place > 0 ? place - 1 : place;
  if (last.item) return findAnalogue(last, at < 0 ? sizeOf(last, sight) + at : at, sight);
  return listAlike(last, sight).at(at) ?? null;
}

function sizeOf({ item }: LastAction, { observation }: GroundingContext): number {
  const places = observation.candidates.flatMap(({ items }) => items ?? []);
  return places.find(({ list }) => list === item?.list)?.size ?? 0;
}

/** The control in another item of the list that is what the last one was in its own. */
function findAnalogue(last: LastAction, index: number, sight: GroundingContext): Candidate | null {
  const there = sight.observation.candidates.filter(
    (each) =>
      each.role === last.role &&
      each.items?.some(({ list, index: at }) => list === last.item?.list && at === index),
  );
  const named = there.filter(({ fields }) => fields.name === last.name);
  const [only] = named.length > 0 ? named : there;
  return named.length === 1 || there.length === 1 ? (only ?? null) : null;
}

/** Of its role and name, in document order; of its role alone where the names differ. */
function listAlike(last: LastAction, { observation }: GroundingContext): Candidate[] {
  const roles = observation.candidates.filter(
    ({ role, box }) => role === last.role && box !== null,
  );
  const named = roles.filter(({ fields }) => fields.name === last.name);
  return named.length > 1 ? named : roles;
}

function planOther(last: LastAction, sight: GroundingContext): Followed {
  const { candidates } = sight.observation;
  const target = findLast(last, sight);
  const group = target && isToggle(target) ? listGroup(target, candidates) : [];
  const rivals = last.rivals.flatMap((uid) => candidates.filter((each) => each.uid === uid));
  const twins = candidates.filter(
    (each) => each.role === last.role && each.fields.name === last.name && each.uid !== last.uid,
  );
  const pool = [group, twins, rivals].find(({ length }) => length > 0) ?? [];
  const [only] = pool;
  if (only && pool.length === 1) return bind(last.step, only);
  return askAmong(pool, last.step);
}

function askAmong(pool: readonly Candidate[], step: Step): Followed {
  if (pool.length === 0) {
    return { kind: 'lost', text: 'I do not know which other one you mean: please name it.' };
  }
  const options = pool.slice(0, MAX_OPTIONS).map((candidate) => ({
    label: describeCandidate(candidate, pool),
    candidate,
    choice: null,
  }));
  return { kind: 'ask', question: 'Which one instead?', options, task: step };
}

/** "same for Bob": the like control in Bob's row, or what is called Bob itself. */
async function planSame(
  last: LastAction,
  words: string,
  sight: GroundingContext,
): Promise<Followed> {
  const { candidates } = sight.observation;
  const isAlike = (each: Candidate): boolean =>
    each.role === last.role || (last.step.kind === 'type' && isTextField(each));
  const others = candidates.filter((each) => isAlike(each) && each.uid !== last.uid);
  const called = others.filter((each) => isNamed(each, words));
  const [only] = called;
  if (only && called.length === 1) return bind(last.step, only);
  const named = others.filter(({ fields }) => fields.name === last.name);
  const placed = await findOne(`${last.name} in the row of ${words}`, named, sight);
  if (placed) return bind(last.step, placed);
  const loose = await findOne(words, others, sight);
  if (loose) return bind(last.step, loose);
  return { kind: 'lost', text: `I could not find “${words}” to do the same with.` };
}

async function findOne(text: string, pool: readonly Candidate[], sight: GroundingContext) {
  if (pool.length === 0) return null;
  const { ranked } = await sight.rank({ text, intent: null }, pool);
  const clarity = judgeClarity(ranked);
  return clarity.kind === 'clear' ? clarity.best.candidate : null;
}
