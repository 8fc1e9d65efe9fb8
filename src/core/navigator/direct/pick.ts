import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { containsWords, isNamed, isOption, isTextField, normalizeName } from '../form-controls.ts';
import type { TaskOf } from '../request/step.ts';
import { applyTask } from './apply-task.ts';
import { findTarget } from './find-target.ts';
import type { Grounded, GroundingContext } from './grounded.ts';
import { act, askWhich, click, findByUid, getOnly, isWritable, lost, skip } from './grounded.ts';

/** In a list that is open already; null where it is not, or shows no such option yet. */
export async function pickInOpen(
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

const MOST_OFFERED = 8;

/**
 * Grounds what follows the opening of a custom list: its options are on the page only now, often far
 * from the list itself and without a role. What is not among them is typed where the list can be
 * searched: long lists hold only what is in view.
 */
export async function groundPick(task: TaskOf<'pick'>, sight: GroundingContext): Promise<Grounded> {
  const { value } = task;
  const [options, others] = listOptions(task, sight);
  // What was on the page before is an option of this list only if its name leaves no doubt.
  const ways = [
    listNamed(options, value),
    listNamed(options, value, false),
    listNamed(others, value),
  ];
  const named = ways.find(({ length }) => length > 0) ?? [];
  const option = getOnly(named);
  if (option) return applyTask(task, option);
  if (named.length > 0) return askWhich(value, named);
  const [first = '', ...rest] = value.split(PATH);
  const level = rest.length > 0 ? getOnly(listLevel(options, first)) : null;
  if (level) return click(level, [{ ...task, value: rest.join(' / ') }]);
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

/** "Portugal / Porto" in a list whose options open further ones. */
const PATH = /\s*(?:[/>›→»]|\s[-–]\s)\s*/u;

function listLevel(options: readonly Candidate[], name: string): Candidate[] {
  const exact = listNamed(options, name);
  return exact.length > 0 ? exact : listNamed(options, name, false);
}

/** What is surely an option, and what may be one: what is new on the page, and what is called one. */
function listOptions(
  { list, open }: TaskOf<'pick'>,
  sight: GroundingContext,
): [Candidate[], Candidate[]] {
  const shown = sight.observation.candidates.filter(
    (each) => each.box !== null && each.uid !== list && each.role !== 'listbox',
  );
  const old = shown.filter(isOption);
  if (open) return [old, shown.filter((each) => !isTextField(each))];
  const fresh = shown.filter((each) => !sight.before.has(each.uid) && !isTextField(each));
  const marked = fresh.filter(isOption);
  return [marked.length > 0 ? marked : fresh, old];
}

function listNamed(options: readonly Candidate[], value: string, exact = true): Candidate[] {
  return options.filter((option) => isNamed(option, value, exact));
}

/** The list's own text field, or one that came up with it. */
function findSearchBox({ list }: TaskOf<'pick'>, sight: GroundingContext): Candidate | null {
  const fields = sight.observation.candidates.filter(isWritable);
  const own = fields.find(({ uid }) => uid === list);
  return own ?? fields.find(({ uid }) => !sight.before.has(uid)) ?? null;
}

/** Looks whether a list shows what was picked in it. A list that has gone is not asked. */
export function groundConfirm(
  { value, from, list }: TaskOf<'confirm'>,
  sight: GroundingContext,
): Grounded {
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
