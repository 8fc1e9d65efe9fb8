/** Controls of one name that only together hold what was said: parts of a date, ends of a range, the stars of a rating. */
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import {
  containsWords,
  isDial,
  isNamed,
  isSelect,
  isTextField,
  normalizeName,
} from '../form-controls.ts';
import type { Task, TaskOf } from '../request/step.ts';
import { readStars } from '../same-value.ts';
import { readDate, readDay, readTime } from './dates.ts';
import type { FoundTarget, GroundedAs, Sight, Plan } from '../target/grounded.ts';
import { askWhich, bind, found, getOnly, isUsable, isWritable, lost } from '../target/grounded.ts';
import { isTypedDateField } from './calendar.ts';

/** What the parts of a date and of a time are called, largest first: a day is valid only in its month. */
const DATE_PARTS = [/\byears?\b/iu, /\bmonths?\b/iu, /\bdays?\b/iu];
const TIME_PARTS = [/\bhours?\b/iu, /\bminutes?\b/iu];

/**
 * "set the expiry date to 30 November 2032" where the page has a spin button for each part: a step for each.
 * Returns null if the value isn't a whole date or time, or the page has no such parts under that name.
 */
export function planParts({ value, target }: TaskOf<'set'>, sight: Sight): Plan | null {
  const date = readDate(value);
  const written = date ?? readTime(value);
  if (written === null) return null;
  const dials = sight.candidates.filter(
    (each) => (isDial(each) || isTextField(each)) && !each.disabled && isAt(each, target),
  );
  const numbers = written.split(/[-:]/u);
  const plan = (date === null ? TIME_PARTS : DATE_PARTS).flatMap((called, at): Plan => {
    const dial = getOnly(dials.filter(({ fields }) => called.test(fields.name)));
    if (!dial) return [];
    const number = String(Number(numbers[at]));
    return [bind(dial, { kind: 'set', value: number, target: dial.fields.name })];
  });
  return plan.length === numbers.length ? plan : null;
}

const WHOLE_NAME = /^(?:full\s+)?names?$/iu;

/** Plans a full name for two fields: "my name is Ada Lovelace" fills in first and last name. */
export function planFullName({ value, target }: TaskOf<'set'>, sight: Sight): Plan | null {
  const [, first = '', last = ''] = /^(\S.*)\s(\S+)$/u.exec(value) ?? [];
  if (first === '' || !WHOLE_NAME.test(target)) return null;
  const fields = sight.candidates.filter((each) => isTextField(each) && isUsable(each));
  const find = (called: RegExp) =>
    getOnly(fields.filter(({ fields: { name } }) => called.test(name.trim())));
  const [given, family] = [
    find(/^(?:first|given|fore)[ -]?name/iu),
    find(/^(?:last|family|sur)[ -]?name/iu),
  ];
  if (!given || !family || fields.some((each) => isNamed(each, target))) return null;
  return [
    bind(given, { kind: 'set', value: first, target: given.fields.name }),
    bind(family, { kind: 'set', value: last, target: family.fields.name }),
  ];
}

/** Whether a control is called so, or stands where its page says so. */
function isAt({ fields }: Candidate, place: string): boolean {
  const { name, text, label, context } = fields;
  const said = [name, text, label, context].map(normalizeName).join(' ');
  return containsWords(said, normalizeName(place));
}

/**
 * "set the stay from 3 May to 9 May": a step for each end, in the only two fields or handles of that name, or else on
 * the days of an open calendar. Otherwise the words as one value: "from Ada to Bob" may be what a field is called.
 */
export function planRange({ target, from, to }: TaskOf<'range'>, sight: Sight): Task[] {
  const { candidates } = sight;
  const place = target.replace(/\s+range$/iu, '');
  const ends = candidates.filter(
    (each) =>
      (isTextField(each) || isDial(each) || isSelect(each)) && isUsable(each) && isAt(each, place),
  );
  const isDates = readDate(from) !== null && readDate(to) !== null;
  const dates = isDates ? candidates.filter(isTypedDateField) : [];
  const named = ends.length < 2 ? filterLabelled(dates, place, sight) : ends;
  const [first, last] = named;
  if (first && last && named.length === 2)
    return [
      bind(first, { kind: 'set', value: from, target }),
      bind(last, { kind: 'set', value: to, target }),
    ];
  const hasDays = candidates.some(({ day }) => day !== undefined);
  return hasDays && readDay(from) && readDay(to)
    ? [from, to].map((value) => ({ kind: 'choose', value, target: null, phrase: value }))
    : [{ kind: 'set', target: `${target} from ${from}`, value: to }];
}

/** The controls that stand next to a text of that name; many labels are connected to no control. */
export function filterLabelled(
  controls: readonly Candidate[],
  name: string,
  { candidates, listLeaves }: Sight,
  exact = false,
): Candidate[] {
  if (controls.length === 0) return [];
  const texts = [...candidates, ...(listLeaves?.() ?? [])];
  const labels = texts.filter((each) => !isTextField(each) && isNamed(each, name, exact));
  return controls.filter((each) => labels.some((label) => label !== each && isNextTo(label, each)));
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

/** How many fields a code has, one for each character. */
const CODE = { least: 3, most: 12 };

/**
 * "enter 482913 as the verification code" where each character has a field of its own: a step for each. Null if no such
 * row of fields is called so.
 */
export function planCode(
  text: string,
  name: string,
  sight: Sight,
): Plan | GroundedAs<'lost'> | null {
  const row = getOnly(
    splitCodes(sight.candidates).filter(([first]) => {
      return first && (isGroup(first, name) || filterLabelled([first], name, sight).length > 0);
    }),
  );
  if (!row) return null;
  const characters = text.replace(/[\s-]/gu, '').split('');
  if (characters.length !== row.length)
    return lost(`“${name}” takes ${String(row.length)} characters, one in each field.`);
  return row.map((field, at) =>
    bind(field, { kind: 'type', text: characters[at] ?? '', target: name }),
  );
}

/** The rows of neighbouring text fields that are hardly wider than a letter. */
function splitCodes(candidates: readonly Candidate[]): Candidate[][] {
  const rows: Candidate[][] = [];
  let last: Candidate | null = null;
  for (const each of candidates) {
    const isCell = each.tag === 'input' && isWritable(each) && isNarrow(each);
    if (isCell && last && isBeside(last, each)) rows.at(-1)?.push(each);
    else if (isCell) rows.push([each]);
    last = isCell ? each : null;
  }
  return rows.filter(({ length }) => length >= CODE.least && length <= CODE.most);
}

/** What stands nearest to the fields is what their group is called. */
function isGroup({ fields }: Candidate, name: string): boolean {
  const [nearest = ''] = fields.context.split('\n');
  return containsWords(normalizeName(nearest), normalizeName(name));
}

function isNarrow({ box }: Candidate): boolean {
  return box !== null && box.width <= 1.6 * box.height;
}

function isBeside({ box: left }: Candidate, { box: right }: Candidate): boolean {
  if (!left || !right) return false;
  const isAlike = Math.abs(left.y - right.y) < 2 && Math.abs(left.height - right.height) < 2;
  return isAlike && right.x > left.x && right.x - left.x < 4 * left.width;
}

/** How many radio buttons a rating has. */
const RATING = { least: 3, most: 10 };

/**
 * "4 stars": the button called so in the rating that `target` names, or in the only one if null. Asks about ratings with
 * other names. Returns null where the page has none, or the value isn't a number of stars.
 */
export function findStar({ value, target }: TaskOf<'choose'>, sight: Sight): FoundTarget | null {
  const count = readStars(value);
  if (count === null) return null;
  const radios = sight.candidates.filter((each) => each.role === 'radio' && !each.disabled);
  // The first button of each rating, and the one that is meant.
  const ratings = new Map<Candidate, Candidate>();
  for (const group of splitGroups(radios)) {
    const star = readRating(group)?.get(count);
    if (star && group[0]) ratings.set(group[0], star);
  }
  const stars = [...ratings.values()];
  const pick = (): Candidate[] => {
    if (target === null) return stars;
    const own = stars.filter((star) => isAt(star, target));
    if (own.length > 0) return own;
    const labelled = filterLabelled([...ratings.keys()], target, sight);
    return labelled.flatMap((first) => ratings.get(first) ?? []);
  };
  const named = pick();
  const star = getOnly(named);
  if (star) return found(star);
  const asked = named.length > 0 ? named : stars;
  return asked.length > 0 ? askWhich(target ?? value, asked) : null;
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
  const children = paths.map((path) => path[depth]);
  const parts = [...new Set(children)].map((child) =>
    radios.filter((_, at) => children[at] === child),
  );
  // "No rating" may stand in the same child as one star.
  const isOneGroup = parts.length >= RATING.least && parts.length >= radios.length - 1;
  return isOneGroup ? [[...radios]] : parts.length === 1 ? [] : parts.flatMap(splitGroups);
}
