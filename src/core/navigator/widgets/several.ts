import type { Intent } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { judgeClarity } from '../../ranking/judge-clarity.ts';
import { FILLERS, FUNCTION_WORDS } from '../../ranking/lexicon/query-words.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { ORDINAL_PATTERN, isItemNoun } from '../../ranking/query/take-item.ts';
import { toKeys } from '../../ranking/query/tokenize.ts';
import { CLARITY } from '../../ranking/weights.ts';
import { joinWords } from '../describe.ts';
import {
  findOptions,
  isChoice,
  isDial,
  isNamed,
  isSearchField,
  isSelect,
  isTextField,
  isToggle,
  isToggleButton,
} from '../form-controls.ts';
import { readAmount } from '../same-value.ts';
import { readDate, readDay } from './dates.ts';
import type { FillPart, Step, Task, TaskOf } from '../request/step.ts';
import { isHolder } from './apply-task.ts';
import { findTarget, readVerb, saysAll } from '../target/find-target.ts';
import type { FoundTarget, Grounded, Sight, Plan } from '../target/grounded.ts';
import { bind, getOnly, isUsable, isWritable, lost } from '../target/grounded.ts';

/** The copilot refuses to act on more elements for one command. */
const MAX_TARGETS = 50;

/**
 * A list of names as one step each, when every one of them is clear; null when it is one name, or some
 * part of it is not found. `build` makes the step for one name.
 */
export async function planNames(
  words: string,
  find: (name: string) => Promise<FoundTarget>,
  build: (name: string) => Step,
): Promise<Plan | null> {
  const targets = new Map<string, Step>();
  const names = shareVerb(splitNames(words) ?? []);
  for (const name of names) {
    const named = await find(name);
    if (named.kind !== 'found') return null;
    targets.set(named.candidate.uid, build(name));
  }
  const isEachOwn = names.length > 0 && targets.size === names.length;
  return isEachOwn ? [...targets].map(([uid, step]) => bind({ uid }, step)) : null;
}

/** "close Ada and Bob": what is done to the first is done to the others, unless they have a verb. */
function shareVerb(names: readonly string[]): readonly string[] {
  const verb = readVerb(names[0] ?? '');
  const hasVerb = (name: string): boolean => readVerb(`${name} it`) !== null;
  return verb === null
    ? names
    : names.map((name, at) => (at === 0 || hasVerb(name) ? name : `${verb} ${name}`));
}

/** Every box that the words name, or all there are. */
export async function planTicks(
  { target, on, except }: TaskOf<'tickAll'>,
  sight: Sight,
): Promise<Plan | Grounded> {
  const boxes = sight.candidates.filter(
    (each) => isToggle(each) && !isToggleButton(each) && each.role !== 'radio' && !each.disabled,
  );
  const meant = target === '' ? boxes : await listMeant(target, boxes, sight);
  const what = target === '' ? 'any box' : `a box “${target}”`;
  if (meant.length === 0) return lost(`I could not find ${what} to tick on this page.`);
  const left = new Set<Candidate>();
  for (const name of except === null ? [] : (splitNames(except) ?? [except])) {
    const named = await findTarget(name, 'change', meant, sight);
    if (named.kind !== 'found') return named;
    left.add(named.candidate);
  }
  const chosen = meant.filter((box) => !left.has(box) && box.checked !== on);
  return chosen.length > MAX_TARGETS
    ? lost(`These are ${String(chosen.length)} boxes: please name fewer.`)
    : chosen.map((box) => bind(box, { kind: 'toggle', target: nameCandidate(box), on }));
}

/** Those that have the words in their name or their place. */
async function listMeant(words: string, boxes: readonly Candidate[], sight: Sight) {
  const { ranked } = await sight.rank({ text: words, intent: 'change' }, boxes);
  const clarity = judgeClarity(ranked);
  const fitting = ranked.filter(({ coverage }) => coverage >= CLARITY.none);
  const chosen = new Set(
    (clarity.kind === 'clear' ? [clarity.best] : fitting).map(({ candidate }) => candidate),
  );
  return boxes.filter((box) => chosen.has(box));
}

const EACH =
  /^(?<what>.+?)\s+(?:on|of|for|in|from|at)\s+(?<count>all|every|each|both|two|three|four|five|\d{1,2})\s+(?:of\s+)?(?:the\s+|my\s+)?(?<noun>\p{L}+)(?:\s+(?:by|from|of|with|about|in|for|to|named|called)\s+(?<place>.+))?$/iu;
const COUNTS: Record<string, number | undefined> = { both: 2, two: 2, three: 3, four: 4, five: 5 };

/** "click Like on all posts by Ada": the control of that name in every item that holds the words; null otherwise. */
export async function planEach(task: TaskOf<'click'>, sight: Sight): Promise<Plan | null> {
  const { what = '', count = '', noun = '', place = '' } = EACH.exec(task.target)?.groups ?? {};
  if (!isItemNoun(noun.toLowerCase())) return null;
  const pool = sight.candidates.filter(isUsable);
  const meant = new Set(await listSure(what, 'click', pool, sight, CLARITY.sure));
  const keys = toKeys(place);
  const chosen = pool.filter((each) => {
    const said = new Set(each.fields.context.split('\n').flatMap(toKeys));
    return meant.has(each) && each.items !== undefined && keys.every((key) => said.has(key));
  });
  if (chosen.length === 0 || chosen.length > MAX_TARGETS) return null;
  const most = COUNTS[count.toLowerCase()] ?? (Number(count) || MAX_TARGETS);
  return chosen.slice(0, most).map((each) => bind(each, { ...task, target: what }));
}

const ALL_FIELDS =
  /^(?:both|all|each(?: of)?|every)\s+(?:of\s+)?(?:the\s+)?(?:(?:two|three)\s+)?(?:(?:text|input|empty)\s*)*(?:fields?|box(?:es)?|inputs?|textbox(?:es)?|blanks?)$/iu;

/** "type x into both text fields": one step per field; null when one field is meant. */
export function planFields(task: TaskOf<'type'>, sight: Sight): Plan | null {
  if (!ALL_FIELDS.test(task.target ?? '')) return null;
  const fields = sight.candidates.filter((each) => isWritable(each) && each.form === undefined);
  return fields.length > 0 ? fields.map((each) => bind(each, { ...task, target: null })) : null;
}

const SEPARATOR = /\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*/iu;
const ORDINAL_LIST = new RegExp(
  `^(.*?)\\s*\\b((?:${ORDINAL_PATTERN})(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?:the\\s+)?${ORDINAL_PATTERN})+)\\s+(\\S.*)$`,
  'iu',
);

/** Several things counted at once: "star the first and third emails" is one name for each. */
export function splitOrdinals(words: string): string[] | null {
  const [, before = '', ordinals, noun = ''] = ORDINAL_LIST.exec(words) ?? [];
  if (ordinals === undefined) return null;
  return ordinals
    .split(SEPARATOR)
    .map((ordinal) => `${before} ${ordinal.replace(/^the\s+/iu, '')} ${noun}`.trim());
}

/** The names in a list of them ("a, b and c"), or null where there is only one. */
export function splitNames(words: string): string[] | null {
  const names = words.split(SEPARATOR).map((name) => name.trim());
  const several = splitOrdinals(words) ?? names.filter((name) => name !== '');
  return several.length < 2 ? null : several;
}

/** The longest name of a field, in words. */
const LONGEST_LABEL = 5;
/** The share of a name's words that must be found in a field. */
const SURE = 0.75;

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

/** Values that say themselves what they are, and what fields for them are called. */
const SHAPES = [
  { value: /^[^@\s]+@[^@\s]+\.[^@\s]+$/u, called: /e-?mail/iu },
  { value: /^\+?[\d\s()/-]{7,}$/u, called: /phone|mobile|\btel/iu },
];

/** An e-mail address or a telephone number. */
export function saysItsKind(value: string): boolean {
  return SHAPES.some((shape) => shape.value.test(value));
}

/** "Email me when someone answers" has no address for the field "My email". */
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

/** A radio button is named by its group, too; what stands around a box names no box. */
function saysChoice(words: string, { role, fields }: Candidate): boolean {
  const { name, label, text, context } = fields;
  const known = [name, label, text, role === 'radio' ? context : ''].flatMap(toKeys);
  const said = listOwnKeys(words);
  // "A gift" is not "Gift wrap".
  return (
    said.every((key) => known.includes(key)) && listOwnKeys(name).every((key) => said.includes(key))
  );
}

/** Without words such as "to". */
function listOwnKeys(text: string): string[] {
  return toKeys(text).filter((key) => !FUNCTION_WORDS.has(key));
}

/** Whether the words are those of its name, in any order, and no others. */
function isCalledBy({ fields }: Candidate, words: string): boolean {
  const list = (text: string) => listOwnKeys(text).toSorted().join(' ');
  const said = list(words);
  const names = [fields.name, fields.label, fields.placeholder];
  return said !== '' && names.some((name) => list(name) === said);
}

/** "Moved in on 3 May 2024" is for a date field that speaks of moving in; an address says itself what it is. */
function isOfKind(each: Candidate, words: string, value: string): boolean {
  const isDate = each.form === 'date' && canHold(each, value) && saysAll(words, each);
  return isDate || (isTextField(each) && SHAPES.some((shape) => isShaped(each, value, shape)));
}

/** "Station zone" is the option "C – Station" of the list "Parking zone": the only option that has all words with its list. */
function findListed(
  said: string,
  free: readonly Candidate[],
): { list: Candidate; option: string } | null {
  const wanted = listOwnKeys(said);
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

/** Whether a value is of the kind that a control takes, as far as its markup says. */
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

/** The first of a ranking that have a share of the words and fit equally well. */
async function listSure(
  text: string,
  intent: Intent,
  pool: readonly Candidate[],
  sight: Sight,
  share = SURE,
): Promise<Candidate[]> {
  const { ranked } = await sight.rank({ text, intent }, pool);
  const sure = ranked.filter(({ coverage }) => coverage >= share);
  const least = (sure[0]?.score ?? 0) - CLARITY.margin;
  return sure.filter(({ score }) => score > least).map(({ candidate }) => candidate);
}
