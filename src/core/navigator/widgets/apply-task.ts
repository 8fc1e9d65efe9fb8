import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { toKeys, tokenize } from '../../ranking/query/tokenize.ts';
import type { Box } from '../../snapshot/snapshot.ts';
import { joinWords } from '../describe.ts';
import {
  containsWords,
  findOptions,
  isCombobox,
  isDial,
  isOpener,
  isSecret,
  isSelect,
  isTextField,
  isToggle,
  isToggleButton,
  normalizeName,
} from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { listUnits, readAmount } from '../same-value.ts';
import { readDate, readTime } from './dates.ts';
import type { Grounded } from '../target/grounded.ts';
import { act, bind, click, lost, skip, USUAL_VIEWPORT } from '../target/grounded.ts';
import { typeDate } from './calendar.ts';

/** CSS px. */
interface Size {
  width: number;
  height: number;
}

type Apply<K extends Task['kind']> = (
  task: TaskOf<K>,
  target: Candidate,
  viewport: Size,
) => Grounded;

type TargetKind =
  | ('click' | 'hover' | 'type' | 'search' | 'choose' | 'pick' | 'set' | 'toggle' | 'count')
  | ('expand' | 'clear' | 'submit' | 'press' | 'reveal' | 'doubleClick' | 'rightClick');

/** Tasks that are done on one element. */
const ON_ELEMENT: { [K in TargetKind]: Apply<K> } = {
  click: ({ opens, target: words }, target) => {
    if (isSelect(target) && findSaid(words, target).length > 0) return chooseOption(words, target);
    const isFold = target.expanded === true || target.role === 'treeitem';
    return opens && isFold && target.expanded !== undefined ? expand(true, target) : click(target);
  },
  hover: (_, target) => act({ intent: 'hover', uid: target.uid }, target),
  doubleClick: (_, target) => act({ intent: 'doubleClick', uid: target.uid }, target),
  rightClick: (_, target) => act({ intent: 'rightClick', uid: target.uid }, target),
  press: ({ key }, target) => act({ intent: 'press', uid: target.uid, key }, target),
  submit: (_, target) =>
    isButton(target) ? click(target) : act({ intent: 'submit', uid: target.uid }, target),
  clear: (_, target) => (isTextField(target) ? typeText('', target) : click(target)),
  type: (task, target) => askToReplace(task, target) ?? typeText(task.text, target),
  search: ({ text }, target) =>
    typeText(text, target, { kind: 'press', key: 'Enter', target: null, sends: true }),
  choose: ({ value }, target) => choose(value, target),
  toggle: ({ on }, target) => toggle(on, target),
  expand: ({ open }, target) => expand(open, target),
  reveal: (_, target, viewport) => reveal(target, viewport),
  set: setValue,
  pick,
  count,
};

/**
 * What doing a task on this very element means: the action, or that it is done already. Null for tasks that aren't done
 * on one element.
 */
export function applyTask(task: TaskOf<TargetKind>, target: Candidate, viewport?: Size): Grounded;
export function applyTask(task: Task, target: Candidate, viewport?: Size): Grounded | null;
export function applyTask<K extends Task['kind']>(
  task: TaskOf<K>,
  target: Candidate,
  viewport: Size = USUAL_VIEWPORT,
): Grounded | null {
  const onElement: { [K in Task['kind']]?: Apply<K> } = ON_ELEMENT;
  return onElement[task.kind]?.(task, target, viewport) ?? null;
}

export function isButton({ role }: Candidate): boolean {
  return role === 'button' || role === 'link';
}

/** `enter`: what follows where the text is meant to be sent. */
function typeText(said: string, target: Candidate, enter?: TaskOf<'press'>): Grounded {
  const name = nameCandidate(target);
  const isNumeric = target.role === 'spinbutton' && !/^[\d.]*$/u.test(said);
  const amount = isNumeric ? readAmount(said) : null;
  const units = amount?.unit ? listFieldUnits(target) : [];
  if (amount?.unit && units.length > 0 && !units.includes(amount.unit))
    return lost(`“${name}” is in ${joinWords(units, 'or')}, so I did not enter “${said}”.`);
  if (!isTextField(target) && target.role !== 'generic')
    return lost(`“${name}” does not take text.`);
  const text = amount ? String(amount.number) : toForm(said, target);
  // The observed value is cut and collapsed, and masked for secrets: only a short plain one can be compared.
  const isHeld = text === target.fields.value && text.length < 200 && !isSecret(target);
  if (!isHeld)
    return act({ intent: 'textInput', uid: target.uid, text }, target, enter ? [enter] : []);
  if (enter) return act({ intent: 'press', uid: target.uid, key: enter.key }, target);
  return skip(text === '' ? `“${name}” is already empty.` : `“${name}” already holds “${text}”.`);
}

/** A text in an editor or of several lines is the user's work: it is replaced only once they agree. */
function askToReplace(task: TaskOf<'type'>, target: Candidate): Grounded | null {
  const { value: own, text } = target.fields;
  // Editable elements other than inputs and text areas have no value; they hold their text.
  const value = own === '' && target.tag !== 'textarea' ? text : own;
  const isInput = target.tag === 'input' || !isTextField(target);
  if (isInput || task.replaces === true || value === '' || value === task.text) return null;
  return {
    kind: 'ask',
    question: `“${nameCandidate(target)}” already holds a text. Shall I replace it?`,
    options: [{ label: 'Replace it', candidate: target, choice: null }],
    task: { ...task, replaces: true },
  };
}

/** A text field with a whole number in it: many number fields are that, with buttons beside them. */
export function holdsNumber(target: Candidate): boolean {
  return isTextField(target) && /^\d{1,6}$/u.test(target.fields.value);
}

/** The units that a field's own texts name. */
function listFieldUnits({ fields }: Candidate): ReturnType<typeof listUnits> {
  const { name, label, placeholder, context } = fields;
  return listUnits([name, label, placeholder, context.split('\n')[0]].join(' '));
}

/** As the browser's own date and time fields take it; what they do not take is left to them to refuse. */
function toForm(said: string, { form }: Candidate): string {
  if (form === undefined) return said;
  return (form === 'date' ? readDate(said) : readTime(said)) ?? said;
}

/** Whether it holds or opens a list to choose from. */
export function isList(each: Candidate): boolean {
  return isSelect(each) || isCombobox(each) || isOpener(each);
}

/** Holds a value, or opens a list of values. */
export function isHolder(each: Candidate): boolean {
  return isTextField(each) || isList(each) || isDial(each);
}

function choose(value: string, target: Candidate): Grounded {
  if (isSelect(target)) return chooseOption(value, target);
  if (isToggle(target)) return toggle(true, target);
  if (isList(target)) {
    const from = nameCandidate(target);
    return click(target, [
      { kind: 'pick', value, from, list: target.uid, typed: false, open: false },
    ]);
  }
  return isTextField(target) && target.options.length > 0
    ? typeText(findOptions(target.options, value)[0] ?? value, target)
    : click(target);
}

/** What was picked must show afterwards: a list may close without having taken it. */
function pick({ from, list }: TaskOf<'pick'>, target: Candidate): Grounded {
  const value = nameCandidate(target);
  const isChoice = target.role !== 'menuitem';
  return click(target, isChoice ? [{ kind: 'confirm', value, from, list }] : []);
}

function chooseOption(value: string, target: Candidate): Grounded {
  const name = nameCandidate(target);
  const options = findSaid(value, target);
  const [option] = options;
  if (option === undefined) return lost(describeLack(value, target));
  if (options.length > 1)
    return {
      kind: 'ask',
      question: `“${name}” has ${String(options.length)} options that fit “${value}”. Which one?`,
      options: options.map((choice) => ({ label: choice, candidate: target, choice })),
    };
  return option === target.fields.value
    ? skip(`“${option}” is already chosen in “${name}”.`)
    : act({ intent: 'change', uid: target.uid, value: option }, target);
}

/** Finds the options that a phrase means: "Lossless quality" is the option Lossless of the list Quality. */
function findSaid(phrase: string, { options, fields }: Candidate): string[] {
  const whole = findOptions(options, phrase);
  if (whole.length > 0) return whole;
  const own = new Set([fields.name, fields.label, fields.title].flatMap(toKeys));
  const rest = tokenize(phrase).filter((word) => !toKeys(word).every((key) => own.has(key)));
  return rest.length > 0 ? findOptions(options, rest.join(' ')) : [];
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
  if (isList(target)) return choose(value, target);
  if (isToggle(target)) return switchTo(value, target);
  if (isDial(target)) {
    const number = String(readAmount(value)?.number ?? value);
    return act({ intent: 'change', uid: target.uid, value: number }, target);
  }
  const typed = { kind: 'type', text: value, target: said } as const;
  return typeDate(value, said, target) ?? askToReplace(typed, target) ?? typeText(value, target);
}

function switchTo(value: string, target: Candidate): Grounded {
  const name = nameCandidate(target);
  if (OFF.test(value)) return toggle(false, target);
  // "make my account private": the box "Private account" says it.
  const isSaid =
    target.role !== 'radio' && containsWords(normalizeName(name), normalizeName(value));
  return ON.test(value) || isSaid
    ? toggle(true, target)
    : lost(`“${name}” can only be on or off, not “${value}”.`);
}

/** The copilot refuses to press a button more often for one command. */
const MOST_PRESSES = 20;

/** A number is set at once; buttons are pressed one by one, each press with its receipt. */
function count(task: TaskOf<'count'>, target: Candidate): Grounded {
  const name = nameCandidate(target);
  const { by } = task;
  if (isSelect(target) || target.role === 'spinbutton' || holdsNumber(target)) {
    const held = /^\d+/u.exec(target.fields.value)?.[0];
    if (held === undefined) return lost(`“${name}” holds no number yet: say which it should be.`);
    const value = Number(held) + by;
    if (value < 0) return lost(`“${name}” is at ${held}: I did nothing.`);
    return setValue({ kind: 'set', value: String(value), target: name }, target);
  }
  if (target.disabled) return lost(`“${name}” is switched off.`);
  const left = Math.abs(by) - 1;
  if (left >= MOST_PRESSES)
    return lost(`That would be ${String(left + 1)} presses: I did nothing.`);
  return click(target, left > 0 ? [bind(target, { ...task, by: Math.sign(by) * left })] : []);
}

function toggle(on: boolean, target: Candidate): Grounded {
  const name = nameCandidate(target);
  if (target.checked === on) {
    const isSwitch = target.role === 'switch' || isToggleButton(target);
    const state = target.role === 'radio' ? 'chosen' : isSwitch ? 'on' : 'ticked';
    const off = isSwitch ? 'off' : `not ${state}`;
    return skip(`“${name}” is already ${on ? state : off}.`);
  }
  return !on && target.role === 'radio'
    ? lost(`“${name}” is one of several choices and cannot be unticked: choose another one.`)
    : click(target);
}

function expand(open: boolean, target: Candidate): Grounded {
  const name = nameCandidate(target);
  if (target.expanded === open) return skip(`“${name}” is already ${open ? 'open' : 'closed'}.`);
  const isBranch = target.role === 'treeitem' && target.expanded !== undefined;
  const folded = { kind: 'folded', target: name, fold: target.uid, open, tried: 0 } as const;
  return click(target, isBranch ? [folded] : []);
}

function reveal(target: Candidate, viewport: Size): Grounded {
  const { box, uid } = target;
  const name = nameCandidate(target);
  if (target.inViewport) return skip(`“${name}” is already in view.`);
  if (!box) return lost(`“${name}” is on the page, but not shown.`);
  const y = Math.round(box.y + box.height / 2 - viewport.height / 2);
  return act({ intent: 'scroll', x: measureAside(box, viewport), y, uid }, target);
}

/** How far to scroll to the side until a box is in the middle; 0 if it is in view there, or too wide to be. CSS px. */
export function measureAside({ x, width }: Box, viewport: Size): number {
  const isInView = x >= 0 && x + width <= viewport.width;
  return isInView || width > viewport.width ? 0 : Math.round(x + width / 2 - viewport.width / 2);
}
