import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { containsWords, isDial, isSelect, isTextField, normalizeName } from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { readDate, readDay, readTime } from './dates.ts';
import type { Plan } from './direct-each.ts';
import { isTypedDateField } from './direct-typed-date.ts';
import { readStars } from '../same-value.ts';
import type { FoundTarget, GroundingContext } from './find-target.ts';
import { askWhich } from './find-target.ts';

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
  const said = [fields.name, fields.text, fields.label, fields.context]
    .map(normalizeName)
    .join(' ');
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
  const isDates = readDate(from) !== null && readDate(to) !== null;
  const isLabelled = findLabelled(place, observation);
  const dates = isDates
    ? observation.candidates.filter((each) => isTypedDateField(each) && isLabelled(each))
    : [];
  const [first, last, ...others] = ends.length < 2 ? dates : ends;
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

/** Returns a check for controls that stand next to a text of that name; many labels are connected to no control. */
function findLabelled(
  name: string,
  { candidates, listLeaves }: GroundingContext['observation'],
): (each: Candidate) => boolean {
  const texts = [...candidates, ...(listLeaves?.() ?? [])];
  const labels = texts.filter((each) => !isTextField(each) && isAt(each, name));
  return (each) => labels.some((label) => label !== each && isNextTo(label, each));
}

/** CSS px between a field and a label that the page doesn't connect to it. */
const LABEL_GAP = { above: 48, left: 480 };

/** Whether `label` stands right above `field`, or to the left of it on its line. */
function isNextTo({ box: label }: Candidate, { box: field }: Candidate): boolean {
  if (!label || !field) return false;
  const above = field.y - (label.y + label.height);
  const left = field.x - (label.x + label.width);
  const isAbove = above > -label.height / 2 && above < LABEL_GAP.above;
  const isLeft = above > -label.height - field.height && left > -1 && left < LABEL_GAP.left;
  return isAbove || (isLeft && above < 0);
}

/** How many radio buttons a rating has. */
const RATING = { least: 3, most: 10 };

/**
 * "4 stars": the button called so in the rating that `target` names, or in the only one if null. Asks about ratings with
 * other names. Returns null where the page has none, or the value isn't a number of stars.
 */
export function findStar(
  { value, target }: Pick<TaskOf<'choose'>, 'value' | 'target'>,
  { observation }: GroundingContext,
): FoundTarget | null {
  const count = readStars(value);
  if (count === null) return null;
  const radios = observation.candidates.filter((each) => each.role === 'radio' && !each.disabled);
  const stars = splitGroups(radios).flatMap((group): Star[] => {
    const star = readRating(group)?.get(count);
    return star ? [{ star, first: group[0] ?? star }] : [];
  });
  const named = target === null ? stars : filterNamed(stars, target, observation);
  const [only] = named;
  if (only && named.length === 1) return { kind: 'found', candidate: only.star };
  const asked = (named.length > 0 ? named : stars).map(({ star }) => star);
  return asked.length > 0 ? askWhich(target ?? value, asked) : null;
}

interface Star {
  star: Candidate;
  /** The first button of its rating. */
  first: Candidate;
}

/** The stars whose own words have the name, else those whose rating stands next to it. */
function filterNamed(
  stars: readonly Star[],
  name: string,
  observation: GroundingContext['observation'],
): readonly Star[] {
  const own = stars.filter(({ star }) => isAt(star, name));
  const isLabelled = findLabelled(name, observation);
  return own.length > 0 ? own : stars.filter(({ first }) => isLabelled(first));
}

/** The buttons of a rating by their number of stars; null for other radio buttons. */
function readRating(group: readonly Candidate[]): Map<number, Candidate> | null {
  const names = group.map((each) => normalizeName(nameCandidate(each)));
  const isOneName = names.every((name) => name === names[0]);
  const stars = new Map<number, Candidate>();
  for (const [at, radio] of group.entries()) {
    const name = names[at] ?? '';
    const number = isOneName ? at + 1 : (readStars(name) ?? (/^\d+$/u.test(name) ? +name : null));
    if (number !== null && stars.has(number)) return null;
    if (number !== null) stars.set(number, radio);
  }
  // "No rating" is often a button, too.
  const isRating = stars.size >= RATING.least && stars.size <= RATING.most;
  return isRating && group.length - stars.size <= 1 ? stars : null;
}

/** Splits radio buttons into those that stand side by side: each in its own child of one element. */
function splitGroups(radios: readonly Candidate[]): Candidate[][] {
  if (radios.length < RATING.least) return [];
  const paths = radios.map(({ shadowPath, xpath }) =>
    [...(shadowPath ?? []), xpath].join('').split('/'),
  );
  const [first = []] = paths;
  const depth = first.findIndex((part, at) => paths.some((path) => path[at] !== part));
  const children = new Map<string, Candidate[]>();
  for (const [at, radio] of radios.entries()) {
    const child = paths[at]?.[depth] ?? '';
    children.set(child, [...(children.get(child) ?? []), radio]);
  }
  const parts = [...children.values()];
  // "No rating" may stand in the same child as one star.
  const isOneGroup = parts.length >= RATING.least && parts.length >= radios.length - 1;
  return isOneGroup ? [[...radios]] : parts.length === 1 ? [] : parts.flatMap(splitGroups);
}

/** The same words as one value: "from Ada to Bob" may be what a field is called. */
export function planSingle({ target, from, to }: TaskOf<'range'>): Task {
  return { kind: 'set', target: `${target} from ${from}`, value: to };
}
