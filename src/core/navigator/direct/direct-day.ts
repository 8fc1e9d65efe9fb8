import type { Candidate, CalendarDay } from '../../ranking/candidate.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { isTextField } from '../form-controls.ts';
import { readDay } from './dates.ts';
import type { SaidDay } from './dates.ts';
import { askWhich, findTarget } from './find-target.ts';
import type { Grounded, GroundingContext } from './find-target.ts';

/** Two years of months and a bit: further away a person would not press an arrow. */
const MOST_TURNS = 30;
/** How far from its days the arrows of a calendar stand, CSS px. */
const REACH = 130;
const TURNING = {
  1: /\bnext\b|\bforward\b|[›»→▶❯⟩]|^>+$/iu,
  [-1]: /\bprev(?:ious)?\b|\bback(?:ward)?\b|[‹«←◀❮⟨]|^<+$/iu,
};
/** Of what a calendar belongs to, words that say no more than that. */
const CALENDAR = /^(?:(?:the|this)\s+)?(?:calendar|date ?picker|date|day|month|picker)$/iu;

/** "book the room for the 22nd of March": the day, and then the command. */
const BOOKED = /^((?:book|reserve|schedule|rent)\b.*?)\s+(?:for|on)\s+(.*\d.*)$/iu;

type Choice = TaskOf<'choose' | 'click' | 'set' | 'type'>;

/**
 * "choose March 14": a day in a calendar that the page draws, opened or turned to its month where needed.
 * Null where no day is meant, or the page draws no calendar and has none to open.
 */
export async function groundDay(task: Choice, sight: GroundingContext): Promise<Grounded | null> {
  const [, command, when = ''] = (task.kind === 'click' && BOOKED.exec(task.target)) || [];
  if (command !== undefined) {
    const choose = { kind: 'choose', value: when, target: null, phrase: when } as const;
    const day = await groundDay(choose, sight);
    const then = { kind: 'click', target: command } as const;
    return day?.kind === 'act' ? { ...day, next: [...day.next, then] } : day;
  }
  const { words, place } = takeWords(task);
  const said = readDay(words);
  if (!said) return null;
  const { candidates } = sight.observation;
  const isPlain = place === null || CALENDAR.test(place);
  const isOpen = candidates.some(({ day }) => day !== undefined);
  if (isOpen && isPlain) {
    const isElsewhere =
      said.isBare && candidates.some((each) => !each.day && isCalled(each, words));
    return isElsewhere ? null : press(said, words, null, MOST_TURNS, sight);
  }
  if (place === null || (said.month === null && !isOpen)) return null;
  const opener = await findOpener(place, sight);
  if (!opener) {
    const isTyped = task.kind === 'type' || task.kind === 'set';
    return isOpen && !isTyped ? press(said, words, null, MOST_TURNS, sight) : null;
  }
  if (isOpen && opener.uid === sight.observation.focused)
    return press(said, words, null, MOST_TURNS, sight);
  const next: Task = { kind: 'day', said: words, shown: null, turns: MOST_TURNS };
  const action = { intent: 'click', uid: opener.uid } as const;
  return { kind: 'act', action, target: opener, next: [next] };
}

/** A field that takes no typing, or a button, that may open a calendar. */
async function findOpener(place: string, sight: GroundingContext): Promise<Candidate | null> {
  const { candidates } = sight.observation;
  const fields = candidates.filter((each) => isTextField(each) && !each.disabled);
  const closed = fields.filter(({ readOnly }) => readOnly === true);
  const [only] = closed;
  if (CALENDAR.test(place) && only && fields.length === 1 && closed.length === 1) return only;
  const buttons = candidates.filter(({ role, day }) => role === 'button' && !day);
  const found = await findTarget(place, null, [...fields, ...buttons], sight);
  const isField = found.kind === 'found' && fields.includes(found.candidate);
  return found.kind === 'found' && (!isField || found.candidate.readOnly === true)
    ? found.candidate
    : null;
}

/** In a calendar that was opened as a list is; null where none shows, or no day is meant. */
export function groundPickedDay(
  { value }: TaskOf<'pick'>,
  sight: GroundingContext,
): Grounded | null {
  const said = readDay(value);
  const isOpen = sight.observation.candidates.some(({ day }) => day !== undefined);
  return said && isOpen ? press(said, value, null, MOST_TURNS, sight) : null;
}

/** The day itself once its month shows; before that, the next turn towards it. */
export function groundTurned(task: TaskOf<'day'>, sight: GroundingContext): Grounded {
  const said = readDay(task.said);
  return said ? press(said, task.said, task.shown, task.turns, sight) : lack(task.said);
}

/** What names the day, and where it is to be chosen. */
function takeWords(task: Choice): { words: string; place: string | null } {
  if (task.kind === 'click') {
    const words = task.target.replace(
      /\s+(?:in|on|from)\s+(?:the\s+)?(?:calendar|date ?picker)$/iu,
      '',
    );
    // "open the 2nd" rather counts what is in a list.
    return { words: /^\d/u.test(words) && /\D$/u.test(words) ? '' : words, place: null };
  }
  return { words: task.kind === 'type' ? task.text : task.value, place: task.target };
}

function isCalled({ fields, options }: Candidate, words: string): boolean {
  return fields.name === words || options.includes(words);
}

function press(
  said: SaidDay,
  words: string,
  before: string | null,
  turns: number,
  sight: GroundingContext,
): Grounded {
  const days = sight.observation.candidates.filter((each) => each.day !== undefined);
  const fitting = days.filter(({ day }) => day && isMeant(day, said));
  const usable = fitting.filter(({ disabled }) => !disabled);
  const [only, ...others] = usable;
  if (only && others.length === 0) {
    return { kind: 'act', action: { intent: 'click', uid: only.uid }, target: only, next: [] };
  }
  if (only) return askWhich(words, usable);
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  // Its month shows, so that it is one of those that cannot be chosen.
  const isShown =
    said.month === null || days.some(({ day }) => day && isMeant({ ...day, day: said.day }, said));
  if (!first || !last || isShown) return lack(words);
  // Without a month over the days it is unknown whose they are.
  const sameNumber = days.filter(({ day }) => day?.day === said.day);
  if (first.month === null)
    return sameNumber.length > 0 ? askWhich(words, sameNumber) : lack(words);
  const shown = `${String(first.year)}-${String(first.month)}`;
  if (shown === before || turns === 0) {
    return { kind: 'lost', text: `I could not turn the calendar to “${words}”.` };
  }
  const arrow = findArrow(aim(said, first, last), days, sight);
  if (!arrow) {
    return { kind: 'lost', text: `I do not see how to turn the calendar to “${words}”.` };
  }
  const next: Task = { kind: 'day', said: words, shown, turns: turns - 1 };
  return { kind: 'act', action: { intent: 'click', uid: arrow.uid }, target: arrow, next: [next] };
}

function lack(words: string): Grounded {
  return {
    kind: 'lost',
    text: `I could not find a day “${words}” that can be chosen on this page.`,
  };
}

function isMeant(day: CalendarDay, said: SaidDay): boolean {
  return (
    day.day === said.day &&
    (said.month === null || day.month === said.month) &&
    (said.year === null || day.year === null || day.year === said.year)
  );
}

/** Forwards or backwards; without a year the shorter way, and as many months away forwards. */
function aim(said: SaidDay, first: CalendarDay, last: CalendarDay): 1 | -1 {
  const [month, from, to] = [said.month ?? 0, first.month ?? 0, last.month ?? 0];
  if (said.year !== null && first.year !== null) {
    return said.year * 12 + month < first.year * 12 + from ? -1 : 1;
  }
  return (from - month + 12) % 12 < (month - to + 12) % 12 ? -1 : 1;
}

/** The arrow at the calendar that shows the month after or before. */
function findArrow(
  by: 1 | -1,
  days: readonly Candidate[],
  sight: GroundingContext,
): Candidate | null {
  const boxes = days.flatMap(({ box }) => box ?? []);
  const left = Math.min(...boxes.map(({ x }) => x)) - REACH;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + REACH;
  const top = Math.min(...boxes.map(({ y }) => y)) - REACH;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + REACH;
  const arrows = sight.observation.candidates.filter(({ fields, box, day, disabled }) => {
    const said = [fields.name, fields.text, fields.title, fields.key];
    const isNear = box && box.x >= left && box.x <= right && box.y >= top && box.y <= bottom;
    return isNear && !day && !disabled && said.some((each) => TURNING[by].test(each));
  });
  const named = arrows.filter(({ fields }) =>
    /month/iu.test(`${fields.name} ${fields.title} ${fields.key}`),
  );
  const [only, ...others] = named.length > 0 ? named : arrows;
  return only && others.length === 0 ? only : null;
}
