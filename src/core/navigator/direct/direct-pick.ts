import type { Candidate } from '../../ranking/candidate.ts';
import { applyTask } from './apply-task.ts';
import { foldName, holdsWords, isNamed, isOption, isTextField } from '../control.ts';
import { askWhich, findTarget } from './find-target.ts';
import type { Grounded, Sight } from './find-target.ts';
import type { TaskOf } from '../request/step.ts';

const MOST_OFFERED = 8;

/**
 * Grounds what follows the opening of a custom list: its options are on the page only now, often far
 * from the list itself and without a role. What is not among them is typed where the list can be
 * searched: long lists hold only what is in view.
 */
export async function groundPick(task: TaskOf<'pick'>, sight: Sight): Promise<Grounded> {
  const [options = [], ...others] = listOptions(task, sight);
  for (const pool of [options, ...others]) {
    // What was on the page before is an option of this list only if its name leaves no doubt.
    const found = match(pool, task.value, pool === options || task.open);
    const [only] = found;
    if (only && found.length === 1) return applyTask(task, only, null);
    if (found.length > 1) return askWhich(task.value, found);
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

/** What may be an option, surest first: what is new on the page, then what is called one. */
function listOptions({ list, open }: TaskOf<'pick'>, sight: Sight): Candidate[][] {
  const shown = sight.observation.candidates.filter(
    (each) => each.box !== null && each.uid !== list && each.role !== 'listbox',
  );
  const fresh = shown.filter((each) => !sight.before.has(each.uid) && !isTextField(each));
  const marked = fresh.filter(isOption);
  const old = shown.filter(isOption);
  if (open) return [old];
  return marked.length > 0 ? [marked, old] : [fresh, old];
}

/** Those of this very name, else (`loose`) those with its words in theirs. */
function match(options: readonly Candidate[], value: string, loose: boolean): Candidate[] {
  const exact = options.filter((option) => isNamed(option, value));
  if (exact.length > 0 || !loose) return exact;
  return options.filter((option) => isNamed(option, value, false));
}

/** The list's own text field, or one that came up with it. */
function findSearchBox({ list }: TaskOf<'pick'>, sight: Sight): Candidate | null {
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
export function groundConfirm({ value, from, list }: TaskOf<'confirm'>, sight: Sight): Grounded {
  const holder = sight.observation.candidates.find(({ uid }) => uid === list);
  if (!holder || holder.role !== 'combobox') return { kind: 'skip', text: '' };
  const { name, text, label, value: held, context } = holder.fields;
  const wanted = foldName(value);
  const shows = [held, text, name, label, ...context.split('\n')].some((each) =>
    holdsWords(foldName(each), wanted),
  );
  if (shows) return { kind: 'skip', text: '', outcome: `${from} now shows “${value}”` };
  return {
    kind: 'lost',
    text: `I clicked “${value}”, but “${from}” does not show it. Please look whether it was taken.`,
  };
}
