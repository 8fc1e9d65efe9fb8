import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findByUid } from '../../snapshot/element-tree.ts';
import {
  findOptions,
  isChoice,
  isCombobox,
  isOpener,
  isSelect,
  isDial,
  isTextField,
  isToggle,
  normalizeName,
} from '../form-controls.ts';
import type { TaskOf } from '../request/step.ts';
import { applyTask, holdsNumber } from './apply-task.ts';
import { groundChoice } from './direct-choose.ts';
import type { Grounded, GroundingContext } from './find-target.ts';
import { askWhich, findTarget } from './find-target.ts';

/** "set the size to Large": whatever the control is, a group of choices too. */
export async function groundSet(task: TaskOf<'set'>, sight: GroundingContext): Promise<Grounded> {
  const controls = sight.observation.candidates.filter(
    (each) =>
      isTextField(each) ||
      isSelect(each) ||
      isCombobox(each) ||
      isOpener(each) ||
      isDial(each) ||
      (isToggle(each) && each.role !== 'radio'),
  );
  // "set Delivery to Express" may mean a group of radios, which is no element of its own.
  const { value, target } = task;
  const choice = { kind: 'choose', value, target, phrase: `${value} ${target}` } as const;
  const isGroup = sight.observation.candidates.some((each) => isInGroup(each, target));
  const isControl = controls.some(
    ({ fields }) => normalizeName(fields.name) === normalizeName(target),
  );
  if (isGroup && !isControl) return groundChoice(choice, sight);
  const found = await findTarget(target, null, controls, sight);
  // "make Bob an admin": of the controls that may be meant, the only one that offers it.
  const offering =
    found.kind === 'ask'
      ? found.options.filter(({ candidate }) => findOptions(candidate.options, value).length === 1)
      : [];
  const [offer] = offering;
  if (offer && offering.length === 1) return applyTask(task, offer.candidate, null);
  if (found.kind === 'found') return applyTask(task, found.candidate, null);
  if (found.kind === 'ask') {
    // Of one that may be meant and two buttons that count what was named, these are.
    const counted = found.options.length === 1 ? await groundCounted(task, sight) : null;
    return counted ?? found;
  }
  const chosen = await groundChoice(choice, sight);
  return chosen.kind === 'lost' ? ((await groundCounted(task, sight)) ?? found) : chosen;
}

/** Whether it is one of the choices of a group of this very name. */
function isInGroup(candidate: Candidate, group: string): boolean {
  const lines = candidate.fields.context.split('\n').map(normalizeName);
  return isChoice(candidate) && lines.includes(normalizeName(group));
}

/** Two buttons with a number between them. */
interface Counter {
  less: Candidate;
  more: Candidate;
  count: number;
}

const MORE = /^[+＋➕]$|\b(?:add|more|increase|increment|plus)\b/iu;
const LESS = /^[-−–—‐➖]$|\b(?:remove|less|fewer|decrease|decrement|minus|subtract|reduce)\b/iu;
/** From a button up to what holds both. */
const LEVELS = 4;

/** "one more adult": in the number field, list or counter of buttons that the words name, or the only one. */
export async function groundCount(
  task: TaskOf<'count'>,
  sight: GroundingContext,
): Promise<Grounded | null> {
  const usable = sight.observation.candidates.filter(
    ({ box, behind }) => box !== null && behind !== true,
  );
  const fields = usable.filter(
    (each) =>
      !each.disabled &&
      each.readOnly !== true &&
      // Without a name only what is surely a number field is meant.
      (each.role === 'spinbutton' ||
        isSelect(each) ||
        (task.target !== null && holdsNumber(each))) &&
      /^\d+\b/u.test(each.fields.value),
  );
  const counters = listCounters(usable, sight).filter(({ more, less }) =>
    fields.every((field) => !isBetween(field, less, more, usable)),
  );
  const pool = [...fields, ...counters.map((counter) => nameCounter(counter, task.by))];
  if (task.target === null) {
    const [only, ...others] = pool;
    if (!only) return null;
    return others.length > 0 ? askWhich('more', pool) : applyTask(task, only, null);
  }
  const found = await findTarget(task.target, null, pool, sight);
  if (found.kind === 'ask') return found;
  return found.kind === 'found' ? applyTask(task, found.candidate, null) : null;
}

/** "3 adults" where two buttons count them; null where none do. */
async function groundCounted(
  { target, value }: TaskOf<'set'>,
  sight: GroundingContext,
): Promise<Grounded | null> {
  const wanted = /^\d{1,2}$/u.test(value) ? Number(value) : null;
  const counters = wanted === null ? [] : listCounters(sight.observation.candidates, sight);
  const pool = counters.map((counter) => nameCounter(counter, 1));
  const found = await findTarget(target, null, pool, sight);
  if (wanted === null || found.kind !== 'found') return null;
  const counter = counters.find(({ more }) => more.uid === found.candidate.uid);
  if (!counter) return null;
  const by = wanted - counter.count;
  if (by === 0) return { kind: 'skip', text: `“${target}” is already at ${value}.` };
  const task = { kind: 'count', target, by } as const;
  return applyTask(task, nameCounter(counter, by), null);
}

/** The button for that way; what is counted may stand beside the other one. */
function nameCounter({ less, more }: Counter, by: number): Candidate {
  const pressed = by > 0 ? more : less;
  const context = [less, more].map(({ fields }) => fields.context).join('\n');
  return { ...pressed, fields: { ...pressed.fields, context } };
}

/** Where nothing is counted by that name: what else it may be is asked about. */
export function lackCount({ target, by }: TaskOf<'count'>): TaskOf<'unread'> {
  const reason =
    target === null
      ? 'I see no number on this page that could be made more or less.'
      : `I could not find a number of “${target}” on this page.`;
  const isOne = target !== null && Math.abs(by) === 1;
  return { kind: 'unread', words: isOne ? target : '', reason };
}

function isBetween(
  field: Candidate,
  less: Candidate,
  more: Candidate,
  order: readonly Candidate[],
): boolean {
  const [from, at, to] = [less, field, more].map((each) => order.indexOf(each));
  return from !== undefined && at !== undefined && to !== undefined && from < at && at < to;
}

function listCounters(
  candidates: readonly Candidate[],
  { observation }: GroundingContext,
): Counter[] {
  const { root } = observation;
  if (!root) return [];
  const buttons = new Map(candidates.map((each) => [each.uid, each]));
  return candidates.flatMap((more) => {
    const node = isCalled(more, MORE) ? findByUid(root, more.uid) : null;
    const counter = node && findCounter(more, node, buttons);
    return counter ? [counter] : [];
  });
}

function isCalled({ tag, role, fields }: Candidate, words: RegExp): boolean {
  if (tag === 'input' || isTextual(role)) return false;
  return [fields.name, fields.text, fields.title].some((each) => words.test(each.trim()));
}

function isTextual(role: string): boolean {
  return /^(?:textbox|searchbox|combobox|option)$/u.test(role);
}

/** The button before it, with nothing but a number between the two. */
function findCounter(
  more: Candidate,
  node: ElementNode,
  buttons: ReadonlyMap<Uid, Candidate>,
): Counter | null {
  let around = node.parent;
  for (let level = 0; around && level < LEVELS; level++, around = around.parent) {
    const pieces = listPieces(around, buttons);
    const at = pieces.findIndex((piece) => piece === more);
    const [less, number] = [pieces[at - 2], pieces[at - 1]];
    if (typeof number !== 'string' || !/^\d{1,3}$/u.test(number)) continue;
    if (less && typeof less !== 'string' && isCalled(less, LESS))
      return { less, more, count: Number(number) };
  }
  return null;
}

/** What stands in an element, in order: candidates, and the texts between them. */
function listPieces(
  node: ElementNode,
  candidates: ReadonlyMap<Uid, Candidate>,
): (Candidate | string)[] {
  return (node.shadow?.children ?? node.children).flatMap((child) => {
    if (typeof child === 'string') return child.trim() === '' ? [] : [child.trim()];
    if (child.tag === 'input') return [child.attributes['value'] ?? ''];
    const known = child.uid === null ? null : candidates.get(child.uid);
    if (known?.role === 'button') return [known];
    return ['script', 'style', 'svg'].includes(child.tag) ? [] : listPieces(child, candidates);
  });
}
