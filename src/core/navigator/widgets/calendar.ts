import type { CalendarDay, Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { isNamed, isTextField } from '../form-controls.ts';
import type { TaskOf } from '../request/step.ts';
import type { SaidDay } from './dates.ts';
import { readDate, readDay, readTime, writeDateLike } from './dates.ts';
import { findTarget } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import {
  act,
  askWhich,
  click,
  findByUid,
  getOnly,
  isNew,
  isWritable,
  lost,
  skip,
} from '../target/grounded.ts';

/** Two years of months and a bit: further away a person would not press an arrow. */
const MOST_TURNS = 30;
/** The arrows of a calendar are at most this far from its days. CSS px. */
const REACH = 130;
const TURNING = {
  1: /\bnext\b|\bforward\b|[›»→▶❯⟩]|^>+$/iu,
  [-1]: /\bprev(?:ious)?\b|\bback(?:ward)?\b|[‹«←◀❮⟨]|^<+$/iu,
};
/** Names that only say that something is a calendar. */
const CALENDAR = /^(?:(?:the|this)\s+)?(?:calendar|date ?picker|date|day|month|picker)$/iu;
const IN_CALENDAR = /\s+(?:in|on|from)\s+(?:the\s+)?(?:calendar|date ?picker)$/iu;

/**
 * "choose March 14": a day in a calendar that the page draws, opened or turned to its month where needed.
 * Null where no day is meant, or the page draws no calendar and has none to open.
 */
export async function groundDay(
  task: TaskOf<'choose' | 'click' | 'set' | 'type'>,
  sight: Sight,
): Promise<Grounded | null> {
  if (task.kind === 'click') return groundDay(toChoice(task), sight);
  const [words, place] = [task.kind === 'type' ? task.text : task.value, task.target];
  const said = readDay(words);
  if (!said) return null;
  const { candidates, focused } = sight;
  const isOpen = candidates.some(({ day }) => day !== undefined);
  // A field called just so takes the day itself.
  if (place !== null && candidates.some((each) => isWritable(each) && isNamed(each, place)))
    return null;
  if (isOpen && (place === null || CALENDAR.test(place))) {
    const isElsewhere =
      said.isBare &&
      candidates.some(
        ({ day, fields, options }) => !day && (fields.name === words || options.includes(words)),
      );
    return isElsewhere ? null : groundTurned(startTurning(words), sight);
  }
  if (place === null || (said.month === null && !isOpen)) return null;
  const opener = await findOpener(place, sight);
  if (isOpen && (opener ? opener.uid === focused : task.kind === 'choose'))
    return groundTurned(startTurning(words), sight);
  return opener && click(opener, [startTurning(words)]);
}

/** Where a click may mean a day: "open the 2nd" rather counts what is in a list. */
function toChoice({ target }: TaskOf<'click'>): TaskOf<'choose'> {
  const value = target.replace(IN_CALENDAR, '');
  const words = /^\d/u.test(value) && /\D$/u.test(value) ? '' : value;
  return { kind: 'choose', value: words, target: null, phrase: words };
}

function startTurning(said: string): TaskOf<'day'> {
  return { kind: 'day', said, shown: null, turns: MOST_TURNS };
}

/** A field that takes no typing, or a button, that may open a calendar. */
async function findOpener(place: string, sight: Sight): Promise<Candidate | null> {
  const { candidates } = sight;
  const fields = candidates.filter((each) => isTextField(each) && !each.disabled);
  const field = getOnly(fields);
  if (CALENDAR.test(place) && field?.readOnly === true) return field;
  const buttons = candidates.filter(({ role, day }) => role === 'button' && !day);
  const named = await findTarget(place, null, [...fields, ...buttons], sight);
  if (named.kind !== 'found') return null;
  const { candidate } = named;
  return !fields.includes(candidate) || candidate.readOnly === true ? candidate : null;
}

/** In a calendar that was opened as a list is; null where none shows, or no day is meant. */
export function groundPickedDay({ value }: TaskOf<'pick'>, sight: Sight): Grounded | null {
  const isOpen = sight.candidates.some(({ day }) => day !== undefined);
  return readDay(value) && isOpen ? groundTurned(startTurning(value), sight) : null;
}

/** The day itself once its month shows; before that, the next turn towards it. */
export function groundTurned(task: TaskOf<'day'>, sight: Sight): Grounded {
  const words = task.said;
  const lack = lost(`I could not find a day “${words}” that can be chosen on this page.`);
  const said = readDay(words);
  const days = sight.candidates.filter(({ day }) => day !== undefined);
  const usable = days.filter(({ day, disabled }) => said && day && !disabled && isMeant(day, said));
  const day = getOnly(usable);
  if (day) return click(day);
  if (usable.length > 0) return askWhich(words, usable);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  // Its month shows, so that it is one of those that cannot be chosen.
  const isShown = days.some((each) => said && each.day && isMonthMeant(each.day, said));
  if (!said || !first || !last || isShown) return lack;
  // Without a month over the days it is unknown whose they are.
  const sameNumber = days.filter((each) => each.day?.day === said.day);
  if (first.month === null) return sameNumber.length > 0 ? askWhich(words, sameNumber) : lack;
  const shown = `${String(first.year)}-${String(first.month)}`;
  if (shown === task.shown || task.turns === 0)
    return lost(`I could not turn the calendar to “${words}”.`);
  const arrow = findArrow(aim(said, first, last), days, sight);
  return arrow
    ? click(arrow, [{ ...task, shown, turns: task.turns - 1 }])
    : lost(`I do not see how to turn the calendar to “${words}”.`);
}

function isMeant(day: CalendarDay, said: SaidDay): boolean {
  return day.day === said.day && isMonthMeant(day, said);
}

function isMonthMeant(day: CalendarDay, said: SaidDay): boolean {
  const isYear = said.year === null || day.year === null || day.year === said.year;
  return said.month === null || (day.month === said.month && isYear);
}

/** Forwards or backwards; without a year the shorter way, and as many months away forwards. */
function aim(said: SaidDay, first: CalendarDay, last: CalendarDay): 1 | -1 {
  const [month, from, to] = [said.month ?? 0, first.month ?? 0, last.month ?? 0];
  if (said.year !== null && first.year !== null)
    return said.year * 12 + month < first.year * 12 + from ? -1 : 1;
  return (from - month + 12) % 12 < (month - to + 12) % 12 ? -1 : 1;
}

/** The arrow at the calendar that shows the month after or before. */
function findArrow(by: 1 | -1, days: readonly Candidate[], sight: Sight): Candidate | null {
  const boxes = days.flatMap(({ box }) => box ?? []);
  const columns = boxes.flatMap(({ x, width }) => [x, x + width]);
  const rows = boxes.flatMap(({ y, height }) => [y, y + height]);
  const isNear = ({ box }: Candidate): boolean =>
    box !== null && isWithinReach(box.x, columns) && isWithinReach(box.y, rows);
  const arrows = sight.candidates.filter((each) => {
    const { name, text, title, key } = each.fields;
    const isArrow = [name, text, title, key].some((said) => TURNING[by].test(said));
    return isArrow && !each.day && !each.disabled && isNear(each);
  });
  const named = arrows.filter(({ fields }) =>
    /month/iu.test(`${fields.name} ${fields.title} ${fields.key}`),
  );
  return getOnly(named.length > 0 ? named : arrows);
}

function isWithinReach(at: number, edges: readonly number[]): boolean {
  return at >= Math.min(...edges) - REACH && at <= Math.max(...edges) + REACH;
}

/** Words in the texts of plain text fields that take dates or times. */
const DATE_FIELD =
  /\b(?:date|day|time|picker|calendar|birthday|check ?in|check ?out|arrival|departure)\b/iu;

/**
 * Types a whole date or time into a text field for it, which is quicker and surer than turning a calendar. Null where
 * no such value was said, or the only fields of that name take no typing or are the browser's own.
 */
export async function groundTypedDate(
  { value, target }: TaskOf<'set'>,
  sight: Sight,
): Promise<Grounded | null> {
  const fields = sight.candidates.filter(isTypedDateField);
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
export function groundCommit(task: TaskOf<'commit'>, sight: Sight): Grounded | null {
  const holder = findByUid(sight, task.field);
  if (!holder) return skip('');
  // One that was open before shows days; where Enter may submit a form instead, it is not pressed for them.
  const isInForm = holder.xpath.includes('/form[');
  const hasPopup = sight.candidates.some(
    (each) => each.box !== null && (isNew(each, sight) || (each.day !== undefined && !isInForm)),
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
