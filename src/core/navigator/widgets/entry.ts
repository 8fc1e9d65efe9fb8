import type { Candidate } from '../../ranking/candidate.ts';
import { FUNCTION_WORDS } from '../../ranking/lexicon/query-words.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import { isSearchField, isTextField } from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { findTarget } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { bind, getOnly, isUsable, isWritable, lost } from '../target/grounded.ts';
import { isButton } from './apply-task.ts';

/**
 * "Add a card called Book flights", "add Milk to the list": types it into the field beside an Add button and presses that;
 * else presses the button that is called so and types into the field that comes.
 */
export async function planEntry(
  { text, target }: TaskOf<'entry'>,
  sight: Sight,
): Promise<readonly Task[] | Grounded> {
  const near = findEntryForm(target, sight);
  if (near) {
    const typed = { kind: 'type', text, target: null } as const;
    return [bind(near.field, typed), bind(near.button, { kind: 'click', target: 'add' })];
  }
  const named = `add ${target}`;
  const button = await findTarget(named, 'click', sight.candidates.filter(isButton), sight);
  if (button.kind === 'ask')
    return lost(`There are several places to add “${text}”: say to which one.`);
  if (button.kind === 'lost') return lost(`I could not find where to add “${text}” on this page.`);
  return [
    bind(button.candidate, { kind: 'click', target: named }),
    { kind: 'type', text, target: null },
    { kind: 'submit', target: null },
  ];
}

/** The only Add button with a text field right before it; what the button is called besides must be what is added. */
export function findEntryForm(
  what: string,
  { candidates }: Sight,
): { field: Candidate; button: Candidate } | null {
  const wanted = new Set(toKeys(what));
  const forms = candidates.flatMap((button, at) => {
    const [verb, ...rest] = toKeys(button.fields.name).filter((key) => !FUNCTION_WORDS.has(key));
    const isAdd = verb === 'add' || verb === 'creat';
    if (!isButton(button) || !isUsable(button) || !isAdd || !rest.every((key) => wanted.has(key)))
      return [];
    const before = candidates.slice(0, at);
    const start = before.findLastIndex((each) => !isEntered(each)) + 1;
    const field = before
      .slice(start)
      .find((each) => isTextField(each) && isWritable(each) && !isSearchField(each));
    return field ? [{ field, button }] : [];
  });
  return getOnly(forms);
}

/** What a person fills in before pressing Add. */
function isEntered({ role, tag }: Candidate): boolean {
  return tag === 'input' || tag === 'select' || tag === 'textarea' || role === 'spinbutton';
}
