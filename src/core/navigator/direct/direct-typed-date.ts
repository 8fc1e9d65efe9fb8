import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { isTextField } from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { readDate, readTime, writeDateLike } from './dates.ts';
import type { Grounded, GroundingContext } from './find-target.ts';
import { findTarget } from './find-target.ts';

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
  const date = readDate(value);
  const time = readTime(value);
  if (date === null && time === null) return null;
  const fields = sight.observation.candidates.filter(isTypedDateField);
  const found = fields.length > 0 ? await findTarget(target, null, fields, sight) : null;
  return found?.kind === 'found' ? typeDate(value, target, found.candidate) : null;
}

/** Returns null if the value isn't a whole date or time, or the field doesn't take one. */
export function typeDate(value: string, target: string, field: Candidate): Grounded | null {
  const date = readDate(value);
  const text = date === null ? readTime(value) : writeDateLike(date, listTexts(field));
  if (text === null || !isTypedDateField(field)) return null;
  if (isHeld(field, value)) {
    return {
      kind: 'skip',
      text: `“${nameCandidate(field)}” already holds “${field.fields.value}”.`,
    };
  }
  const action = { intent: 'textInput', uid: field.uid, text } as const;
  const next: Task = { kind: 'commit', value, target, field: field.uid, entered: false };
  return { kind: 'act', action, target: field, next: [next] };
}

/**
 * Where a calendar or list came up for what was typed, Enter takes it. Null where the field took nothing, so that the
 * calendar is left.
 */
export function groundCommit(
  { value, target, field, entered }: TaskOf<'commit'>,
  sight: GroundingContext,
): Grounded | null {
  const holder = sight.observation.candidates.find(({ uid }) => uid === field);
  if (!holder) return { kind: 'skip', text: '' };
  // One that was open before shows days; where Enter may submit a form instead, it is not pressed for them.
  const isInForm = holder.xpath.includes('/form[');
  const hasPopup = sight.observation.candidates.some(
    ({ uid, box, day }) =>
      box !== null && (!sight.before.has(uid) || (day !== undefined && !isInForm)),
  );
  if (!entered && hasPopup) {
    const action = { intent: 'press', uid: field, key: 'Enter' } as const;
    const next: Task = { kind: 'commit', value, target, field, entered: true };
    return { kind: 'act', action, target: holder, next: [next] };
  }
  const isTaken = holder.fields.value !== '' && (isHeld(holder, value) || !isReadable(holder));
  return isTaken ? { kind: 'skip', text: '' } : null;
}

/** The same in the calendar that has come up. */
export function leaveToCalendar({ value }: TaskOf<'commit'>): TaskOf<'choose'> {
  return { kind: 'choose', value, target: null, phrase: value };
}

export function lackTyped({ value, target }: TaskOf<'commit'>): Grounded {
  return { kind: 'lost', text: `“${target}” did not take “${value}”.` };
}

export function isTypedDateField(each: Candidate): boolean {
  const isPlain = isTextField(each) && each.form === undefined && each.role !== 'spinbutton';
  const isUsable = !each.disabled && each.readOnly !== true && each.box !== null;
  return isPlain && isUsable && (each.opens === true || DATE_FIELD.test(listTexts(each).join(' ')));
}

function listTexts({ fields }: Candidate): string[] {
  return [fields.placeholder, fields.name, fields.label, fields.title, fields.key];
}

function isHeld({ fields }: Candidate, value: string): boolean {
  const [date, time] = [readDate(value), readTime(value)];
  return date === null
    ? time !== null && readTime(fields.value) === time
    : readDate(fields.value) === date;
}

/** Whether what the field holds is a date or time that can be compared. */
function isReadable({ fields }: Candidate): boolean {
  return readDate(fields.value) !== null || readTime(fields.value) !== null;
}
