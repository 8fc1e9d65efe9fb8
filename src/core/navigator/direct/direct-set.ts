import type { Candidate } from '../../ranking/candidate.ts';
import {
  findOptions,
  foldName,
  isChoice,
  isCombobox,
  isOpener,
  isSelect,
  isSlider,
  isTextField,
  isToggle,
} from '../control.ts';
import { applyTask } from './apply-task.ts';
import { groundChoice } from './direct-choose.ts';
import { groundCounted } from './direct-count.ts';
import { findTarget } from './find-target.ts';
import type { Grounded, Sight } from './find-target.ts';
import type { TaskOf } from '../request/step.ts';

/** "set the size to Large": whatever the control is, a group of choices too. */
export async function groundSet(task: TaskOf<'set'>, sight: Sight): Promise<Grounded> {
  const controls = sight.observation.candidates.filter(
    (each) =>
      isTextField(each) ||
      isSelect(each) ||
      isCombobox(each) ||
      isOpener(each) ||
      isSlider(each) ||
      (isToggle(each) && each.role !== 'radio'),
  );
  // "set Delivery to Express" may mean a group of radios, which is no element of its own.
  const { value, target } = task;
  const choice = { kind: 'choose', value, target, phrase: `${value} ${target}` } as const;
  const isGroup = sight.observation.candidates.some((each) => isInGroup(each, target));
  const isControl = controls.some(({ fields }) => foldName(fields.name) === foldName(target));
  if (isGroup && !isControl) return groundChoice(choice, sight);
  const found = await findTarget(target, null, controls, sight);
  // "make Bob an admin": of the controls that may be meant, the only one that offers it.
  const offering =
    found.kind === 'ask'
      ? found.options.filter(({ candidate }) => findOptions(candidate.options, value).length === 1)
      : [];
  const [offer] = offering;
  if (offer && offering.length === 1) return applyTask(task, offer.candidate, null);
  if (found.kind === 'found') return applyTask(task, found.candidate, null);
  if (found.kind === 'ask') {
    // Of one that may be meant and two buttons that count what was named, these are.
    const counted = found.options.length === 1 ? await groundCounted(task, sight) : null;
    return counted ?? found;
  }
  const chosen = await groundChoice(choice, sight);
  return chosen.kind === 'lost' ? ((await groundCounted(task, sight)) ?? found) : chosen;
}

/** Whether it is one of the choices of a group of this very name. */
function isInGroup(candidate: Candidate, group: string): boolean {
  const lines = candidate.fields.context.split('\n').map(foldName);
  return isChoice(candidate) && lines.includes(foldName(group));
}
