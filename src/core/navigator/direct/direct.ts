import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { applyTask, isTargetTask } from './apply-task.ts';
import type { TargetTask } from './apply-task.ts';
import { isNamed, isTextField } from '../form-controls.ts';
import { chooseInOpen, groundChoice, groundConfirm, groundPick } from './direct-choose.ts';
import { planEach, planFields, planNames, planTicks, splitOrdinals } from './direct-each.ts';
import { planCopy } from './direct-copy.ts';
import { planParts, planRange, planSingle } from './direct-parts.ts';
import { groundCount, lackCount, groundSet } from './direct-set.ts';
import { groundDay, groundPickedDay, groundTurned } from './direct-day.ts';
import { groundCommit, groundTypedDate, lackTyped, leaveToCalendar } from './direct-typed-date.ts';
import {
  askToDismiss,
  groundExpand,
  groundFolded,
  groundScroll,
  viewportOf,
} from './direct-reveal.ts';
import { planFollowUp } from './direct-follow.ts';
import { planForm } from './direct-fill.ts';
import { groundUnread } from './direct-unread.ts';
import { offerActions } from './main-actions.ts';
import {
  findEnding,
  findForm,
  findSearchField,
  findTextField,
  findToggle,
} from './find-control.ts';
import { findTarget, notFound } from './find-target.ts';
import type { FoundTarget, Grounded, GroundingContext } from './find-target.ts';
import { CLOSE_IN_DIALOG } from '../request/commands.ts';
import type { Task, TaskOf } from '../request/step.ts';

/** Tasks that need no page: they work from pages that cannot be read, too. */
export function groundWithoutPage(task: Task): Grounded | null {
  switch (task.kind) {
    case 'load':
      return { kind: 'act', action: { intent: 'load', url: task.url }, target: null, next: [] };
    case 'back':
    case 'forward':
      return { kind: 'act', action: { intent: task.kind }, target: null, next: [] };
    case 'tell':
      return { kind: 'skip', text: task.text };
    case 'wait':
      return { kind: 'wait', seconds: task.seconds };
    default:
      return null;
  }
}

/** Turns a task into an action on this page, a question, or an honest "not found". */
export async function groundTask(task: Task, sight: GroundingContext): Promise<Grounded> {
  const { candidates } = sight.observation;
  switch (task.kind) {
    case 'load':
    case 'back':
    case 'forward':
    case 'tell':
    case 'wait':
      return groundWithoutPage(task) ?? { kind: 'lost', text: 'I cannot do that.' };
    case 'reload':
      return {
        kind: 'act',
        action: { intent: 'load', url: sight.observation.url },
        target: null,
        next: [],
      };
    case 'help':
      return offerActions(candidates);
    case 'scroll':
      return groundScroll(task, sight);
    case 'choose':
      return (await groundDay(task, sight)) ?? groundChoice(task, sight);
    case 'day':
      return groundTurned(task, sight);
    case 'pick':
      return groundPickedDay(task, sight) ?? groundPick(task, sight);
    case 'confirm':
      return groundConfirm(task, sight);
    case 'press':
      return groundPress(task, sight);
    case 'set': {
      const parts = planParts(task, sight);
      if (parts) return groundPlan(parts, sight);
      const typed = await groundTypedDate(task, sight);
      if (typed) return typed;
      return (await groundDay(task, sight)) ?? groundSet(task, sight);
    }
    case 'commit':
      return (
        groundCommit(task, sight) ??
        (await groundDay(leaveToCalendar(task), sight)) ??
        lackTyped(task)
      );
    case 'range':
      return groundPlan(planRange(task, sight) ?? [planSingle(task)], sight);
    case 'count':
      return (await groundCount(task, sight)) ?? groundTask(lackCount(task), sight);
    case 'clear':
      return groundClear(task, sight);
    case 'copy':
      return groundCopy(task, sight);
    case 'fill':
      return groundPlan(await planForm(task, sight), sight);
    case 'tickAll':
      return groundTicks(task, sight);
    case 'expand':
      return groundExpand(task, sight);
    case 'folded':
      return groundFolded(task, sight);
    case 'bound':
      return groundBound(task, sight);
    case 'follow': {
      return groundPlanned(await planFollowUp(task.followUp, sight), sight);
    }
    case 'unread':
      return groundUnread(task, sight);
    case 'type': {
      const day = task.target === null ? null : await groundDay(task, sight);
      if (day) return day;
      const plan = planFields(task, sight);
      if (plan && plan.length > 0) return groundPlan(plan, sight);
      return apply(task, await findTextField(task.target, sight), sight);
    }
    case 'search': {
      const field = await findSearchField(task.target, sight);
      if (field.kind !== 'lost') return apply(task, field, sight);
      // "search for flights" where that is a button.
      const click = { kind: 'click', target: `search ${task.text}` } as const;
      const button = await groundClick(click, sight);
      if (button.kind === 'ask') return { ...button, task: click };
      return button.kind === 'lost' ? field : button;
    }
    case 'submit':
      return apply(task, await findForm(task.target, sight), sight);
    case 'toggle':
      return groundToggle(task, sight);
    case 'hover':
      return apply(task, await findTarget(task.target, 'hover', candidates, sight), sight);
    case 'reveal':
      return apply(task, await findTarget(task.target, null, candidates, sight), sight);
    case 'click':
      return (await groundDay(task, sight)) ?? groundClick(task, sight);
  }
}

/** Grounds a task on the element that an answer has chosen; null when it is gone. */
export function groundOnChosen(task: Task, chosen: Uid, sight: GroundingContext): Grounded | null {
  const candidate = findByUid(sight, chosen);
  if (!candidate || !isTargetTask(task)) return null;
  return applyTask(task, candidate, viewportOf(sight).height);
}

async function groundCopy(task: TaskOf<'copy'>, sight: GroundingContext): Promise<Grounded> {
  const copied = await planCopy(task, sight);
  if (copied.kind === 'ask' || copied.kind === 'lost') return copied;
  const { step } = copied;
  const grounded =
    copied.kind === 'plain'
      ? await groundTask(step, sight)
      : applyTask(copied.step, copied.target, null);
  return grounded.kind === 'act' ? { ...grounded, step } : grounded;
}

async function groundBound(
  { task, uid }: TaskOf<'bound'>,
  sight: GroundingContext,
): Promise<Grounded> {
  // The second of two values is chosen in the list that the first has left open.
  const list = task.kind === 'choose' ? findByUid(sight, uid) : null;
  const shown = task.kind === 'choose' && list ? await chooseInOpen(task.value, list, sight) : null;
  const grounded = shown ?? groundOnChosen(task, uid, sight) ?? (await groundTask(task, sight));
  return grounded.kind === 'act' ? { ...grounded, step: grounded.step ?? task } : grounded;
}

/** The first step of a plan that is still to be done; the others follow it. */
async function groundPlan(plan: readonly Task[], sight: GroundingContext): Promise<Grounded> {
  const said: string[] = [];
  for (const [at, task] of plan.entries()) {
    const grounded = await groundTask(task, sight);
    if (grounded.kind === 'skip') {
      said.push(grounded.text);
      continue;
    }
    if (grounded.kind !== 'act') return grounded;
    const notes = said.map((text) => ({ kind: 'tell', text }) as const);
    return { ...grounded, next: [...grounded.next, ...notes, ...plan.slice(at + 1)] };
  }
  return { kind: 'skip', text: said.join(' ') };
}

function groundPlanned(
  plan: readonly Task[] | Grounded,
  sight: GroundingContext,
): Promise<Grounded> {
  return 'kind' in plan ? Promise.resolve(plan) : groundPlan(plan, sight);
}

async function groundClick(task: TaskOf<'click'>, sight: GroundingContext): Promise<Grounded> {
  const emptied = readEmptied(task.target, sight);
  if (emptied) return applyTask(emptied.task, emptied.field, null);
  const find = (name: string) => findTarget(name, 'click', sight.observation.candidates, sight);
  const each = await planEach(task, sight);
  if (each) return groundPlan(each, sight);
  const several = splitOrdinals(task.target) !== null;
  const found = several ? notFound(task.target) : await find(task.target);
  if (found.kind !== 'found' && task.orElse !== undefined)
    return groundClick({ kind: 'click', target: task.orElse }, sight);
  if (found.kind !== 'found') {
    const plan = await planNames(task.target, find, (target) => ({ ...task, target }));
    if (plan) return groundPlan(plan, sight);
  }
  const dismissed =
    found.kind === 'lost' && task.target === CLOSE_IN_DIALOG
      ? askToDismiss(sight.observation.candidates)
      : null;
  if (dismissed) return dismissed;
  const ending =
    found.kind === 'lost' ? (findEnding(task.target, sight) ?? findLeaf(task.target, sight)) : null;
  return ending ? applyTask(task, ending, null) : apply(task, found, sight);
}

/** Scripts may listen for a press on what nothing calls clickable: the only such text of this very name is pressed. */
function findLeaf(words: string, { observation }: GroundingContext): Candidate | null {
  const leaves = observation.listLeaves?.() ?? [];
  const [leaf, ...others] = leaves.filter((each) => isNamed(each, words));
  return leaf && others.length === 0 ? leaf : null;
}

/** "Delete the middle name" where that is a field: a click on it would delete nothing. */
function readEmptied(
  words: string,
  { observation }: GroundingContext,
): { field: Candidate; task: TaskOf<'clear'> } | null {
  const [, target] = /^(?:delete|remove)\s+(?:(?:the|my)\s+)?(.+)$/iu.exec(words) ?? [];
  if (target === undefined) return null;
  const [field, ...others] = observation.candidates.filter(
    (each) => isTextField(each) && isNamed(each, target),
  );
  return field && others.length === 0 ? { field, task: { kind: 'clear', target } } : null;
}

async function groundToggle(task: TaskOf<'toggle'>, sight: GroundingContext): Promise<Grounded> {
  const found = await findToggle(task.target, sight);
  const button = found.kind === 'lost' && task.on ? findChecking(task.target, sight) : null;
  if (button) return applyTask({ kind: 'click', target: task.target }, button, null);
  const isOneName = found.kind === 'found' && isNamed(found.candidate, task.target);
  const names = task.target.replace(/^(?:(?:check|tick)?\s?boxes|options|switches)\s+/iu, '');
  const plan = isOneName
    ? null
    : await planNames(
        names,
        (name) => findToggle(name, sight),
        (target) => ({ ...task, target }),
      );
  return plan ? groundPlan(plan, sight) : apply(task, found, sight);
}

/** "check availability" may be the whole name of a button. */
function findChecking(words: string, { observation }: GroundingContext): Candidate | null {
  const buttons = observation.candidates.filter(({ role }) => role === 'button' || role === 'link');
  const [only, ...others] = buttons.filter((each) => isNamed(each, `check ${words}`));
  return only && others.length === 0 ? only : null;
}

function apply(task: TargetTask, found: FoundTarget, sight: GroundingContext): Grounded {
  return found.kind === 'found'
    ? applyTask(task, found.candidate, viewportOf(sight).height)
    : found;
}

function findByUid(sight: GroundingContext, uid: Uid | null | undefined): Candidate | null {
  return sight.observation.candidates.find((candidate) => candidate.uid === uid) ?? null;
}

async function groundPress(task: TaskOf<'press'>, sight: GroundingContext): Promise<Grounded> {
  if (task.target !== null) {
    return apply(
      task,
      await findTarget(task.target, 'press', sight.observation.candidates, sight),
      sight,
    );
  }
  const field = findByUid(sight, sight.lastField) ?? findByUid(sight, sight.observation.focused);
  const uid = field?.uid ?? null;
  const action = { intent: 'press', uid, key: task.key } as const;
  return { kind: 'act', action, target: field, next: [] };
}

async function groundClear(task: TaskOf<'clear'>, sight: GroundingContext): Promise<Grounded> {
  const { candidates } = sight.observation;
  const field = await findTarget(task.target, 'textInput', candidates.filter(isTextField), sight);
  if (field.kind !== 'lost') return apply(task, field, sight);
  // "clear filters" is rather the name of a button; its verb belongs to that name.
  const buttons = candidates.filter(({ role }) => role === 'button' || role === 'link');
  const button = await findTarget(`clear ${task.target}`, 'click', buttons, sight);
  if (button.kind !== 'lost') return apply(task, button, sight);
  if (!/^(?:all|everything)$/iu.test(task.target)) return field;
  return groundTicks({ kind: 'tickAll', target: '', except: null, on: false }, sight);
}

async function groundTicks(task: TaskOf<'tickAll'>, sight: GroundingContext): Promise<Grounded> {
  const plan = await planTicks(task, sight);
  if (!Array.isArray(plan)) return plan;
  const text = `There was nothing to ${task.on ? '' : 'un'}tick on this page.`;
  return plan.length > 0 ? groundPlan(plan, sight) : { kind: 'skip', text };
}
