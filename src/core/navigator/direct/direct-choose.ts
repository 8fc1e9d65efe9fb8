import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { readQuery } from '../../ranking/query/relation.ts';
import {
  containsWords,
  findOptions,
  isChoice,
  isCombobox,
  isNamed,
  isOpener,
  isOption,
  isSelect,
  isTextField,
  isToggle,
  normalizeName,
} from '../form-controls.ts';
import { SORT } from '../request/commands.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { isKindOf, meansSame, readNativeName } from '../same-value.ts';
import { applyTask, describeLack } from './apply-task.ts';
import { splitNames } from './direct-each.ts';
import { findStar } from './direct-parts.ts';
import type { FoundTarget, Grounded, GroundingContext } from './find-target.ts';
import { askWhich, findTarget, notFound } from './find-target.ts';

/**
 * Grounds "choose Express under Delivery": in a select, among radios and the like, or in a custom list.
 * What is no one choice may be a list of them: "select foo, bar".
 */
export async function groundChoice(
  task: TaskOf<'choose'>,
  sight: GroundingContext,
): Promise<Grounded> {
  const { candidates } = sight.observation;
  const isOneName = findHolders(candidates, task.value, isNamed).length > 0;
  const several = isOneName ? null : await groundSeveral(task, sight);
  return several ?? groundOne(task, sight);
}

/** One step for each name in the value; null unless all of them are clear. */
async function groundSeveral(
  task: TaskOf<'choose'>,
  sight: GroundingContext,
): Promise<Grounded | null> {
  const { candidates } = sight.observation;
  const names = splitNames(task.value);
  if (!names) return null;
  // A list that takes several is set at once.
  const lists = candidates.filter(
    (each) => isSelect(each) && names.every((name) => findOptions(each.options, name).length === 1),
  );
  const [list] = lists;
  if (list && lists.length === 1 && list.role === 'listbox') {
    const value = names.flatMap((name) => findOptions(list.options, name)).join('\n');
    const action = { intent: 'change', uid: list.uid, value } as const;
    return { kind: 'act', action, target: list, next: [] };
  }
  const plan: Task[] = [];
  for (const name of names) {
    const one = await groundOne({ ...task, value: name, phrase: name }, sight);
    if (one.kind === 'skip') plan.push({ kind: 'tell', text: one.text });
    else if (one.kind !== 'act' || !one.target) return null;
    else {
      const step = { ...task, value: name, phrase: name };
      plan.push({ kind: 'bound', uid: one.target.uid, task: step });
    }
  }
  const [first] = plan;
  if (first?.kind !== 'bound') return null;
  const target = candidates.find(({ uid }) => uid === first.uid);
  const grounded = target && applyTask(first.task as TaskOf<'choose'>, target, null);
  if (grounded?.kind !== 'act') return null;
  return { ...grounded, next: [...grounded.next, ...plan.slice(1)] };
}

async function groundOne(task: TaskOf<'choose'>, sight: GroundingContext): Promise<Grounded> {
  const { candidates } = sight.observation;
  const star = findStar(task, sight);
  if (star) return star.kind === 'found' ? applyTask(task, star.candidate, null) : star;
  if (task.target === null) return chooseAnywhere(task, sight);
  const column = task.target === SORT ? findColumn(task.value, candidates) : null;
  if (column) return act(column);
  // "Cash on delivery" may be one name and not the value "Cash" of "delivery".
  if (findHolders(candidates, task.phrase, isNamed).length > 0) {
    return chooseAnywhere({ ...task, value: task.phrase, target: null }, sight);
  }

  const lists = candidates.filter(
    (each) => isSelect(each) || isCombobox(each) || isOpener(each) || isSuggesting(each),
  );
  const list = narrow(await findTarget(task.target, 'change', lists, sight), task.value);
  const holds =
    list.kind === 'found' &&
    (!isSelect(list.candidate) || findOptions(list.candidate.options, task.value).length > 0);
  if (list.kind === 'found' && holds) {
    const shown = await chooseInOpen(task.value, list.candidate, sight);
    return shown ?? applyTask(task, list.candidate, null);
  }

  const meant = candidates.filter((each) => isChoice(each) && isMeant(each, task.value));
  const [same] = meant;
  if (same && meant.length === 1) return applyTask(task, same, null);
  const choices =
    meant.length > 0
      ? meant
      : candidates.filter((each) => isChoice(each) && isNamed(each, task.value, false));
  const choice = await findTarget(`${task.value} (${task.target})`, 'click', choices, sight);
  if (choice.kind === 'found') return applyTask(task, choice.candidate, null);
  // "Togo from the list": the only list that holds it, whatever it is called.
  const holding = findHolders(candidates.filter(isSelect), task.value, isNamed);
  const [holder] = holding;
  if (holder && holding.length === 1 && list.kind !== 'found' && isKind(task.target)) {
    return applyTask(task, holder, null);
  }
  if (list.kind === 'ask' || choice.kind === 'ask') return list.kind === 'ask' ? list : choice;
  if (list.kind === 'found')
    return { kind: 'lost', text: describeLack(task.value, list.candidate) };
  return {
    kind: 'lost',
    text: `I could not find “${task.value}” under “${task.target}” on this page.`,
  };
}

/** The head of the only column of that name; pressing it is how tables are sorted. */
function findColumn(name: string, candidates: readonly Candidate[]): Candidate | null {
  const [column, ...others] = candidates.filter(
    (each) => (each.role === 'columnheader' || each.xpath.includes('/th[')) && isNamed(each, name),
  );
  return column && others.length === 0 ? column : null;
}

function act(target: Candidate): Extract<Grounded, { kind: 'act' }> {
  return { kind: 'act', action: { intent: 'click', uid: target.uid }, target, next: [] };
}

/** Whether the words name a kind of list and none in particular. */
function isKind(words: string): boolean {
  return /^(?:the\s+)?(?:[\p{L}-]+\s+)?(?:list|dropdown|drop-down|menu|select|options|box|listbox)$/iu.test(
    words,
  );
}

/** In a list that is open already; null where it is not, or shows no such option yet. */
export async function chooseInOpen(
  value: string,
  list: Candidate,
  sight: GroundingContext,
): Promise<Grounded | null> {
  if (list.role !== 'listbox' && list.expanded !== true) return null;
  const from = nameCandidate(list);
  const task = { kind: 'pick', value, from, list: list.uid, typed: false, open: true } as const;
  const picked = await groundPick(task, sight);
  return picked.kind === 'lost' && list.role !== 'listbox' ? null : picked;
}

/** A text field with a list of suggestions of the browser's own (datalist). */
function isSuggesting(each: Candidate): boolean {
  return isTextField(each) && each.options.length > 0;
}

async function chooseAnywhere(task: TaskOf<'choose'>, sight: GroundingContext): Promise<Grounded> {
  const { candidates } = sight.observation;
  const holders = findHolders(candidates, task.value, isNamed);
  const [only] = holders;
  if (only && holders.length === 1) return applyTask(task, only, null);
  if (holders.length > 1) return askWhich(task.value, holders);
  const meant = findMeant(candidates, task.value);
  const [same] = meant;
  if (same && meant.length === 1) return applyTask(task, same, null);
  if (meant.length > 1) return askWhich(task.value, meant);
  const loose = findHolders(candidates, task.value, (each, value) => isNamed(each, value, false));
  const [likely] = loose;
  if (likely && loose.length === 1) return applyTask(task, likely, null);
  if (loose.length > 1) return askWhich(task.value, loose);
  // "select the first email" ticks its box, where it has one.
  const boxes = candidates.filter(isToggle);
  if (readQuery({ text: task.value, intent: null }).item !== null && boxes.length > 0) {
    const box = await findTarget(task.value, 'click', boxes, sight);
    if (box.kind === 'found') return applyTask(task, box.candidate, null);
  }
  const found = await findTarget(task.value, 'click', candidates, sight);
  if (found.kind !== 'found') return found;
  const { candidate } = found;
  // What is called by the value is chosen itself: a month in a picker opens nothing, whatever its class says.
  const holdsIt = isSelect(candidate) || isToggle(candidate) || isTextField(candidate);
  return holdsIt || candidate.opens === true ? applyTask(task, candidate, null) : act(candidate);
}

/** Selects that have the option, and choices that are called so. */
function findHolders(
  candidates: readonly Candidate[],
  value: string,
  isCalled: (candidate: Candidate, value: string) => boolean,
): Candidate[] {
  const wanted = normalizeName(value);
  if (wanted === '') return [];
  return candidates.filter((each) =>
    isSelect(each)
      ? each.options.some((option) => normalizeName(option) === wanted)
      : isChoice(each) && isCalled(each, value),
  );
}

/** Whether it is no choice of that name, but one that says the same in other words. */
function isMeant(each: Candidate, value: string): boolean {
  return !isNamed(each, value) && meansSame(value, nameCandidate(each));
}

/** Lists and choices that hold the value in other words, and links and buttons that are called by a language's own name. */
function findMeant(candidates: readonly Candidate[], value: string): Candidate[] {
  const isLanguage = readNativeName(value) !== null;
  const meant = candidates.filter((each) => {
    if (isSelect(each)) {
      return each.options.some((option) => meansSame(value, option) || isKindOf(value, option));
    }
    const isPressed = isLanguage && (each.role === 'link' || each.role === 'button');
    return (isPressed || isChoice(each)) && isMeant(each, value);
  });
  // The same link at the top and at the foot of a page.
  const [first] = meant;
  const isOnePlace = first?.href != null && meant.every(({ href }) => href === first.href);
  return first && isOnePlace ? [first] : meant;
}

/** Of several lists that fit the words, only those that hold the value are worth asking about. */
function narrow(found: FoundTarget, value: string): FoundTarget {
  if (found.kind !== 'ask') return found;
  const holding = found.options.filter(
    ({ candidate }) => findOptions(candidate.options, value).length > 0,
  );
  const [only] = holding;
  if (only && holding.length === 1) return { kind: 'found', candidate: only.candidate };
  if (holding.length === 0) return found.options.length === 1 ? notFound(value) : found;
  return { ...found, options: holding };
}

const MOST_OFFERED = 8;

/**
 * Grounds what follows the opening of a custom list: its options are on the page only now, often far
 * from the list itself and without a role. What is not among them is typed where the list can be
 * searched: long lists hold only what is in view.
 */
export async function groundPick(task: TaskOf<'pick'>, sight: GroundingContext): Promise<Grounded> {
  const [options = [], ...others] = listOptions(task, sight);
  for (const pool of [options, ...others]) {
    // What was on the page before is an option of this list only if its name leaves no doubt.
    const found = match(pool, task.value, pool === options);
    const [only] = found;
    if (only && found.length === 1) return applyTask(task, only, null);
    if (found.length > 1) return askWhich(task.value, found);
  }
  const path = splitPath(task.value);
  const [level, ...more] = path ? match(options, path.first, true) : [];
  if (path && level && more.length === 0) {
    const next: Task = { ...task, value: path.rest };
    return { ...act(level), next: [next] };
  }
  const box = task.typed ? null : findSearchBox(task, sight);
  if (box) {
    const action = { intent: 'textInput', uid: box.uid, text: task.value } as const;
    return { kind: 'act', action, target: box, next: [{ ...task, typed: true }] };
  }
  const found = await findTarget(task.value, 'click', options, sight);
  if (found.kind === 'found') return applyTask(task, found.candidate, null);
  if (found.kind === 'ask') return found;
  const names = options.slice(0, MOST_OFFERED).map(({ fields }) => fields.name || fields.text);
  const offer = names.filter(Boolean).map((name) => `“${name}”`);
  const shown = offer.length > 0 ? ` It shows ${offer.join(', ')}.` : '';
  return {
    kind: 'lost',
    text: `I opened “${task.from}”, but found no “${task.value}” in it.${shown}`,
  };
}

/** "Portugal / Porto" in a list whose options open further ones: the first of them, and what is chosen then. */
function splitPath(value: string): { first: string; rest: string } | null {
  const [first = '', ...rest] = value.split(/\s*(?:[/>›→»]|\s[-–]\s)\s*/u);
  return first !== '' && rest.length > 0 ? { first, rest: rest.join(' / ') } : null;
}

/** What may be an option, surest first: what is new on the page, then what is called one. */
function listOptions({ list, open }: TaskOf<'pick'>, sight: GroundingContext): Candidate[][] {
  const shown = sight.observation.candidates.filter(
    (each) => each.box !== null && each.uid !== list && each.role !== 'listbox',
  );
  const fresh = shown.filter((each) => !sight.before.has(each.uid) && !isTextField(each));
  const marked = fresh.filter(isOption);
  const old = shown.filter(isOption);
  if (open) return [old, shown.filter((each) => !isTextField(each))];
  return marked.length > 0 ? [marked, old] : [fresh, old];
}

/** Those of this very name, else (`loose`) those with its words in theirs. */
function match(options: readonly Candidate[], value: string, loose: boolean): Candidate[] {
  const exact = options.filter((option) => isNamed(option, value));
  if (exact.length > 0 || !loose) return exact;
  return options.filter((option) => isNamed(option, value, false));
}

/** The list's own text field, or one that came up with it. */
function findSearchBox({ list }: TaskOf<'pick'>, sight: GroundingContext): Candidate | null {
  const usable = sight.observation.candidates.filter(
    (each) => isTextField(each) && !each.disabled && each.readOnly !== true && each.box !== null,
  );
  return (
    usable.find(({ uid }) => uid === list) ??
    usable.find(({ uid }) => !sight.before.has(uid)) ??
    null
  );
}

/** Looks whether a list shows what was picked in it. A list that has gone is not asked. */
export function groundConfirm(
  { value, from, list }: TaskOf<'confirm'>,
  sight: GroundingContext,
): Grounded {
  const holder = sight.observation.candidates.find(({ uid }) => uid === list);
  if (!holder || holder.role !== 'combobox') return { kind: 'skip', text: '' };
  const { name, text, label, value: held, context } = holder.fields;
  const wanted = normalizeName(value);
  const shows = [held, text, name, label, ...context.split('\n')].some((each) =>
    containsWords(normalizeName(each), wanted),
  );
  if (shows || isShownBeside(value, holder, sight))
    return { kind: 'skip', text: '', outcome: `${from} now shows “${value}”` };
  return {
    kind: 'lost',
    text: `I clicked “${value}”, but “${from}” does not show it. Please look whether it was taken.`,
  };
}

/** Lists that take several values show each as a small part on the line of their field. */
function isShownBeside(value: string, { uid, box }: Candidate, sight: GroundingContext): boolean {
  const { candidates, listLeaves } = sight.observation;
  return [...candidates, ...(listLeaves?.() ?? [])].some((each) => {
    const isOnLine =
      box !== null &&
      each.box !== null &&
      each.box.y < box.y + box.height &&
      each.box.y + each.box.height > box.y;
    return isOnLine && each.uid !== uid && !sight.before.has(each.uid) && isNamed(each, value);
  });
}
