import type { Candidate } from '../../ranking/candidate.ts';
import { containsWords, isDial, isSelect, isTextField, normalizeName } from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { readDate, readDay, readTime } from './dates.ts';
import type { Plan } from './direct-each.ts';
import { isTypedDateField } from './direct-typed-date.ts';
import type { GroundingContext } from './find-target.ts';

/** Controls of one name that only together hold what was said: parts of a date, ends of a range. */

/** What the parts of a date or a time are called, largest first: a day is valid only in its month. */
const PARTS = [
  { part: 'year', called: /\byears?\b/iu },
  { part: 'month', called: /\bmonths?\b/iu },
  { part: 'day', called: /\bdays?\b/iu },
  { part: 'hour', called: /\bhours?\b/iu },
  { part: 'minute', called: /\bminutes?\b/iu },
] as const;

type Part = (typeof PARTS)[number]['part'];

/**
 * "set the expiry date to 30 November 2032" where the page has a spin button for each part: a step for each.
 * Returns null if the value isn't a whole date or time, or the page has no such parts under that name.
 */
export function planParts(
  { value, target }: Pick<TaskOf<'set'>, 'value' | 'target'>,
  { observation }: GroundingContext,
): Plan | null {
  const wanted = readParts(value);
  if (!wanted) return null;
  const dials = observation.candidates.filter(
    (each) => isDial(each) && !each.disabled && isAt(each, target),
  );
  const plan = PARTS.flatMap(({ part, called }): Plan => {
    const number = wanted[part];
    const fitting = dials.filter(({ fields }) => called.test(fields.name));
    const [only] = fitting;
    if (number === undefined || !only || fitting.length > 1) return [];
    const task = { kind: 'set', value: String(number), target: only.fields.name } as const;
    return [{ kind: 'bound', uid: only.uid, task }];
  });
  return plan.length === Object.keys(wanted).length ? plan : null;
}

function readParts(value: string): Partial<Record<Part, number>> | null {
  const [year, month, day] = (readDate(value) ?? '').split('-').map(Number);
  if (year && month && day) return { year, month, day };
  const [hour, minute] = (readTime(value) ?? '').split(':').map(Number);
  return hour === undefined || minute === undefined ? null : { hour, minute };
}

function isAt({ fields }: Candidate, place: string): boolean {
  const said = [fields.name, fields.label, fields.context].map(normalizeName).join(' ');
  return containsWords(said, normalizeName(place));
}

/**
 * "set the stay from 3 May to 9 May": a step for each end, in the only two fields or handles of that name, or else on
 * the days of an open calendar. Null where the page has neither.
 */
export function planRange(
  { target, from, to }: TaskOf<'range'>,
  { observation }: GroundingContext,
): Task[] | null {
  const place = target.replace(/\s+range$/iu, '');
  const ends = observation.candidates.filter(
    (each) =>
      (isTextField(each) || isDial(each) || isSelect(each)) &&
      !each.disabled &&
      each.box !== null &&
      isAt(each, place),
  );
  // The label of two fields often belongs to neither: the only two date fields of a page are meant.
  const isDates = readDate(from) !== null && readDate(to) !== null;
  const dates = isDates ? observation.candidates.filter(isTypedDateField) : [];
  const [first, last, ...others] = ends.length === 0 ? dates : ends;
  if (first && last && others.length === 0) {
    return [
      { kind: 'bound', uid: first.uid, task: { kind: 'set', value: from, target } },
      { kind: 'bound', uid: last.uid, task: { kind: 'set', value: to, target } },
    ];
  }
  const hasDays = observation.candidates.some(({ day }) => day !== undefined);
  if (!hasDays || !readDay(from) || !readDay(to)) return null;
  return [from, to].map((value) => ({ kind: 'choose', value, target: null, phrase: value }));
}

/** The same words as one value: "from Ada to Bob" may be what a field is called. */
export function planSingle({ target, from, to }: TaskOf<'range'>): Task {
  return { kind: 'set', target: `${target} from ${from}`, value: to };
}
