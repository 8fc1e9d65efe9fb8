import type { Uid } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findByUid } from '../../snapshot/element-tree.ts';
import {
  findOptions,
  isChoice,
  isSelect,
  isTextField,
  isToggle,
  normalizeName,
} from '../form-controls.ts';
import type { TaskOf } from '../request/step.ts';
import { applyTask, holdsNumber, isHolder } from './apply-task.ts';
import { groundChoice } from './choose.ts';
import { findTarget, saysAll } from '../target/find-target.ts';
import { filterLabelled } from './parts.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { askWhich, getOnly, skip } from '../target/grounded.ts';

/** "set the size to Large": whatever the control is, a group of choices too. */
export async function groundSet(task: TaskOf<'set'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight;
  const { value, target } = task;
  const name = normalizeName(target);
  const controls = candidates.filter(
    (each) => isHolder(each) || (isToggle(each) && each.role !== 'radio'),
  );
  // "set Delivery to Express" may mean a group of radios, which is no element of its own.
  const choice = { kind: 'choose', value, target, phrase: `${value} ${target}` } as const;
  const isGroup = candidates.some(
    (each) =>
      isChoice(each) &&
      each.fields.context.split('\n').some((line) => normalizeName(line) === name),
  );
  const isControl = controls.some(({ fields }) => normalizeName(fields.name) === name);
  if (isGroup && !isControl) return groundChoice(choice, sight);
  const control = await findTarget(target, null, controls, sight);
  if (control.kind === 'found') return applyTask(task, control.candidate);
  if (control.kind === 'ask') {
    // "make Bob an admin": of the controls that may be meant, the only one that offers it. A filter by role is not Bob's.
    const offer = getOnly(
      control.options.filter(
        ({ candidate }) =>
          findOptions(candidate.options, value).length === 1 && saysAll(target, candidate),
      ),
    );
    if (offer) return applyTask(task, offer.candidate);
    const one = getOnly(control.options)?.candidate;
    // "My email is ada@…" with a field "Your e-mail, if you want an answer": the value says which it is for.
    if (one && isTextField(one) && EMAIL.test(value) && /e-?mail/iu.test(one.fields.name))
      return applyTask(task, one);
    // Of one that may be meant and two buttons that count what was named, these are.
    const counted = control.options.length === 1 ? await groundCounted(task, sight) : null;
    const beside = filterLabelled(controls, target, sight, true);
    const labelled = getOnly(beside.filter((each) => !beside.some((outer) => holds(outer, each))));
    return counted ?? (labelled ? applyTask(task, labelled) : control);
  }
  const chosen = await groundChoice(choice, sight);
  return chosen.kind === 'lost' ? ((await groundCounted(task, sight)) ?? control) : chosen;
}

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/u;

/** Whether one stands in the other. */
function holds(outer: Candidate, { xpath, frameId }: Candidate): boolean {
  return frameId === outer.frameId && xpath.startsWith(`${outer.xpath}/`);
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
export async function groundCount(task: TaskOf<'count'>, sight: Sight): Promise<Grounded | null> {
  const { target, by } = task;
  const usable = sight.candidates.filter(({ box, behind }) => box !== null && behind !== true);
  const fields = usable.filter((each) => {
    // Without a name only what is surely a number field is meant.
    const isNumber =
      each.role === 'spinbutton' || isSelect(each) || (target !== null && holdsNumber(each));
    const canChange = !each.disabled && each.readOnly !== true;
    return isNumber && canChange && /^\d+\b/u.test(each.fields.value);
  });
  const places = fields.map((field) => usable.indexOf(field));
  const counters = listCounters(usable, sight).filter(({ more, less }) => {
    const [from, to] = [usable.indexOf(less), usable.indexOf(more)];
    return places.every((at) => at < from || at > to);
  });
  const pool = [...fields, ...counters.map((counter) => nameCounter(counter, by))];
  if (target === null) {
    const one = getOnly(pool);
    return one ? applyTask(task, one) : pool.length > 0 ? askWhich('more', pool) : null;
  }
  const named = await findTarget(target, null, pool, sight);
  if (named.kind === 'ask') return named;
  return named.kind === 'found' ? applyTask(task, named.candidate) : null;
}

/** "3 adults" where two buttons count them; null where none do. */
async function groundCounted(
  { target, value }: TaskOf<'set'>,
  sight: Sight,
): Promise<Grounded | null> {
  if (!/^\d{1,2}$/u.test(value)) return null;
  const counters = listCounters(sight.candidates, sight);
  const pool = counters.map((counter) => nameCounter(counter, 1));
  const named = await findTarget(target, null, pool, sight);
  const uid = named.kind === 'found' ? named.candidate.uid : null;
  const counter = counters.find(({ more }) => more.uid === uid);
  if (!counter) return null;
  const by = Number(value) - counter.count;
  return by === 0
    ? skip(`“${target}” is already at ${value}.`)
    : applyTask({ kind: 'count', target, by }, nameCounter(counter, by));
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
  return { kind: 'unread', words: Math.abs(by) === 1 ? (target ?? '') : '', reason };
}

function listCounters(candidates: readonly Candidate[], { root }: Sight): Counter[] {
  if (!root) return [];
  const known = new Map(candidates.map((each) => [each.uid, each]));
  return candidates.flatMap((more) => {
    const node = isCalled(more, MORE) ? findByUid(root, more.uid) : null;
    return (node && findCounter(more, node, known)) ?? [];
  });
}

function isCalled({ tag, role, fields }: Candidate, words: RegExp): boolean {
  if (tag === 'input' || /^(?:textbox|searchbox|combobox|option)$/u.test(role)) return false;
  return [fields.name, fields.text, fields.title].some((each) => words.test(each.trim()));
}

/** The button before it, with nothing but a number between the two. */
function findCounter(
  more: Candidate,
  node: ElementNode,
  known: ReadonlyMap<Uid, Candidate>,
): Counter | null {
  let around = node.parent;
  for (let level = 0; around && level < LEVELS; level++, around = around.parent) {
    const pieces = listPieces(around, known);
    const at = pieces.indexOf(more);
    const [less, number] = [pieces[at - 2], pieces[at - 1]];
    if (typeof number !== 'string' || !/^\d{1,3}$/u.test(number)) continue;
    if (less && typeof less !== 'string' && isCalled(less, LESS))
      return { less, more, count: Number(number) };
  }
  return null;
}

/** What stands in an element, in order: buttons, and the texts between them. */
function listPieces(node: ElementNode, known: ReadonlyMap<Uid, Candidate>): (Candidate | string)[] {
  return (node.shadow?.children ?? node.children).flatMap((child) => {
    if (typeof child === 'string') return child.trim() === '' ? [] : [child.trim()];
    if (child.tag === 'input') return [child.attributes['value'] ?? ''];
    const button = child.uid === null ? undefined : known.get(child.uid);
    if (button?.role === 'button') return [button];
    return ['script', 'style', 'svg'].includes(child.tag) ? [] : listPieces(child, known);
  });
}
