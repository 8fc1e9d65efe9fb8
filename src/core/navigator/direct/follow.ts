import { judgeClarity } from '../../ranking/judge-clarity.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { joinWords } from '../describe.ts';
import { isNamed, isTextField, isToggle } from '../form-controls.ts';
import type { FollowUp } from '../request/step.ts';
import type { GroundedAs, Sight, Plan } from '../target/grounded.ts';
import {
  askWhich,
  bind,
  findByUid,
  getOnly,
  isUsable,
  lost,
  MAX_OPTIONS,
} from '../target/grounded.ts';
import type { LastAction } from '../target/last-action.ts';
import { listGroup } from '../target/last-action.ts';

/** What a follow-up comes to: steps on the page, or why there are none. */
type Followed = Plan | GroundedAs<'ask' | 'lost'>;

/** Works out a follow-up from what the last request did and the page as it is now. */
export async function planFollowUp(followUp: FollowUp, sight: Sight): Promise<Followed> {
  const actions = sight.lastActions ?? [];
  const last = actions.at(-1);
  if (!last)
    return lost('There is nothing before this that I could go on from. Say it in full, please.');
  switch (followUp.kind) {
    case 'undo':
      return planUndo(actions, sight);
    case 'again':
      return repeat(last, sight);
    case 'next':
      return doOn(last, findNeighbour(last, followUp.by, sight), 'which one comes next');
    case 'nth': {
      const plan = doOn(last, findNth(last, followUp.place, sight), 'which one that is');
      return followUp.instead ? replace(last, plan, sight) : plan;
    }
    case 'other':
      return replace(last, planOther(last, sight), sight);
    case 'same': {
      const plan = await planSame(last, followUp.words, sight);
      return followUp.instead ? replace(last, plan, sight) : plan;
    }
  }
}

function planUndo(actions: readonly LastAction[], sight: Sight): Followed {
  const latest = [...actions].reverse();
  const plan: Plan = latest.flatMap(({ undo }) =>
    undo ? [{ kind: 'bound', uid: undo.uid ?? '', task: undo.step }] : [],
  );
  const button = sight.candidates.find(
    (each) => /^undo\b/iu.test(each.fields.name) && isUsable(each),
  );
  if (plan.length === 0 && button) return [bind(button, { kind: 'click', target: 'Undo' })];
  const kept = latest.filter(({ undo }) => !undo).map(({ done }) => done);
  if (kept.length === 0) return plan;
  const text = `I cannot take back that I ${joinWords(kept)}.`;
  return plan.length === 0 ? lost(text) : [{ kind: 'tell', text }, ...plan];
}

/** Takes back what was done first, where that is possible, and says what is not. */
function replace(last: LastAction, plan: Followed, sight: Sight): Followed {
  if (!Array.isArray(plan)) return plan;
  // Writing or choosing again in the same place needs no undo.
  const isSame = plan.some((task) => task.kind === 'bound' && task.uid === last.undo?.uid);
  if (isSame || /^(?:radio|tab|option)$/u.test(last.role)) return plan;
  const undone = last.undo ? planUndo([last], sight) : null;
  return Array.isArray(undone)
    ? [...undone, ...plan]
    : [{ kind: 'tell', text: `I cannot take back that I ${last.done}.` }, ...plan];
}

function repeat(last: LastAction, sight: Sight): Followed {
  const target = findByUid(sight, last.uid);
  if (target) return doOn(last, target, '');
  return last.uid === null
    ? [{ kind: 'bound', uid: '', task: last.step }]
    : lost(`“${last.name}” is no longer on this page.`);
}

/** The same step for another element: words that led to the first one are no longer its name. */
function doOn({ step }: LastAction, target: Candidate | null, unknown: string): Followed {
  if (!target) return lost(`I do not know ${unknown}: please name it.`);
  const { said: _, ...again } = step;
  return [bind(target, 'target' in again ? { ...again, target: nameCandidate(target) } : again)];
}

function findNeighbour(last: LastAction, by: 1 | -1, sight: Sight): Candidate | null {
  // The item it stood in may be gone: then the next has moved up to its place.
  const isGone = findByUid(sight, last.uid) === null;
  if (last.item) return findAnalogue(last, last.item.index + (isGone && by === 1 ? 0 : by), sight);
  const alike = listAlike(last, sight);
  const at = alike.findIndex(({ uid }) => uid === last.uid);
  return at < 0 ? null : (alike[at + by] ?? null);
}

function findNth(last: LastAction, place: number, sight: Sight): Candidate | null {
  const at = place > 0 ? place - 1 : place;
  const { item } = last;
  if (!item) return listAlike(last, sight).at(at) ?? null;
  const places = sight.candidates.flatMap(({ items }) => items ?? []);
  const size = places.find(({ list }) => list === item.list)?.size ?? 0;
  return findAnalogue(last, at < 0 ? size + at : at, sight);
}

/** The control in another item of the list that is what the last one was in its own. */
function findAnalogue(last: LastAction, index: number, sight: Sight): Candidate | null {
  const { item, role, name } = last;
  const isThere = ({ items = [] }: Candidate) =>
    items.some((each) => each.list === item?.list && each.index === index);
  const there = sight.candidates.filter((each) => each.role === role && isThere(each));
  return getOnly(there.filter(({ fields }) => fields.name === name)) ?? getOnly(there);
}

/** Of its role and name, in document order; of its role alone where the names differ. */
function listAlike(last: LastAction, sight: Sight): Candidate[] {
  const alike = sight.candidates.filter(({ role, box }) => role === last.role && box !== null);
  const named = alike.filter(({ fields }) => fields.name === last.name);
  return named.length > 1 ? named : alike;
}

function planOther(last: LastAction, sight: Sight): Followed {
  const { candidates } = sight;
  const target = findByUid(sight, last.uid);
  const group = target && isToggle(target) ? listGroup(target, candidates) : [];
  const rivals = last.rivals.flatMap((uid) => findByUid(sight, uid) ?? []);
  const twins = candidates.filter(
    (each) => each.role === last.role && each.fields.name === last.name && each.uid !== last.uid,
  );
  const pool = [group, twins, rivals].find(({ length }) => length > 0) ?? [];
  if (pool.length < 2) return doOn(last, getOnly(pool), 'which other one you mean');
  const { options } = askWhich('', pool);
  const question = 'Which one instead?';
  return { kind: 'ask', question, options: options.slice(0, MAX_OPTIONS), task: last.step };
}

/** "same for Bob": the like control in Bob's row, or what is called Bob itself. */
async function planSame(last: LastAction, words: string, sight: Sight): Promise<Followed> {
  const others = sight.candidates.filter((each) => {
    const isAlike = each.role === last.role || (last.step.kind === 'type' && isTextField(each));
    return isAlike && each.uid !== last.uid;
  });
  const named = others.filter(({ fields }) => fields.name === last.name);
  const target =
    getOnly(others.filter((each) => isNamed(each, words))) ??
    (await findClear(`${last.name} in the row of ${words}`, named, sight)) ??
    (await findClear(words, others, sight));
  return target ? doOn(last, target, '') : lost(`I could not find “${words}” to do the same with.`);
}

async function findClear(text: string, pool: readonly Candidate[], sight: Sight) {
  if (pool.length === 0) return null;
  const clarity = judgeClarity((await sight.rank({ text, intent: null }, pool)).ranked);
  return clarity.kind === 'clear' ? clarity.best.candidate : null;
}
