import type { Uid } from '../action/action.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { applyTask } from './apply-task.ts';
import type { TargetTask } from './apply-task.ts';
import {
  foldName,
  isChoice,
  isCombobox,
  isOpener,
  isSearchField,
  isSelect,
  isSlider,
  isTextField,
  isToggle,
} from './control.ts';
import { groundChoice } from './direct-choose.ts';
import { groundConfirm, groundPick } from './direct-pick.ts';
import { askWhich, findTarget } from './find-target.ts';
import type { Found, Grounded, Sight } from './find-target.ts';
import type { Task, TaskOf } from './step.ts';

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
    case 'type':
      return apply(task, await findTextField(task.target, sight), sight);
    case 'search':
      return apply(task, await findSearchField(task.target, sight), sight);
    case 'submit':
      return apply(task, await findForm(task.target, sight), sight);
    case 'toggle':
      return apply(task, await findToggle(task.target, sight), sight);
    case 'hover':
      return apply(task, await findTarget(task.target, 'hover', candidates, sight), sight);
    case 'reveal':
      return apply(task, await findTarget(task.target, null, candidates, sight), sight);
    case 'click':
      return apply(task, await findTarget(task.target, 'click', candidates, sight), sight);
  }
}

/** Grounds a task on the element that an answer has chosen; null when it is gone. */
export function groundOnChosen(task: Task, chosen: Uid, sight: Sight): Grounded | null {
  const candidate = findByUid(sight, chosen);
  if (!candidate || !isTargetTask(task)) return null;
  return applyTask(task, candidate, viewportOf(sight).height);
}

function isTargetTask(task: Task): task is TargetTask {
  return !['load', 'back', 'forward', 'reload', 'scroll', 'confirm'].includes(task.kind);
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

async function findTextField(phrase: string | null, sight: Sight): Promise<Found> {
  const fields = sight.observation.candidates.filter(isTextField);
  if (phrase !== null) return findTarget(phrase, 'textInput', fields, sight);
  const near = [sight.observation.focused, sight.lastField]
    .map((uid) => fields.find((field) => field.uid === uid))
    .find((field) => field !== undefined);
  const usable = fields.filter(({ disabled, box }) => !disabled && box !== null);
  const only = near ?? (usable.length === 1 ? usable[0] : undefined);
  if (only) return { kind: 'found', candidate: only };
  if (usable.length === 0) return { kind: 'lost', text: 'I found no text field on this page.' };
  return {
    ...askWhich('', usable),
    question: 'Which field shall I type into?',
  };
}

async function findSearchField(phrase: string | null, sight: Sight): Promise<Found> {
  const fields = sight.observation.candidates.filter(isSearchField);
  const [only] = fields;
  if (only && fields.length === 1) return { kind: 'found', candidate: only };
  if (fields.length === 0) {
    return { kind: 'lost', text: 'I could not find a search box on this page.' };
  }
  const named = await findTarget(phrase ?? 'search', 'textInput', fields, sight);
  return named.kind === 'lost' ? askWhich('search', fields) : named;
}

async function findToggle(phrase: string, sight: Sight): Promise<Found> {
  const found = await findTarget(
    phrase,
    'change',
    sight.observation.candidates.filter(isToggle),
    sight,
  );
  if (found.kind !== 'lost') return found;
  return {
    kind: 'lost',
    text: `I could not find a checkbox or switch “${phrase}” on this page.`,
  };
}

/** A form is named by one of its elements: the field worked in last, or its button. */
async function findForm(phrase: string | null, sight: Sight): Promise<Found> {
  const { candidates } = sight.observation;
  if (phrase !== null) return findTarget(phrase, 'submit', candidates, sight);
  const field = findByUid(sight, sight.lastField);
  if (field) return { kind: 'found', candidate: field };
  const inForms = candidates.filter((each) => formPathOf(each) !== null);
  const [only] = inForms;
  if (only && new Set(inForms.map(formPathOf)).size === 1) {
    return { kind: 'found', candidate: inForms.find(isTextField) ?? only };
  }
  const buttons = candidates.filter(({ role }) => role === 'button');
  const button = await findTarget('submit', 'submit', buttons, sight);
  if (button.kind !== 'lost') return button;
  return {
    kind: 'lost',
    text: 'I could not tell which form to submit. Tell me which button to click instead.',
  };
}

/** Where its form is, told from its path; null outside of forms. */
function formPathOf({ frameId, shadowPath, xpath }: Candidate): string | null {
  const form = /^.*\/form\[\d+\](?=\/)/.exec(xpath)?.[0];
  return form === undefined ? null : [frameId, ...(shadowPath ?? []), form].join(' ');
}
