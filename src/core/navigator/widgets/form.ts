/** Places the parts of a form, as the user said them, in the fields of the page. */
import type { Candidate } from '../../ranking/candidate.ts';
import { FILLERS } from '../../ranking/lexicon/query-words.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { toContentKeys, toKeys } from '../../ranking/query/tokenize.ts';
import { joinWords } from '../describe.ts';
import {
  findOptions,
  isChoice,
  isDial,
  isNamed,
  isSearchField,
  isSelect,
  isTextField,
  normalizeName,
} from '../form-controls.ts';
import { readWholeParts } from '../request/parts.ts';
import type { FillPart, Step, Task, TaskOf } from '../request/step.ts';
import { splitTokens } from '../request/tokens.ts';
import { readAmount } from '../same-value.ts';
import { saysAll } from '../target/find-target.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { bind, findByUid, getOnly, isUsable, lost } from '../target/grounded.ts';
import { isHolder } from './apply-task.ts';
import { readDate, readDay } from './dates.ts';
import { planParts } from './parts.ts';
import { listSure } from './several.ts';

/** The longest name of a field, in words. */
const LONGEST_LABEL = 5;

/**
 * Places each part of a form in a field of its own. Of the ways to cut a part into a field's name and its value the
 * longest name that a field has counts. Parts that fit two fields alike are reported with those that fit none, once the
 * others are done.
 */
export async function planForm(
  { parts }: TaskOf<'fill'>,
  sight: Sight,
): Promise<readonly Task[] | Grounded> {
  const usable = sight.candidates.filter(
    (each) => isUsable(each) && each.readOnly !== true && each.behind !== true,
  );
  const placed = new Map<Candidate, Step>();
  const left: string[] = [];
  for (const part of parts) {
    const free = usable.filter((each) => !placed.has(each));
    const place = await placePart(part, free, sight);
    if (place) placed.set(place.field, place.step);
    else left.push(`“${part.said}”`);
  }
  const steps = usable.flatMap((field) => {
    const step = placed.get(field);
    return step ? [bind(field, step)] : [];
  });
  if (left.length === 0) return steps;
  const text = `I could not tell where ${joinWords(left)} ${left.length > 1 ? 'go' : 'goes'} on this page.`;
  return steps.length === 0 ? lost(text) : [...steps, { kind: 'lack', text }];
}

/** "Write name Ada, city London" without a form: null unless every part begins with the name of a field. */
export async function planTypedParts(
  { parts }: TaskOf<'type'>,
  sight: Sight,
): Promise<readonly Task[] | null> {
  if (!parts) return null;
  const plan = await planForm({ kind: 'fill', parts }, sight);
  if ('kind' in plan || plan.length < parts.length) return null;
  const isNamed = (task: Task): boolean => {
    const step = task.kind === 'bound' ? task.task : task;
    if (step.kind !== 'set') return false;
    const name = step.target.toLowerCase();
    return parts.some(({ said }) => said.toLowerCase().startsWith(name));
  };
  return plan.every(isNamed) ? plan : null;
}

/** A question, or words that turn what is said into something else: "no ads", "less noise", "tea or coffee". */
export const TURNED =
  /\?\s*$|\b(?:no|not|never|none|without|except|but|instead|less|fewer|if|or|\p{L}+n['’]t)\b/iu;

/** "Postal code 3000", "first name Lena, last name Mill": fields of the page and their values. Null for other words. */
export async function planNamedParts(said: string, sight: Sight): Promise<readonly Task[] | null> {
  if (said === '' || TURNED.test(said)) return null;
  const words = said.split(/\s+/u);
  for (let at = 1; at < words.length; at += 1) {
    const [target, value] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    const date = readDate(value) && planParts({ kind: 'set', target, value }, sight);
    if (date) return date;
  }
  const parts = readWholeParts(splitTokens(said));
  const plan = await planTypedParts({ kind: 'type', text: said, target: null, parts }, sight);
  // "Sign me up with ada@mail.example" names no field.
  const isOfField = (task: Task): boolean => {
    if (task.kind !== 'bound' || task.task.kind !== 'set') return false;
    const field = findByUid(sight, task.uid);
    const { target } = task.task;
    return field !== null && isCalledBy(field, target);
  };
  return plan?.every(isOfField) ? plan : null;
}

/** Whether words go on in a sentence rather than give a value: "should be ada88". */
function goesOn(words: string): boolean {
  return /^\p{Ll}+\s/u.test(words) && readDate(words) === null;
}

async function placePart(
  { label, value, said, isWhole }: FillPart,
  free: readonly Candidate[],
  sight: Sight,
): Promise<{ field: Candidate; step: Step } | null> {
  const choices = free.filter((each) => isChoice(each) && (!isWhole || saysChoice(value, each)));
  // "express delivery": the whole part names what is to be chosen.
  const choice = label === null ? getOnly(await listSure(value, 'change', choices, sight)) : null;
  // "tick newsletter" asks for a box, whatever fields are called so.
  const isTick = /^(?:tick|check|accept|agree|enable)\b/iu.test(said);
  if (choice || isTick) return choice && { field: choice, step: choose(value) };
  for (const [name, text] of label === null ? listCuts(value) : [[label, value] as const]) {
    if (isWhole && label === null && goesOn(text)) continue;
    const holders = free.filter((each) => isHolder(each) && canHold(each, text));
    const fields = isWhole
      ? holders.filter(
          (each) =>
            (isCalledBy(each, name) && !isMisshaped(each, text)) || isOfKind(each, name, text),
        )
      : await listSure(name, 'textInput', holders, sight);
    const field = getOnly(fields);
    if (field) return { field, step: { kind: 'set', value: text, target: name } };
    // A shorter name would only fit one of them by chance.
    if (fields.length > 0) return null;
    // "shipping: express" is one of a group of choices.
    const group = choices.filter((each) => isNamed(each, text, false));
    const one = getOnly(await listSure(`${text} (${name})`, 'change', group, sight));
    if (one) return { field: one, step: choose(text) };
  }
  const list = getOnly(
    free.filter((each) => isSelect(each) && findOptions(each.options, value).length === 1),
  );
  const shaped = getOnly(
    free.filter(
      (each) => isTextField(each) && SHAPES.some((shape) => isShaped(each, value, shape)),
    ),
  );
  if (shaped) return { field: shaped, step: { kind: 'set', value, target: nameCandidate(shaped) } };
  const listed = list ? { list, option: value } : findListed(value, free);
  if (!listed) return null;
  const { list: field, option } = listed;
  return { field, step: { kind: 'set', value: option, target: nameCandidate(field) } };
}

/** Values whose form tells what they are, and the names of the fields that take them. */
const SHAPES = [
  { value: /^[^@\s]+@[^@\s]+\.[^@\s]+$/u, called: /e-?mail/iu },
  { value: /^\+?[\d\s()/-]{7,}$/u, called: /phone|mobile|\btel/iu },
];

/** Returns whether a value is an e-mail address or a telephone number. */
export function saysItsKind(value: string): boolean {
  return SHAPES.some((shape) => shape.value.test(value));
}

/** Returns whether the field takes addresses or numbers and the value is something else: "email me when someone answers". */
function isMisshaped(each: Candidate, value: string): boolean {
  return SHAPES.some((shape) => shape.called.test(each.fields.name) && !shape.value.test(value));
}

function isShaped(each: Candidate, value: string, shape: (typeof SHAPES)[number]): boolean {
  const { name, label, placeholder } = each.fields;
  if (isSearchField(each)) return false;
  return (
    shape.value.test(value) && [name, label, placeholder].some((said) => shape.called.test(said))
  );
}

/** Returns whether the words name the choice completely. The words around a radio button include the name of its group. */
function saysChoice(words: string, { role, fields }: Candidate): boolean {
  const { name, label, text, context } = fields;
  const known = [name, label, text, role === 'radio' ? context : ''].flatMap(toKeys);
  const said = toContentKeys(words);
  // The name must be said completely, too: "a gift" does not ask for "Gift wrap".
  return (
    said.every((key) => known.includes(key)) &&
    toContentKeys(name).every((key) => said.includes(key))
  );
}

/** Returns whether the field's name consists of exactly these words, in any order. */
function isCalledBy({ fields }: Candidate, words: string): boolean {
  const list = (text: string) => toContentKeys(text).toSorted().join(' ');
  const said = list(words);
  const names = [fields.name, fields.label, fields.placeholder];
  const isWhole = names.some((name) => normalizeName(name) === normalizeName(words));
  return isWhole || (said !== '' && names.some((name) => list(name) === said));
}

/**
 * Returns whether the value has the form that the field takes: an address, a number, or a date for a date field whose name
 * has the words ("moved in on 3 May 2024").
 */
function isOfKind(each: Candidate, words: string, value: string): boolean {
  const isDate = each.form === 'date' && canHold(each, value) && saysAll(words, each);
  return isDate || (isTextField(each) && SHAPES.some((shape) => isShaped(each, value, shape)));
}

/**
 * Finds the only option whose text, together with the name of its list, has all the words: "station zone" is the option
 * "C – Station" of the list "Parking zone".
 */
function findListed(
  said: string,
  free: readonly Candidate[],
): { list: Candidate; option: string } | null {
  const wanted = toContentKeys(said);
  const options = free.filter(isSelect).flatMap((list) => {
    const own = new Set([list.fields.name, list.fields.label].flatMap(toKeys));
    return list.options
      .filter((option) => {
        const keys = toKeys(option);
        const isAll = wanted.every((key) => own.has(key) || keys.includes(key));
        return isAll && wanted.some((key) => keys.includes(key));
      })
      .map((option) => ({ list, option }));
  });
  return wanted.length > 1 ? getOnly(options) : null;
}

/** Returns whether the control takes such a value, as far as its markup tells. */
function canHold(each: Candidate, text: string): boolean {
  if (isSelect(each)) return findOptions(each.options, text).length === 1;
  if (isDial(each)) return readAmount(text) !== null;
  return each.form !== 'date' || readDate(text) !== null || readDay(text) !== null;
}

function choose(value: string): Step {
  return { kind: 'choose', value, target: null, phrase: value };
}

/** The ways to cut words into a field's name and its value, the longest name first. */
function listCuts(said: string): (readonly [string, string])[] {
  const words = said.split(/\s+/u);
  const lengths = [...words.keys()].slice(1, LONGEST_LABEL + 1).reverse();
  // "message It is dark": a field's name does not end on a word that says nothing, or on half a phrase.
  const ends = lengths.filter((length) => {
    const [last = '', next = ''] = words.slice(length - 1, length + 1);
    return !FILLERS.has(last.toLowerCase()) && last !== 'of' && next !== 'of';
  });
  return ends.map((length) => {
    const value = words.slice(length).join(' ');
    const isQuoted = /^["“«'].*["”»']$/u.test(value);
    return [words.slice(0, length).join(' '), isQuoted ? value.slice(1, -1) : value];
  });
}
