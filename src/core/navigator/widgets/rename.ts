import type { Candidate } from '../../ranking/candidate.ts';
import { isItemNoun } from '../../ranking/query/take-item.ts';
import { isNamed, isTextField, normalizeName } from '../form-controls.ts';
import type { Step, Task, TaskOf } from '../request/step.ts';
import { findTarget, readVerb } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import {
  act,
  bind,
  getOnly,
  isNew,
  isUsable,
  isWritable,
  lost,
  notFound,
} from '../target/grounded.ts';
import { isButton } from './apply-task.ts';
import { dropNouns, findThing } from './drag.ts';
import { planItemMenu } from './item-menu.ts';

/** What the button for it is called, the surest first. */
const RENAMING = ['rename', 'edit'];

/**
 * "Rename Buy milk to Buy bread": in the field that holds it, by the Rename or Edit button that belongs to it, or by the
 * double click that lets a text be edited.
 */
export async function planRename(
  { target, text }: TaskOf<'rename'>,
  sight: Sight,
): Promise<readonly Task[] | Grounded> {
  const { candidates } = sight;
  const retype = { kind: 'retype', target, text } as const;
  if (findEdited(target, candidates.filter(isWritable))) return [retype];
  for (const verb of RENAMING) {
    const buttons = candidates.filter((each) => isButton(each) && startsWith(each, verb));
    if (buttons.length === 0) continue;
    const named = `${verb} ${target}`;
    const button = await findTarget(named, 'click', buttons, sight);
    if (button.kind === 'found')
      return [bind(button.candidate, { kind: 'click', target: named }), retype];
  }
  // "Rename this playlist": the page is about one, and its button says no more than what it does.
  const plain = candidates.filter((each) => isButton(each) && isNamed(each, 'rename'));
  const only = /\s/u.test(target) ? null : getOnly(plain);
  if (only) return [bind(only, { kind: 'click', target: 'rename' }), retype];
  const menu = planItemMenu(`rename ${target}`, sight);
  if (menu) return menu.kind === 'act' ? { ...menu, next: [...menu.next, retype] } : menu;
  const name = dropNouns(target);
  if (isItemNoun(name.toLowerCase())) return lost(`Say which ${name} to rename.`);
  const thing = await findThing(target, sight);
  if (thing.kind === 'ask') return lost(`There are several that fit “${target}”: say which one.`);
  if (thing.kind === 'lost') return thing;
  const { candidate } = thing;
  // A double click on “Create playlist” would make one.
  const isDoing = isButton(candidate) && readVerb(`${candidate.fields.name} it`) !== null;
  if (isDoing || !isNamed(candidate, name, false)) return notFound(target);
  const opened = act({ intent: 'doubleClick', uid: candidate.uid }, candidate, [retype]);
  return { ...opened, step: { kind: 'doubleClick', target } };
}

function startsWith({ fields }: Candidate, verb: string): boolean {
  return normalizeName(fields.name || fields.title).startsWith(verb);
}

/** The only field that holds this text. */
function findEdited(name: string, fields: readonly Candidate[]): Candidate | null {
  const wanted = normalizeName(name);
  const holds = ({ fields: { value, text } }: Candidate): boolean =>
    normalizeName(value || text) === wanted;
  return getOnly(fields.filter((each) => isTextField(each) && holds(each)));
}

/** What ends an edit beside the field. */
const SAVING = /^(?:save|ok|okay|done|update|rename|apply|confirm)\b/iu;

/** Types into what can be edited since a moment ago, and saves it. */
export function groundRetype({ target, text }: TaskOf<'retype'>, sight: Sight): Grounded {
  const { candidates, focused } = sight;
  const fields = candidates.filter((each) => isTextField(each) && isWritable(each));
  const opened = fields.filter((each) => isNew(each, sight) || each.uid === focused);
  const field = findEdited(target, opened) ?? findEdited(target, fields) ?? getOnly(opened);
  if (!field) return lost(`I could not find where to change “${target}”.`);
  const after = candidates.slice(candidates.indexOf(field) + 1);
  const save = after.find(
    (each) =>
      isButton(each) && isUsable(each) && isNew(each, sight) && SAVING.test(each.fields.name),
  );
  const end: Step = save
    ? { kind: 'click', target: save.fields.name }
    : { kind: 'press', key: 'Enter', target: null };
  const lack = `“${target}” is not called “${text}” now.`;
  return act({ intent: 'textInput', uid: field.uid, text }, field, [
    bind(save ?? field, end),
    { kind: 'shown', text, within: null, lack },
  ]);
}
