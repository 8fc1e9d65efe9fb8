import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { readQuery } from '../../ranking/query/relation.ts';
import { toContentKeys, toKeys } from '../../ranking/query/tokenize.ts';
import {
  containsWords,
  findOptions,
  holdsChoice,
  isChoice,
  isCombobox,
  isNamed,
  isOption,
  isSelect,
  isTextField,
  isToggle,
  normalizeName,
} from '../form-controls.ts';
import { SORT } from '../request/commands.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { isKindOf, meansSame, readNativeName } from '../same-value.ts';
import { applyTask, describeLack, isButton, isList } from './apply-task.ts';
import { findTarget, saysAll } from '../target/find-target.ts';
import type { FoundTarget, Grounded, Sight } from '../target/grounded.ts';
import {
  act,
  askWhich,
  bind,
  click,
  findByUid,
  found,
  getOnly,
  isNew,
  isUsable,
  isWritable,
  lost,
  notFound,
  skip,
} from '../target/grounded.ts';
import { findStar } from './parts.ts';
import { splitNames } from './several.ts';

/**
 * Grounds "choose Express under Delivery": in a select, among radios and the like, or in a custom list.
 * What is no one choice may be a list of them: "select foo, bar".
 */
export async function groundChoice(task: TaskOf<'choose'>, sight: Sight): Promise<Grounded> {
  const isOneName = sight.candidates.some((each) => holdsChoice(each, task.value));
  const grounded =
    (isOneName ? null : await groundSeveral(task, sight)) ?? (await groundOne(task, sight));
  return openOnlyList(task, grounded, sight) ?? grounded;
}

/** "Pick Euro" where nothing shows such a value: the only closed list of the page may hold it, and is looked into. */
function openOnlyList(
  task: TaskOf<'choose'>,
  grounded: Grounded,
  { candidates }: Sight,
): Grounded | null {
  if (task.target !== null || grounded.kind === 'act' || grounded.kind === 'skip') return null;
  const closed = candidates.filter((each) => {
    const isShown = isUsable(each) && each.behind !== true;
    return isShown && isCombobox(each) && !isTextField(each) && each.expanded === false;
  });
  const list = getOnly(closed);
  const isOther =
    grounded.kind === 'ask' && grounded.options.some(({ candidate }) => candidate !== list);
  return list && !isOther ? applyTask(task, list) : null;
}

/** One step for each name in the value; null unless all of them are clear. */
async function groundSeveral(task: TaskOf<'choose'>, sight: Sight): Promise<Grounded | null> {
  const names = splitNames(task.value);
  if (!names) return null;
  // A list that takes several is set at once.
  const lists = sight.candidates.filter(
    (each) => isSelect(each) && names.every((name) => findOptions(each.options, name).length === 1),
  );
  const list = getOnly(lists);
  if (list?.role === 'listbox') {
    const value = names.flatMap((name) => findOptions(list.options, name)).join('\n');
    return act({ intent: 'change', uid: list.uid, value }, list);
  }
  const plan: Task[] = [];
  const targets = new Set<Candidate>();
  for (const name of names) {
    const step = { ...task, value: name, phrase: name };
    const one = await groundOne(step, sight);
    if (one.kind === 'skip') plan.push({ kind: 'tell', text: one.text });
    else if (one.kind === 'act' && one.target) {
      plan.push(bind(one.target, step));
      targets.add(one.target);
    } else return null;
  }
  const one = getOnly([...targets]);
  if (one && isCombobox(one))
    plan.push(...confirmEach(names, { from: nameCandidate(one), list: one.uid }));
  const [first, ...rest] = plan;
  const target = first?.kind === 'bound' ? findByUid(sight, first.uid) : null;
  const grounded = first?.kind === 'bound' && target ? applyTask(first.task, target) : null;
  return grounded?.kind === 'act' ? { ...grounded, next: [...grounded.next, ...rest] } : null;
}

async function groundOne(task: TaskOf<'choose'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight;
  const { value, target, phrase } = task;
  const star = findStar(task, sight);
  if (star) return star.kind === 'found' ? applyTask(task, star.candidate) : star;
  if (target === null) return chooseAnywhere(task, sight);
  const columns = target === SORT ? listColumns(value, sight) : [];
  const column = getOnly(columns);
  if (column) return click(column);
  // "Cash on delivery" may be one name and not the value "Cash" of "delivery".
  if (candidates.some((each) => holdsChoice(each, phrase)))
    return chooseAnywhere({ ...task, value: phrase, target: null }, sight);

  const lists = candidates.filter((each) => isList(each) || isSuggesting(each));
  const list = narrow(await findTarget(target, 'change', lists, sight), task, target);
  const isHolding =
    list.kind === 'found' &&
    (!isSelect(list.candidate) || findOptions(list.candidate.options, value).length > 0);
  if (isHolding)
    return (await pickInOpen(value, list.candidate, sight)) ?? applyTask(task, list.candidate);

  const meant = candidates.filter((each) => isChoice(each) && isMeant(each, value));
  const same = getOnly(meant);
  if (same) return applyTask(task, same);
  const named = candidates.filter((each) => isChoice(each) && isNamed(each, value, false));
  const choices = meant.length > 0 ? meant : named;
  const choice = await findTarget(`${value} (${target})`, 'click', choices, sight);
  if (choice.kind === 'found') return applyTask(task, choice.candidate);
  if (list.kind === 'found')
    return choice.kind === 'ask' ? choice : lost(describeLack(value, list.candidate));
  // "Togo from the list": the only list that holds it, whatever it is called.
  const holder = getOnly(
    candidates.filter((each) => isSelect(each) && findOptions(each.options, value).length > 0),
  );
  if (holder && KIND_OF_LIST.test(target)) return applyTask(task, holder);
  if (list.kind === 'ask') return list;
  if (choice.kind === 'ask') return choice;
  // Two tables have such a column.
  if (columns.length > 1)
    return { ...askWhich(value, columns), task: { kind: 'click', target: value } };
  return lost(`I could not find “${value}” under “${target}” on this page.`);
}

/** "50 per page": the only list that offers this number, whatever it is called. */
export function findPageLength({ target, value }: TaskOf<'set'>, sight: Sight): Candidate | null {
  if (!/\bper page$/iu.test(target)) return null;
  const offers = ({ options }: Candidate): boolean => findOptions(options, value).length === 1;
  return getOnly(sight.candidates.filter((each) => isSelect(each) && offers(each)));
}

/** The heads of the columns of that name; pressing one is how tables are sorted. */
function listColumns(name: string, { candidates, listLeaves }: Sight): Candidate[] {
  const isHead = ({ role, xpath }: Candidate) => role === 'columnheader' || xpath.includes('/th[');
  const heads = [...candidates, ...(listLeaves?.() ?? [])].filter(isHead);
  const exact = heads.filter((each) => isNamed(each, name));
  return exact.length > 0 ? exact : heads.filter((each) => isNamed(each, name, false));
}

/** Words that name a kind of list and none in particular. */
const KIND_OF_LIST =
  /^(?:the\s+)?(?:[\p{L}-]+\s+)?(?:list|dropdown|drop-down|menu|select|options|box|listbox)$/iu;

/** A text field with a list of suggestions of the browser's own (datalist). */
function isSuggesting(each: Candidate): boolean {
  return isTextField(each) && each.options.length > 0;
}

async function chooseAnywhere(task: TaskOf<'choose'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight;
  const { value } = task;
  const holder = applyToFirst(task, [
    candidates.filter((each) => holdsChoice(each, value)),
    listMeant(candidates, value),
    candidates.filter((each) => holdsChoice(each, value, false)),
  ]);
  if (holder) return holder;
  // "select the first email" ticks its box, where it has one.
  const boxes = candidates.filter(isToggle);
  if (readQuery({ text: value, intent: null }).item !== null && boxes.length > 0) {
    const box = await findTarget(value, 'click', boxes, sight);
    if (box.kind === 'found') return applyTask(task, box.candidate);
  }
  const chooser = findChooser(value, sight);
  if (chooser) return click(chooser);
  const any = await findTarget(value, 'click', candidates, sight);
  if (any.kind !== 'found') return any;
  const { candidate } = any;
  // A press would close what is open: "only show loans" where "Loans" is the heading of a section.
  const isOpen = candidate.expanded === true && !isList(candidate);
  if (isOpen || isMention(value, candidate)) return askWhich(value, [candidate]);
  // What is called by the value is chosen itself: a month in a picker opens nothing, whatever its class says.
  const isHolder = isSelect(candidate) || isToggle(candidate) || isTextField(candidate);
  return isHolder || candidate.opens === true ? applyTask(task, candidate) : click(candidate);
}

/** How many words a name must have for each one said, so that the words are no choice of it. */
const MENTIONING = 3;

/** Whether the words stand among many others in the name of a link: "blue" in "Blue sofa with pillows". */
function isMention(value: string, { role, fields }: Candidate): boolean {
  const said = toContentKeys(value).length;
  return role === 'link' && said > 0 && toContentKeys(fields.name).length >= said * MENTIONING;
}

/** "Select the second room", "I'll take the 9:45" where each has a button "Select". */
function findChooser(value: string, { candidates }: Sight): Candidate | null {
  const { item } = readQuery({ text: value, intent: null });
  const choosers = candidates.filter(
    (each) =>
      !isTextField(each) && /^(?:select|choose|pick)(?:\s\p{L}+)?$/iu.test(each.fields.name),
  );
  const isEach = choosers.every(({ fields }) => fields.name === choosers[0]?.fields.name);
  if (choosers.length < 2 || !isEach) return null;
  if (item === null) return getOnly(choosers.filter((each) => saysAll(value, each)));
  return choosers.at(item > 0 ? item - 1 : item) ?? null;
}

/** Does a task on the only one of the first group that has any, or asks which one. Null where all are empty. */
function applyToFirst(
  task: TaskOf<'choose' | 'pick'>,
  groups: readonly Candidate[][],
): Grounded | null {
  const fitting = groups.find(({ length }) => length > 0) ?? [];
  const one = getOnly(fitting);
  if (one) return applyTask(task, one);
  return fitting.length > 0 ? askWhich(task.value, fitting) : null;
}

/** Whether it is no choice of that name, but one that says the same in other words. */
function isMeant(each: Candidate, value: string): boolean {
  return !isNamed(each, value) && meansSame(value, nameCandidate(each));
}

/** Lists and choices that hold the value in other words, and links and buttons that are called by a language's own name. */
function listMeant(candidates: readonly Candidate[], value: string): Candidate[] {
  const isLanguage = readNativeName(value) !== null;
  const meant = candidates.filter((each) => {
    if (isSelect(each))
      return each.options.some(
        (option) => meansSame(value, option) || isKindOf(value, option) || isOneWord(value, option),
      );
    return ((isLanguage && isButton(each)) || isChoice(each)) && isMeant(each, value);
  });
  // The same link at the top and at the foot of a page.
  const [first] = meant;
  const isOnePlace = first?.href != null && meant.every(({ href }) => href === first.href);
  return first && isOnePlace ? [first] : meant;
}

/** "Admins" for "Admin". */
function isOneWord(value: string, option: string): boolean {
  return toKeys(value).join(' ') === toKeys(option).join(' ');
}

/**
 * Of several lists that fit the words, only those that hold the value are worth asking about. The only one is taken
 * where it has all the words: a filter by role is not Bob's role.
 */
function narrow(list: FoundTarget, { value }: TaskOf<'choose'>, target: string): FoundTarget {
  if (list.kind !== 'ask') return list;
  const holding = list.options.filter(
    ({ candidate }) => findOptions(candidate.options, value).length > 0,
  );
  const holder = getOnly(holding);
  if (holder && saysAll(target, holder.candidate)) return found(holder.candidate);
  if (holding.length > 0) return { ...list, options: holding };
  return list.options.length === 1 ? notFound(value) : list;
}

/** In a list that is open already; null where it is not, or shows no such option yet. */
export async function pickInOpen(
  value: string,
  list: Candidate,
  sight: Sight,
): Promise<Grounded | null> {
  if (list.role !== 'listbox' && list.expanded !== true) return null;
  const from = nameCandidate(list);
  const task = { kind: 'pick', value, from, list: list.uid, typed: false, open: true } as const;
  const picked = await groundPick(task, sight);
  return picked.kind === 'lost' && list.role !== 'listbox' ? null : picked;
}

const MOST_OFFERED = 8;

/**
 * Grounds what follows the opening of a custom list: its options are on the page only now, often far
 * from the list itself and without a role. What is not among them is typed where the list can be
 * searched: long lists hold only what is in view.
 */
export async function groundPick(task: TaskOf<'pick'>, sight: Sight): Promise<Grounded> {
  const { value } = task;
  const [options, others] = listOptions(task, sight);
  // What was on the page before is an option of this list only if its name leaves no doubt.
  const option = applyToFirst(task, [
    listNamed(options, value),
    listNamed(options, value, false),
    listNamed(others, value),
  ]);
  if (option) return option;
  const [first = '', ...rest] = value.split(PATH);
  const exact = listNamed(options, first);
  const levels = exact.length > 0 ? exact : listNamed(options, first, false);
  const level = rest.length > 0 ? getOnly(levels) : null;
  if (level) return click(level, [{ ...task, value: rest.join(' / ') }]);
  const several = pickSeveral(task, options);
  if (several) return several;
  const colour = COLOUR.test(value) ? findColourField(sight) : null;
  if (colour) return typeColour(value, colour);
  const box = task.typed ? null : findSearchBox(task, sight);
  if (box) {
    const action = { intent: 'textInput', uid: box.uid, text: value } as const;
    return act(action, box, [{ ...task, typed: true }]);
  }
  const any = await findTarget(value, 'click', options, sight);
  if (any.kind === 'found') return applyTask(task, any.candidate);
  if (any.kind === 'ask') return any;
  const names = options.slice(0, MOST_OFFERED).map(({ fields }) => fields.name || fields.text);
  const offer = names.filter(Boolean).map((name) => `“${name}”`);
  const shown = offer.length > 0 ? ` It shows ${offer.join(', ')}.` : '';
  return lost(`I opened “${task.from}”, but found no “${value}” in it.${shown}`);
}

/** A list that takes one value shows only the last one. */
function confirmEach(
  names: readonly string[],
  { from, list }: Pick<TaskOf<'pick'>, 'from' | 'list'>,
): TaskOf<'confirm'>[] {
  return names.map((value) => ({ kind: 'confirm', value, from, list }));
}

/** Several options of one list; it is opened again where it closes after each. */
function pickSeveral(task: TaskOf<'pick'>, options: readonly Candidate[]): Grounded | null {
  const names = splitNames(task.value) ?? [];
  const named = names.flatMap((name) => getOnly(listNamed(options, name)) ?? []);
  const [first] = named;
  if (!first || named.length < names.length) return null;
  const choose = (name: string): Task => {
    const step = { kind: 'choose', value: name, target: null, phrase: name } as const;
    return { kind: 'bound', uid: task.list, task: step };
  };
  return click(first, [...names.slice(1).map(choose), ...confirmEach(names, task)]);
}

const COLOUR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/iu;
const IS_HEX = /^#?[\da-f]{6}(?:[\da-f]{2})?$/iu;

/** What came up to choose a colour in has a field that holds one. */
function findColourField(sight: Sight): Candidate | null {
  const fields = sight.candidates.filter((each) => isWritable(each) && isNew(each, sight));
  return getOnly(fields.filter(({ fields: { value } }) => IS_HEX.test(value)));
}

function typeColour(value: string, field: Candidate): Grounded {
  const text = field.fields.value.startsWith('#') ? value : value.slice(1);
  return act({ intent: 'textInput', uid: field.uid, text }, field);
}

/** "Portugal / Porto" in a list whose options open further ones. */
const PATH = /\s*(?:[/>›→»]|\s[-–]\s)\s*/u;

/** What is surely an option, and what may be one: what is new on the page, and what is called one. */
function listOptions({ list, open }: TaskOf<'pick'>, sight: Sight): [Candidate[], Candidate[]] {
  const shown = sight.candidates.filter(
    (each) => each.box !== null && each.uid !== list && each.role !== 'listbox',
  );
  const old = shown.filter(isOption);
  if (open) return [old, shown.filter((each) => !isTextField(each))];
  const fresh = shown.filter((each) => isNew(each, sight) && !isTextField(each));
  const marked = fresh.filter(isOption);
  return [marked.length > 0 ? marked : fresh, old];
}

function listNamed(options: readonly Candidate[], value: string, exact = true): Candidate[] {
  return options.filter((option) => isNamed(option, value, exact));
}

/** The list's own text field, or one that appeared with the list. */
function findSearchBox({ list }: TaskOf<'pick'>, sight: Sight): Candidate | null {
  const fields = sight.candidates.filter(isWritable);
  const own = fields.find(({ uid }) => uid === list);
  return own ?? fields.find((each) => isNew(each, sight)) ?? null;
}

/** Looks whether a list shows what was picked in it. A list that has gone is not asked. */
export function groundConfirm({ value, from, list }: TaskOf<'confirm'>, sight: Sight): Grounded {
  const holder = findByUid(sight, list);
  if (holder?.role !== 'combobox') return skip('');
  const { name, text, label, value: held, context } = holder.fields;
  const isShown = [held, text, name, label, ...context.split('\n')].some((each) =>
    containsWords(normalizeName(each), normalizeName(value)),
  );
  return isShown || isShownBeside(value, holder, sight)
    ? { kind: 'skip', text: '', outcome: `${from} now shows “${value}”` }
    : lost(
        `I clicked “${value}”, but “${from}” does not show it. Please look whether it was taken.`,
      );
}

/** Lists that take several values show each as a small part on the line of their field. */
function isShownBeside(
  value: string,
  { uid, box }: Candidate,
  { candidates, listLeaves }: Sight,
): boolean {
  return [...candidates, ...(listLeaves?.() ?? [])].some((each) => {
    const isOnLine =
      box !== null &&
      each.box !== null &&
      each.box.y < box.y + box.height &&
      each.box.y + each.box.height > box.y;
    return isOnLine && each.uid !== uid && !isOption(each) && isNamed(each, value);
  });
}
