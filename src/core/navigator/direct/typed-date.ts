import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import type { TaskOf } from '../request/step.ts';
import { readDate, readTime, writeDateLike } from './dates.ts';
import { findTarget } from './find-target.ts';
import type { Grounded, GroundingContext } from './grounded.ts';
import { act, findByUid, isWritable, skip } from './grounded.ts';

/** Says that a field of plain text is for dates or times. */
const DATE_FIELD =
  /\b(?:date|day|time|picker|calendar|birthday|check ?in|check ?out|arrival|departure)\b/iu;

/**
 * Types a whole date or time into a text field for it, which is quicker and surer than turning a calendar. Null where
 * no such value was said, or the only fields of that name take no typing or are the browser's own.
 */
export async function groundTypedDate(
  { value, target }: TaskOf<'set'>,
  sight: GroundingContext,
): Promise<Grounded | null> {
  const fields = sight.observation.candidates.filter(isTypedDateField);
  if (readMoment(value) === null || fields.length === 0) return null;
  const named = await findTarget(target, null, fields, sight);
  return named.kind === 'found' ? typeDate(value, target, named.candidate) : null;
}

/** A whole date or time; null for other words. */
function readMoment(value: string): string | null {
  return readDate(value) ?? readTime(value);
}

/** Returns null if the value isn't a whole date or time, or the field doesn't take one. */
export function typeDate(value: string, target: string, field: Candidate): Grounded | null {
  const moment = readMoment(value);
  if (moment === null || !isTypedDateField(field)) return null;
  const { value: held } = field.fields;
  if (readMoment(held) === moment)
    return skip(`“${nameCandidate(field)}” already holds “${held}”.`);
  const text = readDate(value) === null ? moment : writeDateLike(moment, listTexts(field));
  const commit = { kind: 'commit', value, target, field: field.uid, entered: false } as const;
  return act({ intent: 'textInput', uid: field.uid, text }, field, [commit]);
}

/**
 * Where a calendar or list came up for what was typed, Enter takes it. Null where the field took nothing, so that the
 * calendar is left.
 */
export function groundCommit(task: TaskOf<'commit'>, sight: GroundingContext): Grounded | null {
  const holder = findByUid(sight, task.field);
  if (!holder) return skip('');
  // One that was open before shows days; where Enter may submit a form instead, it is not pressed for them.
  const isInForm = holder.xpath.includes('/form[');
  const hasPopup = sight.observation.candidates.some(
    ({ uid, box, day }) =>
      box !== null && (!sight.before.has(uid) || (day !== undefined && !isInForm)),
  );
  if (!task.entered && hasPopup) {
    const action = { intent: 'press', uid: task.field, key: 'Enter' } as const;
    return act(action, holder, [{ ...task, entered: true }]);
  }
  const { value } = holder.fields;
  const held = readMoment(value);
  const isTaken = value !== '' && (held === null || held === readMoment(task.value));
  return isTaken ? skip('') : null;
}

export function isTypedDateField(each: Candidate): boolean {
  const isPlain = isWritable(each) && each.form === undefined && each.role !== 'spinbutton';
  return isPlain && (each.opens === true || DATE_FIELD.test(listTexts(each).join(' ')));
}

function listTexts({ fields }: Candidate): string[] {
  return [fields.placeholder, fields.name, fields.label, fields.title, fields.key];
}
