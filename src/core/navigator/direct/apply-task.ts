import type { PageAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import {
  findOptions,
  normalizeName,
  containsWords,
  isCombobox,
  isOpener,
  isSecret,
  isSelect,
  isDial,
  isTextField,
  isToggle,
} from '../form-controls.ts';
import { joinWords } from '../describe.ts';
import { listUnits, readAmount } from '../same-value.ts';
import type { Amount } from '../same-value.ts';
import { readDate, readTime } from './dates.ts';
import { typeDate } from './direct-typed-date.ts';
import type { AskOption, Grounded } from './find-target.ts';
import type { Task, TaskOf } from '../request/step.ts';

/** The tasks that are done on one element. */
export type TargetTask = Exclude<Task, { kind: Untargeted }>;
type Untargeted = (typeof UNTARGETED)[number];
const UNTARGETED = [
  'load',
  'back',
  'forward',
  'reload',
  'wait',
  'help',
  'scroll',
  'confirm',
  'commit',
  'folded',
  'day',
  'fill',
  'copy',
  'range',
  'tickAll',
  'tell',
  'bound',
  'follow',
  'unread',
] as const;

export function isTargetTask(task: Task): task is TargetTask {
  return !UNTARGETED.some((kind) => kind === task.kind);
}

/** What doing a task on this very element means: the action, or that it is done already. */
export function applyTask(
  task: TargetTask,
  target: Candidate,
  viewportHeight: number | null,
): Grounded {
  switch (task.kind) {
    case 'click':
      return act({ intent: 'click', uid: target.uid }, target);
    case 'pick':
      return pick(task, target);
    case 'hover':
      return act({ intent: 'hover', uid: target.uid }, target);
    case 'type':
      return askToReplace(task, target) ?? typeText(task.text, target, []);
    case 'search':
      return typeText(task.text, target, [{ kind: 'press', key: 'Enter', target: null }]);
    case 'choose':
      return choose(task.value, target);
    case 'set':
      return setValue(task, target);
    case 'toggle':
      return toggle(task.on, target);
    case 'count':
      return count(task, target);
    case 'expand':
      return expand(task.open, target);
    case 'clear':
      return isTextField(target)
        ? typeText('', target, [])
        : act({ intent: 'click', uid: target.uid }, target);
    case 'submit':
      return target.role === 'button' || target.role === 'link'
        ? act({ intent: 'click', uid: target.uid }, target)
        : act({ intent: 'submit', uid: target.uid }, target);
    case 'press':
      return act({ intent: 'press', uid: target.uid, key: task.key }, target);
    case 'reveal':
      return reveal(target, viewportHeight);
  }
}

function act(action: PageAction, target: Candidate, next: Task[] = []): Grounded {
  return { kind: 'act', action, target, next };
}

function typeText(said: string, target: Candidate, next: Task[]): Grounded {
  const name = nameCandidate(target);
  const isPlain = /^[\d.]*$/u.test(said);
  const amount = isNumeric(target) && !isPlain ? readAmount(said) : null;
  const unit = amount && findOtherUnit(amount, target);
  if (unit) return { kind: 'lost', text: `“${name}” is in ${unit}, so I did not enter “${said}”.` };
  const text = amount ? String(amount.number) : toForm(said, target);
  if (!isTextField(target) && target.role !== 'generic') {
    return { kind: 'lost', text: `“${name}” does not take text.` };
  }
  // The observed value is cut and collapsed, and masked for secrets: only a short plain one can be compared.
  const same = text === target.fields.value && text.length < 200 && !isSecret(target);
  if (same && next.length === 0) {
    const text_ =
      text === '' ? `“${name}” is already empty.` : `“${name}” already holds “${text}”.`;
    return { kind: 'skip', text: text_ };
  }
  if (same) {
    const [first] = next;
    if (first?.kind === 'press')
      return act({ intent: 'press', uid: target.uid, key: first.key }, target);
  }
  return act({ intent: 'textInput', uid: target.uid, text }, target, next);
}

/** A text of several lines is the user's work: it is replaced only once they agree. */
function askToReplace(task: TaskOf<'type'>, target: Candidate): Grounded | null {
  const { value } = target.fields;
  const isInput = target.tag === 'input' || !isTextField(target);
  if (isInput || task.replaces === true || value === '' || value === task.text) return null;
  return {
    kind: 'ask',
    question: `“${nameCandidate(target)}” already holds a text. Shall I replace it?`,
    options: [{ label: 'Replace it', candidate: target, choice: null }],
    task: { ...task, replaces: true },
  };
}

/** Takes numbers only. */
function isNumeric({ role }: Candidate): boolean {
  return role === 'spinbutton';
}

/** A text field with a whole number in it: many number fields are that, with buttons beside them. */
export function holdsNumber(target: Candidate): boolean {
  return isTextField(target) && /^\d{1,6}$/u.test(target.fields.value);
}

/** What a field counts in, where it says so and that is not what was said. */
function findOtherUnit({ unit }: Amount, { fields }: Candidate): string | null {
  const { name, label, placeholder, context } = fields;
  const units = listUnits([name, label, placeholder, context.split('\n')[0]].join(' '));
  return unit === null || units.length === 0 || units.includes(unit)
    ? null
    : joinWords(units, 'or');
}

/** As the browser's own date and time fields take it; what they do not take is left to them to refuse. */
function toForm(said: string, { form }: Candidate): string {
  if (form === undefined) return said;
  return (form === 'date' ? readDate(said) : readTime(said)) ?? said;
}

function choose(value: string, target: Candidate): Grounded {
  if (isSelect(target)) return chooseOption(value, target);
  if (isToggle(target)) return toggle(true, target);
  if (isCombobox(target) || isOpener(target)) {
    const from = nameCandidate(target);
    const next: Task = { kind: 'pick', value, from, list: target.uid, typed: false, open: false };
    return act({ intent: 'click', uid: target.uid }, target, [next]);
  }
  if (isTextField(target) && target.options.length > 0) {
    return typeText(findOptions(target.options, value)[0] ?? value, target, []);
  }
  return act({ intent: 'click', uid: target.uid }, target);
}

/** What was picked must show afterwards: a list may close without having taken it. */
function pick({ from, list }: TaskOf<'pick'>, target: Candidate): Grounded {
  const value = nameCandidate(target);
  const isChoice = target.role !== 'menuitem';
  return act(
    { intent: 'click', uid: target.uid },
    target,
    isChoice ? [{ kind: 'confirm', value, from, list }] : [],
  );
}

function chooseOption(value: string, target: Candidate): Grounded {
  const name = nameCandidate(target);
  const found = findOptions(target.options, value);
  const [option] = found;
  if (option === undefined) return { kind: 'lost', text: describeLack(value, target) };
  if (found.length > 1) {
    const options = found.map((choice): AskOption => ({
      label: choice,
      candidate: target,
      choice,
    }));
    return {
      kind: 'ask',
      question: `“${name}” has ${String(found.length)} options that fit “${value}”. Which one?`,
      options,
    };
  }
  if (option === target.fields.value) {
    return { kind: 'skip', text: `“${option}” is already chosen in “${name}”.` };
  }
  return act({ intent: 'change', uid: target.uid, value: option }, target);
}

const MOST_LISTED = 8;

export function describeLack(value: string, target: Candidate): string {
  const listed = target.options.slice(0, MOST_LISTED).map((option) => `“${option}”`);
  const more = target.options.length - listed.length;
  const offer = [...listed, ...(more > 0 ? [`${String(more)} more`] : [])].join(', ');
  const name = nameCandidate(target);
  return `“${name}” has no option “${value}”.${offer === '' ? '' : ` It offers ${offer}.`}`;
}

const ON = /^(?:on|true|yes|checked|ticked|enabled)$/i;
const OFF = /^(?:off|false|no|unchecked|unticked|disabled)$/i;

function setValue({ value, target: said }: TaskOf<'set'>, target: Candidate): Grounded {
  if (isSelect(target) || isCombobox(target) || isOpener(target)) return choose(value, target);
  if (isToggle(target)) {
    if (ON.test(value) || OFF.test(value)) return toggle(ON.test(value), target);
    // "make my account private": the box "Private account" says it.
    if (
      target.role !== 'radio' &&
      containsWords(normalizeName(nameCandidate(target)), normalizeName(value))
    )
      return toggle(true, target);
    return {
      kind: 'lost',
      text: `“${nameCandidate(target)}” can only be on or off, not “${value}”.`,
    };
  }
  if (isDial(target)) {
    const amount = readAmount(value);
    const number = amount ? String(amount.number) : value;
    return act({ intent: 'change', uid: target.uid, value: number }, target);
  }
  const date = typeDate(value, said, target);
  if (date) return date;
  const typed = { kind: 'type', text: value, target: said } as const;
  return askToReplace(typed, target) ?? typeText(value, target, []);
}

/** More presses of a button are hardly meant. */
const MOST_PRESSES = 20;

/** A number is set at once; buttons are pressed one by one, each press with its receipt. */
function count(task: TaskOf<'count'>, target: Candidate): Grounded {
  const name = nameCandidate(target);
  const { by } = task;
  if (isSelect(target) || isNumeric(target) || holdsNumber(target)) {
    const held = /^\d+/u.exec(target.fields.value)?.[0];
    if (held === undefined)
      return { kind: 'lost', text: `“${name}” holds no number yet: say which it should be.` };
    const value = String(Number(held) + by);
    if (Number(value) < 0) return { kind: 'lost', text: `“${name}” is at ${held}: I did nothing.` };
    return setValue({ kind: 'set', value, target: name }, target);
  }
  if (target.disabled) return { kind: 'lost', text: `“${name}” is switched off.` };
  const left = Math.abs(by) - 1;
  if (left >= MOST_PRESSES)
    return { kind: 'lost', text: `That would be ${String(left + 1)} presses: I did nothing.` };
  const rest = { ...task, by: Math.sign(by) * left };
  const next: Task[] = left > 0 ? [{ kind: 'bound', uid: target.uid, task: rest }] : [];
  return act({ intent: 'click', uid: target.uid }, target, next);
}

function toggle(on: boolean, target: Candidate): Grounded {
  const name = nameCandidate(target);
  if (target.checked === on) {
    const state = target.role === 'radio' ? 'chosen' : target.role === 'switch' ? 'on' : 'ticked';
    const off = target.role === 'switch' ? 'off' : `not ${state}`;
    return { kind: 'skip', text: `“${name}” is already ${on ? state : off}.` };
  }
  if (!on && target.role === 'radio') {
    const text = `“${name}” is one of several choices and cannot be unticked: choose another one.`;
    return { kind: 'lost', text };
  }
  return act({ intent: 'click', uid: target.uid }, target);
}

function expand(open: boolean, target: Candidate): Grounded {
  if (target.expanded === open) {
    const text = `“${nameCandidate(target)}” is already ${open ? 'open' : 'closed'}.`;
    return { kind: 'skip', text };
  }
  const folded = { kind: 'folded', target: nameCandidate(target), fold: target.uid, open } as const;
  const isBranch = target.role === 'treeitem' && target.expanded !== undefined;
  const next: Task[] = isBranch ? [{ ...folded, pressed: false }] : [];
  return act({ intent: 'click', uid: target.uid }, target, next);
}

function reveal(target: Candidate, viewportHeight: number | null): Grounded {
  const { box } = target;
  const name = nameCandidate(target);
  if (target.inViewport) return { kind: 'skip', text: `“${name}” is already in view.` };
  if (!box) return { kind: 'lost', text: `“${name}” is on the page, but not shown.` };
  const middle = (viewportHeight ?? 0) / 2;
  const y = Math.round(box.y + box.height / 2 - middle);
  return act({ intent: 'scroll', x: 0, y, uid: target.uid }, target);
}
