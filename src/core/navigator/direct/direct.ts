import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { applyTask, isTargetTask } from './apply-task.ts';
import type { TargetTask } from './apply-task.ts';
import {
  findOptions,
  foldName,
  isChoice,
  isCombobox,
  isNamed,
  isOpener,
  isSelect,
  isSlider,
  isTextField,
  isToggle,
} from '../control.ts';
import { groundChoice } from './direct-choose.ts';
import { planFields, planNames, planTicks } from './direct-each.ts';
import type { Plan } from './direct-each.ts';
import { groundExpand, groundHunt } from './direct-expand.ts';
import { planFollowUp } from './direct-follow.ts';
import { planForm } from './direct-fill.ts';
import { groundConfirm, groundPick } from './direct-pick.ts';
import { findForm, findSearchField, findTextField, findToggle } from './find-control.ts';
import { findTarget, lose } from './find-target.ts';
import type { Found, Grounded, Sight } from './find-target.ts';
import { splitOrdinals } from './split-names.ts';
import type { Task, TaskOf } from '../request/step.ts';

/** Far beyond any page: browsers stop at its end. CSS px. */
const TO_THE_END = 1_000_000;
/** Used for scrolling when the size of the visible part is not known. CSS px. */
const USUAL_VIEWPORT = { width: 1280, height: 720 };

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
    default:
      return null;
  }
}

/** Turns a task into an action on this page, a question, or an honest "not found". */
export async function groundTask(task: Task, sight: Sight): Promise<Grounded> {
  const { candidates } = sight.observation;
  switch (task.kind) {
    case 'load':
    case 'back':
    case 'forward':
    case 'tell':
      return groundWithoutPage(task) ?? { kind: 'lost', text: 'I cannot do that.' };
    case 'reload':
      return {
        kind: 'act',
        action: { intent: 'load', url: sight.observation.url },
        target: null,
        next: [],
      };
    case 'scroll':
      return groundScroll(task, sight);
    case 'choose':
      return groundChoice(task, sight);
    case 'pick':
      return groundPick(task, sight);
    case 'confirm':
      return groundConfirm(task, sight);
    case 'press':
      return groundPress(task, sight);
    case 'set':
      return groundSet(task, sight);
    case 'clear':
      return groundClear(task, sight);
    case 'fill':
      return groundPlan(await planForm(task, sight), sight);
    case 'tickAll': {
      const plan = await planTicks(task, sight);
      return Array.isArray(plan) ? groundPlan(plan, sight) : plan;
    }
    case 'expand':
      return groundExpand(task, sight);
    case 'hunt':
      return groundHunt(task, sight);
    case 'bound':
      return groundBound(task, sight);
    case 'follow': {
      const plan = await planFollowUp(task.followUp, sight);
      return Array.isArray(plan) ? groundPlan(plan, sight) : plan;
    }
    case 'type': {
      const plan = planFields(task, sight);
      if (plan && plan.length > 0) return groundPlan(plan, sight);
      return apply(task, await findTextField(task.target, sight), sight);
    }
    case 'search':
      return apply(task, await findSearchField(task.target, sight), sight);
    case 'submit':
      return apply(task, await findForm(task.target, sight), sight);
    case 'toggle':
      return groundToggle(task, sight);
    case 'hover':
      return apply(task, await findTarget(task.target, 'hover', candidates, sight), sight);
    case 'reveal':
      return apply(task, await findTarget(task.target, null, candidates, sight), sight);
    case 'click':
      return groundClick(task, sight);
  }
}

/** Grounds a task on the element that an answer has chosen; null when it is gone. */
export function groundOnChosen(task: Task, chosen: Uid, sight: Sight): Grounded | null {
  const candidate = findByUid(sight, chosen);
  if (!candidate || !isTargetTask(task)) return null;
  return applyTask(task, candidate, viewportOf(sight).height);
}

async function groundBound({ task, uid }: TaskOf<'bound'>, sight: Sight): Promise<Grounded> {
  const grounded = groundOnChosen(task, uid, sight) ?? (await groundTask(task, sight));
  return grounded.kind === 'act' ? { ...grounded, step: grounded.step ?? task } : grounded;
}

/** The first step of a plan that is still to be done; the others follow it. */
async function groundPlan(plan: Plan, sight: Sight): Promise<Grounded> {
  const said: string[] = [];
  for (const [at, task] of plan.entries()) {
    const grounded = await groundTask(task, sight);
    if (grounded.kind === 'skip') {
      said.push(grounded.text);
      continue;
    }
    if (grounded.kind !== 'act') return grounded;
    const told = said.map((text) => ({ kind: 'tell', text }) as const);
    return { ...grounded, next: [...grounded.next, ...told, ...plan.slice(at + 1)] };
  }
  return { kind: 'skip', text: said.join(' ') };
}

async function groundClick(task: TaskOf<'click'>, sight: Sight): Promise<Grounded> {
  const find = (name: string) => findTarget(name, 'click', sight.observation.candidates, sight);
  const several = splitOrdinals(task.target) !== null;
  const found = several ? lose(task.target) : await find(task.target);
  if (found.kind !== 'found') {
    const plan = await planNames(task.target, find, (target) => ({ ...task, target }));
    if (plan) return groundPlan(plan, sight);
  }
  return apply(task, found, sight);
}

async function groundToggle(task: TaskOf<'toggle'>, sight: Sight): Promise<Grounded> {
  const found = await findToggle(task.target, sight);
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

function apply(task: TargetTask, found: Found, sight: Sight): Grounded {
  return found.kind === 'found'
    ? applyTask(task, found.candidate, viewportOf(sight).height)
    : found;
}

function viewportOf({ observation }: Sight): { width: number; height: number } {
  return observation.page?.frames[0]?.viewport ?? USUAL_VIEWPORT;
}

function findByUid(sight: Sight, uid: Uid | null | undefined): Candidate | null {
  return sight.observation.candidates.find((candidate) => candidate.uid === uid) ?? null;
}

function groundScroll({ direction, extent }: TaskOf<'scroll'>, sight: Sight): Grounded {
  const { width, height } = viewportOf(sight);
  const vertical = direction === 'up' || direction === 'down';
  const pixels =
    extent === 'end'
      ? TO_THE_END
      : 'pixels' in extent
        ? extent.pixels
        : Math.round(extent.screens * (vertical ? height : width));
  const by = direction === 'up' || direction === 'left' ? -pixels : pixels;
  const [x, y] = vertical ? [0, by] : [by, 0];
  return { kind: 'act', action: { intent: 'scroll', x, y, uid: null }, target: null, next: [] };
}

async function groundPress(task: TaskOf<'press'>, sight: Sight): Promise<Grounded> {
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

async function groundSet(task: TaskOf<'set'>, sight: Sight): Promise<Grounded> {
  const controls = sight.observation.candidates.filter(
    (each) =>
      isTextField(each) ||
      isSelect(each) ||
      isCombobox(each) ||
      isOpener(each) ||
      isSlider(each) ||
      (isToggle(each) && each.role !== 'radio'),
  );
  // "set Delivery to Express" may mean a group of radios, which is no element of its own.
  const { value, target } = task;
  const choice = { kind: 'choose', value, target, phrase: `${value} ${target}` } as const;
  const isGroup = sight.observation.candidates.some((each) => isInGroup(each, target));
  const isControl = controls.some(({ fields }) => foldName(fields.name) === foldName(target));
  if (isGroup && !isControl) return groundChoice(choice, sight);
  const found = await findTarget(target, null, controls, sight);
  // "make Bob an admin": of the controls that may be meant, the only one that offers it.
  const offering =
    found.kind === 'ask'
      ? found.options.filter(({ candidate }) => findOptions(candidate.options, value).length === 1)
      : [];
  const [offer] = offering;
  if (offer && offering.length === 1) return applyTask(task, offer.candidate, null);
  if (found.kind !== 'lost') return apply(task, found, sight);
  const chosen = await groundChoice(choice, sight);
  return chosen.kind === 'lost' ? found : chosen;
}

/** Whether it is one of the choices of a group of this very name. */
function isInGroup(candidate: Candidate, group: string): boolean {
  const lines = candidate.fields.context.split('\n').map(foldName);
  return isChoice(candidate) && lines.includes(foldName(group));
}

async function groundClear(task: TaskOf<'clear'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight.observation;
  const field = await findTarget(task.target, 'textInput', candidates.filter(isTextField), sight);
  if (field.kind !== 'lost') return apply(task, field, sight);
  // "clear filters" is rather the name of a button; its verb belongs to that name.
  const buttons = candidates.filter(({ role }) => role === 'button' || role === 'link');
  const button = await findTarget(`clear ${task.target}`, 'click', buttons, sight);
  return button.kind === 'lost' ? field : apply(task, button, sight);
}
