import type { Candidate } from '../ranking/candidate.ts';
import { applyTask, describeLack } from './apply-task.ts';
import { findOptions, foldName, holdsWords, isChoice, isCombobox, isSelect } from './control.ts';
import { askWhich, findTarget, lose } from './find-target.ts';
import type { Found, Grounded, Sight } from './find-target.ts';
import type { TaskOf } from './step.ts';

/** Grounds "choose Express under Delivery": in a select, among radios and the like, or in a custom list. */
export async function groundChoice(task: TaskOf<'choose'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight.observation;
  if (task.target === null) return chooseAnywhere(task, sight);
  // "Cash on delivery" may be one name and not the value "Cash" of "delivery".
  if (findHolders(candidates, task.phrase, isNamed).length > 0) {
    return chooseAnywhere({ ...task, value: task.phrase, target: null }, sight);
  }

  const lists = candidates.filter((each) => isSelect(each) || isCombobox(each));
  const list = narrow(await findTarget(task.target, 'change', lists, sight), task.value);
  const holds =
    list.kind === 'found' &&
    (!isSelect(list.candidate) || findOptions(list.candidate.options, task.value).length > 0);
  if (list.kind === 'found' && holds) return applyTask(task, list.candidate, null);

  const choices = candidates.filter((each) => isChoice(each) && isNamed(each, task.value, false));
  const choice = await findTarget(`${task.value} (${task.target})`, 'click', choices, sight);
  if (choice.kind === 'found') return applyTask(task, choice.candidate, null);
  if (list.kind === 'ask' || choice.kind === 'ask') return list.kind === 'ask' ? list : choice;
  if (list.kind === 'found')
    return { kind: 'lost', text: describeLack(task.value, list.candidate) };
  return {
    kind: 'lost',
    text: `I could not find “${task.value}” under “${task.target}” on this page.`,
  };
}

/** Grounds what follows the opening of a custom list: its options are on the page only now. */
export async function groundPick(task: TaskOf<'pick'>, sight: Sight): Promise<Grounded> {
  const options = sight.observation.candidates.filter(
    ({ role, box }) => /^(?:option|menuitem|menuitemradio|treeitem)$/.test(role) && box !== null,
  );
  const exact = options.filter((option) => isNamed(option, task.value));
  const fitting = exact.length > 0 ? exact : options.filter((o) => isNamed(o, task.value, false));
  const [only] = fitting;
  if (only && fitting.length === 1) return applyTask(task, only, null);
  if (fitting.length > 1) return askWhich(task.value, fitting);
  const found = await findTarget(task.value, 'click', options, sight);
  if (found.kind === 'found') return applyTask(task, found.candidate, null);
  if (found.kind === 'ask') return found;
  const shown = options.slice(0, 8).map(({ fields }) => `“${fields.name}”`);
  const offer = shown.length > 0 ? ` It shows ${shown.join(', ')}.` : '';
  return {
    kind: 'lost',
    text: `I opened “${task.from}”, but found no “${task.value}” in it.${offer}`,
  };
}

async function chooseAnywhere(task: TaskOf<'choose'>, sight: Sight): Promise<Grounded> {
  const { candidates } = sight.observation;
  const holders = findHolders(candidates, task.value, isNamed);
  const [only] = holders;
  if (only && holders.length === 1) return applyTask(task, only, null);
  if (holders.length > 1) return askWhich(task.value, holders);
  const loose = findHolders(candidates, task.value, (each, value) => isNamed(each, value, false));
  const [likely] = loose;
  if (likely && loose.length === 1) return applyTask(task, likely, null);
  if (loose.length > 1) return askWhich(task.value, loose);
  const found = await findTarget(task.value, 'click', candidates, sight);
  return found.kind === 'found' ? applyTask(task, found.candidate, null) : found;
}

/** Selects that have the option, and choices that are called so. */
function findHolders(
  candidates: readonly Candidate[],
  value: string,
  isCalled: (candidate: Candidate, value: string) => boolean,
): Candidate[] {
  const wanted = foldName(value);
  if (wanted === '') return [];
  return candidates.filter((each) =>
    isSelect(each)
      ? each.options.some((option) => foldName(option) === wanted)
      : isChoice(each) && isCalled(each, value),
  );
}

/** Whether it is called exactly so, or (not `exact`) has these words in its name. */
function isNamed({ fields }: Candidate, value: string, exact = true): boolean {
  const wanted = foldName(value);
  return [fields.name, fields.label, fields.text].some((name) => {
    const called = foldName(name);
    return exact ? called !== '' && called === wanted : holdsWords(called, wanted);
  });
}

/** Of several lists that fit the words, only those that hold the value are worth asking about. */
function narrow(found: Found, value: string): Found {
  if (found.kind !== 'ask') return found;
  const holding = found.options.filter(
    ({ candidate }) => findOptions(candidate.options, value).length > 0,
  );
  const [only] = holding;
  if (only && holding.length === 1) return { kind: 'found', candidate: only.candidate };
  if (holding.length === 0) return found.options.length === 1 ? lose(value) : found;
  return { ...found, options: holding };
}
